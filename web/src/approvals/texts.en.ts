import type { Translated } from '../ui/words/language.ts'
import type { approveHereTexts } from './texts.ts'

export const approveHereEnglish: Translated<typeof approveHereTexts> = {
  approveHere: 'Approve here',
  title: 'Approve at this till',
  hint: 'A supervisor or manager enters their code and PIN. You stay signed in.',
  action: 'Approve',
  type: { DISCOUNT: 'Discount', REFUND: 'Refund', RETURN: 'Return' },
  value: { DISCOUNT: 'Discounted', REFUND: 'Refunded', RETURN: 'Given back' },
  wasted: 'Waste: not returned to stock, thrown away',
  unit: { PIECE: 'pc', KILOGRAM: 'kg', LITER: 'L', METER: 'm' },
  self_approval: 'The same person requested it.',
  self_approvalHint: 'Somebody else has to approve it.',
  forbidden: 'This person cannot approve.',
  forbiddenHint: 'A supervisor’s or manager’s code is needed.',
  approval_expired: 'The request has expired.',
  approval_expiredHint: 'Close this and request it again.',
}
