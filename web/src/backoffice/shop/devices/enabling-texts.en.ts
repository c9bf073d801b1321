import type { Translated } from '../../../ui/words/language.ts'
import type { enablingTexts } from './enabling-texts.ts'

export const enablingEnglish: Translated<typeof enablingTexts> = {
  where: 'Which device should be {{name}}?',
  way: {
    code: 'Another device, with a code',
    here: 'This device',
    key: 'A program, with a key',
  },
  wayHint: {
    code: 'Shows a code to type or scan at the till.',
    here: 'This browser will ask for employee code and PIN.',
    key: 'For your own systems that sell through the API.',
  },
  replaces: 'The previous device is disabled and its sessions end.',
  makeCode: 'Create code',
  enable: 'Enable device',
  codeTitle: 'Activate {{name}} with this code',
  codeHint: 'On the till’s device, open {{address}} and type the code, or scan the QR code with its camera.',
  code: 'Activation code',
  link: 'Link with the code',
  picture: 'QR code to scan with the till’s camera',
  left: 'Works once. Expires in {{time}}.',
  over: 'The code has expired.',
  another: 'Create another code',
  waiting: 'Waiting for the device…',
  arrived: 'Done: {{name}} is enabled',
  arrivedHint: 'Its screen is ready for employee code and PIN.',
  hereDone: 'This device is now {{name}}',
  hereDoneHint: 'After you sign out, this device asks for employee code and PIN.',
  toEntrance: 'Sign out and go to the till’s sign-in',
  stay: 'Stay here',
  done: 'Done',
}
