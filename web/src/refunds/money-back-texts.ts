import { catalog } from '../ui/words/words.ts'

/** What the person who made a refund does with its money. */
export const moneyBackTexts = catalog('moneyBack', {
  cashOnly: 'Entrega {{amount}} al cliente.',
  way: {
    CASH: 'Entrega {{amount}} en efectivo al cliente.',
    CARD: 'Devuelve {{amount}} a la tarjeta del cliente: cancela o devuelve el cargo en la terminal bancaria.',
    TRANSFER: 'Devuelve {{amount}} al cliente por transferencia.',
  },
  none: 'No hay que entregar dinero.',
})
