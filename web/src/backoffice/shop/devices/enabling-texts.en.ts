import type { Translated } from '../../../ui/words/language.ts'
import type { enablingTexts } from './enabling-texts.ts'

export const enablingEnglish: Translated<typeof enablingTexts> = {
  where: 'Which device will be {{name}}?',
  way: {
    code: 'Another device, with a code',
    here: 'This device',
    key: 'A program, with a key',
  },
  wayHint: {
    code: 'You will see a code to type, or to scan, at the till.',
    here: 'From now on this browser asks for employee code and PIN.',
    key: 'For systems of your own that sell through the API.',
  },
  replaces: 'The earlier device stops being this terminal and its sessions end.',
  makeCode: 'Create code',
  enable: 'Enable device',
  codeTitle: 'Activate {{name}} with this code',
  codeHint: 'On the device of the till open {{address}} and type it, or scan the picture with its camera.',
  code: 'Activation code',
  link: 'Link with the code',
  picture: 'Picture to scan with the camera of the till',
  left: 'Works once. Expires in {{time}}.',
  over: 'The code has expired.',
  another: 'Create another code',
  waiting: 'Waiting for the device…',
  arrived: 'Done: {{name}} has its device',
  arrivedHint: 'Its screen is ready for employee code and PIN.',
  hereDone: 'This device is {{name}} now',
  hereDoneHint: 'When you sign out you will see the entrance of the till, with employee code and PIN.',
  toEntrance: 'Sign me out and go to the entrance',
  stay: 'Stay here',
  done: 'Done',
}
