import type { Translated } from '../../../ui/words/language.ts'
import type { terminalRecordTexts } from './texts.ts'

export const terminalRecordEnglish: Translated<typeof terminalRecordTexts> = {
  title: 'Terminals',
  hint: 'The tills of the store. Enable a device for each: people enter there with their code and PIN.',
  add: 'New terminal',
  edit: 'Edit terminal',
  name: 'Name',
  state: 'State',
  status: { ENABLED: 'Enabled', DISABLED: 'Disabled' },
  enabled: 'Can be sold at',
  empty: 'No terminals',
  emptyHint: 'Name your tills (“Till 1”, “Counter”, “Pharmacy”), then enable the device of each.',
}
