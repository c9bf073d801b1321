import type { Translated } from '../../../ui/words/language.ts'
import type { deviceTexts } from './texts.ts'

export const deviceEnglish: Translated<typeof deviceTexts> = {
  device: 'Device',
  since: 'Since {{when}}',
  none: 'No device',
  enable: 'Enable a device',
  madeHint: 'The key is shown this once. If it is lost, enable the device again.',
  token: 'Device key',
  done: 'Done',
  disable: 'Disable',
  disableSure: 'Disable “{{name}}”?',
  disableHint: 'Whoever works there is signed out at once. It can be enabled again whenever you want.',
}
