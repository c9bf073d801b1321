import { catalog } from '../ui/words/words.ts'
import { outcomeSpanish } from './spanish.generated.ts'

/** How a top-up, PIN or bill ended, for the person at the till; why it was declined, by its stable code. */
export const outcomeTexts = catalog('outcome', {
  status: { PENDING: 'En proceso', COMPLETED: 'Aprobada', FAILED: 'Rechazada', REVERSED: 'Reversada' },
  ...outcomeSpanish,
})
