import { catalog } from '../ui/words/words.ts'

/** Words for the customer, on the second screen. */
export const displayTexts = catalog('customerDisplay', {
  title: 'Pantalla del cliente',
  welcome: 'Te damos la bienvenida',
  lines: 'Tu compra',
  discount: 'Descuento',
  total: 'Total',
  paid: 'Pagado',
  change: 'Tu cambio',
  thanks: 'Gracias por tu compra',
})
