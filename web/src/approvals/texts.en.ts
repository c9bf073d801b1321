import type { Translated } from '../ui/words/language.ts'
import type { approveHereTexts } from './texts.ts'

export const approveHereEnglish: Translated<typeof approveHereTexts> = {
  approveHere: 'Approve here',
  title: 'Approve at this till',
  hint: 'A supervisor or manager types their code and PIN. The session of the till stays.',
  action: 'Approve',
  type: { DISCOUNT: 'Discount', REFUND: 'Refund', RETURN: 'Return' },
  self_approval: 'The same person asked for it.',
  self_approvalHint: 'Somebody else has to approve it.',
  forbidden: 'This person cannot approve.',
  forbiddenHint: 'It takes the code of a supervisor or manager.',
  approval_expired: 'The request has expired.',
  approval_expiredHint: 'Close it and ask again.',
}
