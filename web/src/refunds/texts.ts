import { catalog } from '../ui/words/words.ts'

export const refundWayTexts = catalog('refundWay', {
  label: 'Cómo se devuelve el dinero',
  original: 'Como se pagó: {{ways}}',
  all: { CASH: 'Todo en efectivo', TRANSFER: 'Todo por transferencia' },
  otherHint: 'No es como se pagó: quien autoriza lo verá y quedará escrito.',
  way: { CASH: 'efectivo', CARD: 'tarjeta', TRANSFER: 'transferencia' },
  asked: {
    original: 'Como se pagó',
    CASH: 'En efectivo, aunque se haya pagado de otra forma',
    TRANSFER: 'Por transferencia, aunque se haya pagado de otra forma',
  },
})
