import { catalog } from '../ui/words/words.ts'

export const undecidedRefundTexts = catalog('undecidedRefund', {
  title: 'No se sabe si la devolución quedó hecha',
  hint: 'El servidor no lo confirmó. Envía otra vez esta misma devolución: si ya estaba hecha, no se repite. No entregues el dinero antes de que se confirme.',
  sendAgain: 'Enviar otra vez lo mismo',
})
