import { catalog } from '../ui/words/words.ts'

/** Words of a receipt of goods, sold or given back. */
export const ticketTexts = catalog('ticket', {
  title: { SALE: 'Ticket de venta', REFUND: 'Reembolso', RETURN: 'Devolución' },
  copy: 'REIMPRESIÓN',
  phone: 'Tel. {{phone}}',
  rfc: 'RFC',
  folio: 'Folio',
  ofSale: 'De la venta',
  date: 'Fecha',
  cashier: 'Atendió',
  terminal: 'Caja',
  customer: 'Cliente',
  reason: 'Motivo',
  subtotal: 'Subtotal',
  discount: 'Descuento',
  tax: 'IVA {{rate}} %',
  rounding: 'Redondeo',
  total: { SALE: 'Total', REFUND: 'Devuelto', RETURN: 'Devuelto' },
  method: { CASH: 'Efectivo', CARD: 'Tarjeta', TRANSFER: 'Transferencia' },
  change: 'Cambio',
  iccid: 'ICCID',
  number: 'Número',
  thanks: '¡Gracias por su compra!',
})
