import type { Translated } from '../../../ui/words/language.ts'
import type { terminalRecordTexts } from './texts.ts'

export const terminalRecordEnglish: Translated<typeof terminalRecordTexts> = {
  title: 'Terminals',
  hint: 'The store’s tills. Enable a device for each; employees sign in there with code and PIN.',
  add: 'New terminal',
  edit: 'Edit terminal',
  name: 'Name',
  state: 'State',
  status: { ENABLED: 'Enabled', DISABLED: 'Disabled' },
  enabled: 'Enabled for sales',
  empty: 'No terminals',
  emptyHint: 'Name your tills (“Till 1”, “Counter”, “Pharmacy”), then enable a device for each.',
}
