import type { Translated } from '../ui/words/language.ts'
import type { undecidedRefundTexts } from './undecided-texts.ts'

export const undecidedRefundEnglish: Translated<typeof undecidedRefundTexts> = {
  title: 'We do not know whether the refund was made',
  hint: 'The server did not confirm it. Send this same refund again: if it was made, it is not repeated. Do not hand over the money before it is confirmed.',
  sendAgain: 'Send the same again',
}
