import type { Translated } from '../../../ui/words/language.ts'
import type { pinTexts } from './texts.ts'

export const pinEnglish: Translated<typeof pinTexts> = {
  search: 'Find a brand',
  searchHint: 'Games, music, series…',
  printPin: 'Print PIN',
  none: 'No brand has that name',
  noneHint: 'Try fewer letters, or clear the search to see them all.',
  show: 'Show the PIN',
  unseen:
    'This PIN has not been shown yet. It is shown only once: open it with the customer in front of you.',
  maskedTitle: 'Sold: the PIN has not been handed over yet',
  maskedSay: '“Su compra ya está hecha. En un momento un supervisor le entrega su PIN.”',
  missing: 'The sale is complete and its PIN is safe on the server.',
  reprint: 'Reprint PIN',
  reason: 'Why is it shown again?',
  reasonHint: 'For example: the paper jammed. It is recorded in the audit log with your name.',
  reasonShort: 'Enter at least 3 letters.',
  cap: 'A PIN can be reprinted 3 times.',
  left_zero: 'That was the last reprint.',
  left_one: '{{count}} reprint left.',
  left_other: '{{count}} reprints left.',
  reprintFault: {
    reprint_limit: 'This PIN was already reprinted 3 times, the maximum.',
    velocity_exceeded:
      'The store has reached its reprint limit for today. Try again tomorrow; the owner of the business sets the limit.',
    pin_not_available: 'Only the PIN of an approved sale can be reprinted.',
    forbidden: 'Only a supervisor or manager of this store can reprint it.',
    not_found: 'You do not have access to this sale.',
  },
}
