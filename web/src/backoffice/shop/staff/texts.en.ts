import type { Translated } from '../../../ui/words/language.ts'
import type { staffTexts } from './texts.ts'

export const staffEnglish: Translated<typeof staffTexts> = {
  code: 'Code',
  pinOf: 'PIN of {{name}}',
  pin: 'Create PIN',
  pinHint:
    'They sign in at the till with their code and this PIN, then choose their own. The previous PIN stops working and its sessions end.',
  chosenCode: 'Code (optional)',
  chosenCodeHint: '4 to 8 digits or capital letters. Leave empty to keep the current code or generate one.',
  chosenPin: 'PIN (optional)',
  chosenPinHint: '4 to 8 digits. Leave empty for six random digits.',
  codeFault: 'Use 4 to 8 digits or capital letters.',
  pinFault: 'Use 4 to 8 digits.',
  make: 'Create PIN',
  made: 'Give these to the employee',
  madeHint:
    'The PIN is shown only once and works once, for 3 days: the employee then chooses their own at the till. If it is lost, create another.',
  madePin: 'PIN',
  unlock: 'Unlock',
  unlocked: 'Unlocked: they can try again.',
  hasLeft: 'They no longer work here, so they cannot sign in at the till.',
  ownersPin: 'The owner of the business creates their own PIN: nobody else can give them one.',
  noAccount: 'They have no access yet. Add them as a cashier, or invite them, under “With access”.',
}
