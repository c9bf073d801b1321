import { unitNames } from '../../catalog/products/schema.ts'
import type { TableCell } from '../../spreadsheet/csv.ts'
import { column, pesos, tableOf } from '../../spreadsheet/table.ts'
import type { ClosedShift, Movement, Order, ServiceSale } from './queries.ts'

const methodNames: Readonly<Record<string, string>> = {
  CASH: 'Efectivo',
  CARD: 'Tarjeta',
  TRANSFER: 'Transferencia',
}

const order = column<Order>
const orderColumns = [
  order('Tienda', (each) => each.storeName),
  order('Folio', (each) => each.folio),
  order('Fecha', (each) => each.soldAt),
  order('Cajero', (each) => each.cashierName),
  order('Terminal', (each) => each.terminalName),
  order('Cliente', (each) => each.customerName),
  order('Importe bruto', (each) => pesos(each.grossCentavos)),
  order('Descuento', (each) => pesos(each.discountCentavos)),
  order('Total', (each) => pesos(each.totalCentavos)),
  order('Impuestos incluidos', (each) => pesos(each.taxCentavos)),
  order('Redondeo', (each) => pesos(each.roundingCentavos)),
  order('Efectivo', (each) => pesos(each.cashCentavos)),
  order('Tarjeta', (each) => pesos(each.cardCentavos)),
  order('Transferencia', (each) => pesos(each.transferCentavos)),
  order('Devuelto', (each) => pesos(each.refundCentavos)),
]

export const ordersTable = (orders: readonly Order[]): TableCell[][] => tableOf(orderColumns, orders)

const kindNames: Readonly<Record<string, string>> = {
  airtime: 'Tiempo aire',
  pin: 'Pin',
  service: 'Pago de servicio',
}
const statusNames: Readonly<Record<string, string>> = {
  PENDING: 'En proceso',
  COMPLETED: 'Realizada',
  FAILED: 'No realizada',
  REVERSED: 'Revertida',
}

const service = column<ServiceSale>
const serviceColumns = [
  service('Tienda', (each) => each.storeName),
  service('Folio', (each) => each.folio),
  service('Fecha', (each) => each.soldAt),
  service('Cajero', (each) => each.cashierName),
  service('Servicio', (each) => kindNames[each.kind] ?? each.kind),
  service('Proveedor', (each) => each.providerName),
  service('Producto', (each) => each.productName),
  service('Referencia', (each) => each.reference),
  service('Importe', (each) => pesos(each.amountCentavos)),
  service('Cargo al cliente', (each) => pesos(each.feeCentavos)),
  service('Total', (each) => pesos(each.amountCentavos + each.feeCentavos)),
  service('Forma de pago', (each) => methodNames[each.method] ?? each.method),
  service('Estado', (each) => statusNames[each.status] ?? each.status),
  service('Autorización', (each) => each.authorization),
  service('Fondos', (each) => (each.funding === 'WALLET' ? 'Monedero' : 'Cuenta propia')),
]
/** Only of a completed sale; others earn nothing. */
const earned = service('Comisión ganada', (each) =>
  each.status === 'COMPLETED' ? pesos(each.commissionCentavos) : null,
)

/** Commissions are only for people who read the store's figures. */
export const servicesTable = (sales: readonly ServiceSale[], showsMargins: boolean): TableCell[][] =>
  tableOf(showsMargins ? [...serviceColumns, earned] : serviceColumns, sales)

const movementNames: Readonly<Record<string, string>> = {
  SALE: 'Venta',
  RETURN: 'Devolución',
  RECEIPT: 'Entrada',
  ADJUSTMENT: 'Ajuste',
  WASTE: 'Merma',
  TRANSFER_OUT: 'Traspaso enviado',
  TRANSFER_IN: 'Traspaso recibido',
  COUNT: 'Conteo',
}

const movement = column<Movement>
const movementColumns = [
  movement('Tienda', (each) => each.storeName),
  movement('Fecha', (each) => each.movedAt),
  movement('Movimiento', (each) => movementNames[each.kind] ?? each.kind),
  movement('Producto', (each) => each.productName),
  movement('Variante', (each) => each.variantName),
  movement('SKU', (each) => each.sku),
  movement('Unidad', (each) => unitNames[each.unit] ?? each.unit),
  movement('Cantidad', (each) => each.quantity),
  movement('Existencia', (each) => each.onHandAfter),
  movement('Costo unitario', (each) => pesos(each.unitCostCentavos)),
  movement('Folio', (each) => each.documentFolio),
  movement('Motivo', (each) => each.reason),
  movement('Persona', (each) => each.personName),
]

export const movementsTable = (movements: readonly Movement[]): TableCell[][] =>
  tableOf(movementColumns, movements)

const paid = (payments: ClosedShift['totals']['refunds']['byMethod'], method: string): number =>
  pesos(payments.find((each) => each.method === method)?.amountCentavos ?? 0)

const vasTotal = ({ totals }: ClosedShift): number =>
  pesos(totals.vas.reduce((sum, { amountCentavos }) => sum + Number(amountCentavos), 0))

const shift = column<ClosedShift>
const shiftColumns = [
  shift('Tienda', (each) => each.storeName),
  shift('Folio', (each) => each.folio),
  shift('Cajero', (each) => each.cashierName),
  shift('Terminal', (each) => each.terminalName),
  shift('Apertura', (each) => each.openedAt),
  shift('Cierre', (each) => each.closedAt),
  shift('Cerró', (each) => each.closedByName),
  shift('Fondo inicial', ({ totals }) => pesos(totals.openingFloatCentavos)),
  shift('Ventas', ({ totals }) => totals.sales.count),
  shift('Total vendido', ({ totals }) => pesos(totals.sales.totalCentavos)),
  shift('Efectivo', ({ totals }) => paid(totals.sales.byMethod, 'CASH')),
  shift('Tarjeta', ({ totals }) => paid(totals.sales.byMethod, 'CARD')),
  shift('Transferencia', ({ totals }) => paid(totals.sales.byMethod, 'TRANSFER')),
  shift('Devoluciones', ({ totals }) => pesos(totals.refunds.amountCentavos)),
  shift('Servicios', vasTotal),
  shift('Entradas de efectivo', ({ totals }) => pesos(totals.cash.cashInCentavos)),
  shift('Salidas de efectivo', ({ totals }) => pesos(totals.cash.cashOutCentavos)),
  shift('Retiros', ({ totals }) => pesos(totals.cash.dropCentavos)),
  shift('Esperado en caja', (each) => pesos(each.expectedCentavos)),
  shift('Contado', (each) => pesos(each.countedCentavos)),
  shift('Diferencia', (each) => pesos(each.differenceCentavos)),
  shift('Motivo', (each) => each.differenceReason),
]

export const shiftReportsTable = (reports: readonly ClosedShift[]): TableCell[][] =>
  tableOf(shiftColumns, reports)
