import type { Translated } from '../ui/words/language.ts'
import type { outcomeTexts } from './texts.ts'

export const outcomeEnglish: Translated<typeof outcomeTexts> = {
  status: { PENDING: 'In progress', COMPLETED: 'Approved', FAILED: 'Declined', REVERSED: 'Reversed' },
  PENDING: 'In progress. Do not repeat it: it will complete, or the money will be returned.',
  APPROVED: 'Sold.',
  APPROVED_PIN: {
    shown: 'Sold: hand over the PIN. It is shown only this once.',
    wasShown: 'Sold. The PIN has been shown already; a supervisor can reprint it.',
    canBeShown: 'Sold. Open the sale to see the PIN.',
    notHere:
      'Sold. The PIN is shown only to the person who sold it, at the same till; otherwise a supervisor can reprint it.',
  },
  REVERSED: 'The company reversed it. Your balance was restored; refund the customer.',
  DECLINED: 'Declined, nothing was charged. {{reason}} Return the money to the customer.',
  reason: {
    invalid_number: 'The number is not valid, or belongs to another carrier.',
    invalid_reference: 'The reference does not exist.',
    number_barred: 'The carrier has blocked this number.',
    not_eligible: 'The number cannot receive this product.',
    amount_out_of_range: 'The company does not accept this amount.',
    already_paid: 'It was already paid.',
    overdue_not_accepted: 'The bill is overdue and no longer accepted.',
    limit_reached: 'The number has reached its top-up limit.',
    duplicate_at_provider: 'The carrier received the same top-up a few minutes ago.',
    carrier_unavailable: 'The company is not available right now.',
    provider_rejected: 'The company declined it.',
    provider_balance: 'The service is not available right now.',
    provider_unreachable: 'The company did not answer.',
    expired_hold: 'The time to confirm it expired.',
    canceled: 'It was canceled.',
    unknown_provider_status: 'The company declined it.',
  },
}
