import type { Translated } from '../../../ui/words/language.ts'
import type { deviceTexts } from './texts.ts'

export const deviceEnglish: Translated<typeof deviceTexts> = {
  device: 'Device',
  since: 'Since {{when}}',
  none: 'No device',
  enable: 'Enable device',
  madeHint: 'The key is shown only once. If it is lost, enable the device again.',
  token: 'Device key',
  done: 'Done',
  disable: 'Disable',
  disableSure: 'Disable “{{name}}”?',
  disableHint: 'Anyone working there is signed out immediately. You can enable it again at any time.',
}
