import { catalog } from '../ui/words/words.ts'

/** Words of a drawer's report, X or Z, and of its count. */
export const drawerTexts = catalog('drawer', {
  x: 'Corte X',
  z: 'Corte {{folio}}',
  piecesOf: 'Piezas de {{value}}',
  method: { CASH: 'Efectivo', CARD: 'Tarjeta', TRANSFER: 'Transferencia' },
  cashier: 'Cajero',
  opened: 'Apertura',
  closed: 'Cierre',
  float: 'Fondo de caja',
  sales: 'Ventas ({{count}})',
  discounts: 'Descuentos',
  refunds: 'Devoluciones ({{count}})',
  rounding: 'Redondeo',
  by: { CASH: 'Ventas en efectivo', CARD: 'Ventas con tarjeta', TRANSFER: 'Ventas por transferencia' },
  refundBy: {
    CASH: 'Devuelto en efectivo',
    CARD: 'Devuelto a tarjeta',
    TRANSFER: 'Devuelto por transferencia',
  },
  vas: { airtime: 'Recargas ({{count}})', pin: 'Pines ({{count}})', service: 'Servicios ({{count}})' },
  cashIn: 'Entradas de efectivo',
  cashOut: 'Salidas de efectivo',
  drop: 'Retiros de valores',
  noSales: 'Cajón abierto sin venta',
  pending: 'Recargas y pagos en proceso',
  expected: 'Efectivo esperado',
  counted: 'Efectivo contado',
  difference: 'Diferencia',
  reason: 'Motivo',
  tax: 'IVA {{rate}} %',
})
