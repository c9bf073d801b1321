import type { Translated } from '../ui/words/language.ts'
import type { outcomeTexts } from './texts.ts'

export const outcomeEnglish: Translated<typeof outcomeTexts> = {
  status: { PENDING: 'In progress', COMPLETED: 'Approved', FAILED: 'Declined', REVERSED: 'Reversed' },
  PENDING: 'In progress. Do not repeat it: it will arrive, or the money will be returned.',
  APPROVED: 'Sold.',
  REVERSED:
    'The company reversed it. The balance is back in your account; give the money back to the customer.',
  DECLINED: 'Declined, nothing was charged. {{reason}} Give the money back to the customer.',
  reason: {
    invalid_number: 'The number is not valid, or not of this carrier.',
    invalid_reference: 'The reference does not exist.',
    number_barred: 'The number is barred by the carrier.',
    not_eligible: 'The number cannot receive this product.',
    amount_out_of_range: 'The company does not take this amount.',
    already_paid: 'It was paid already.',
    overdue_not_accepted: 'The bill is past its date and no longer accepted.',
    limit_reached: 'The number has reached its limit of top-ups.',
    duplicate_at_provider: 'The carrier received the same top-up a few minutes ago.',
    carrier_unavailable: 'The company is not available right now.',
    provider_rejected: 'The company declined it.',
    provider_balance: 'The service is not available right now.',
    provider_unreachable: 'The company did not answer.',
    expired_hold: 'The time to confirm it ran out.',
    canceled: 'It was canceled.',
    unknown_provider_status: 'The company declined it.',
  },
}
