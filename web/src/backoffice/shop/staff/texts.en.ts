import type { Translated } from '../../../ui/words/language.ts'
import type { staffTexts } from './texts.ts'

export const staffEnglish: Translated<typeof staffTexts> = {
  code: 'Code',
  pinOf: 'PIN of {{name}}',
  pin: 'Give a PIN',
  pinHint:
    'With their code and this PIN they sign in at the till and choose their own. The earlier PIN stops working and its sessions end.',
  chosenCode: 'Code (optional)',
  chosenCodeHint: '4 to 8 numbers or capital letters. Empty: the one they have, or a new one.',
  chosenPin: 'PIN (optional)',
  chosenPinHint: '4 to 8 numbers. Empty: six at random.',
  codeFault: 'Use 4 to 8 numbers or capital letters.',
  pinFault: 'Use 4 to 8 numbers.',
  make: 'Create PIN',
  made: 'Hand these over',
  madeHint:
    'The PIN is shown this once and works once, for 3 days: at the till the person chooses their own. If it is lost, create another.',
  madePin: 'PIN',
  done: 'Done',
  unlock: 'Unlock',
  unlocked: 'Unlocked: they can try again now.',
  noAccount: 'First give them access with an invitation.',
}
