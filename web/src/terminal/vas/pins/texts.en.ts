import type { Translated } from '../../../ui/words/language.ts'
import type { pinTexts } from './texts.ts'

export const pinEnglish: Translated<typeof pinTexts> = {
  search: 'Find a brand',
  searchHint: 'Games, music, series…',
  printPin: 'Print PIN',
  none: 'No brand has that name',
  noneHint: 'Try fewer letters, or clear the search to see them all.',
  show: 'Show the PIN',
  unseen: 'Nobody has seen this PIN yet. It is shown once: do it with the customer in front of you.',
  maskedTitle: 'Sold: the PIN is still to be handed over',
  maskedSay: '“Su compra ya está hecha. En un momento un supervisor le entrega su PIN.”',
  missing: 'The sale is done and its PIN is safe on the server.',
  reprint: 'Print PIN again',
  reason: 'Why is it shown again?',
  reasonHint: 'For example: the paper got stuck. It is kept in the audit trail with your name.',
  reasonShort: 'Type at least 3 letters.',
  cap: 'A PIN can be printed again 3 times.',
  left_zero: 'That was the last time.',
  left_one: '{{count}} more time is left.',
  left_other: '{{count}} more times are left.',
  reprintFault: {
    reprint_limit: 'This PIN was printed again 3 times, which is the most.',
    velocity_exceeded:
      'The store has reached its limit of reprints for today. Tomorrow it is possible again; the owner of the business sets the limit.',
    pin_not_available: 'Only the PIN of an approved sale can be printed again.',
    forbidden: 'Only a supervisor or manager of this store can print it again.',
    not_found: 'This sale is not open to you.',
  },
}
