import { catalog } from '../../../ui/words/words.ts'

export const saleTexts = catalog('sale', {
  title: 'Recargas y servicios',
  hint: 'Recargas, pines y pagos de servicios de la tienda, lo más reciente primero.',
  search: 'Folio, celular o referencia',
  all: 'Todas',
  status: { PENDING: 'En proceso', COMPLETED: 'Aprobadas', FAILED: 'Rechazadas', REVERSED: 'Reversadas' },
  when: 'Fecha',
  folio: 'Folio',
  product: 'Producto',
  number: 'Número',
  cashier: 'Cajero',
  total: 'Total',
  state: 'Estado',
  authorization: 'Autorización',
  empty: 'Todavía no hay ventas',
  emptyHint: 'Cuando vendas una recarga en la caja aparecerá aquí.',
  emptyFilter: 'Ninguna venta coincide',
  receipt: 'Comprobante',
})
