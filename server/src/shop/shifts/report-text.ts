import { amountLine, pesos } from '../../amounts/amount-line.ts'
import { formatPesos } from '../../amounts/format.ts'
import { localMoment } from '../../local-time.ts'
import type { Shift, ShiftReport } from './schema.ts'

/** The store, as reports name it. */
export interface PaperPlace {
  readonly name: string
  readonly timeZone: string
}

const methods = { CASH: 'efectivo', CARD: 'tarjeta', TRANSFER: 'transferencia' } as const
const services = { airtime: 'Recargas', pin: 'Pines', service: 'Servicios' } as const

type ReportedShift = Pick<Shift, 'cashierName' | 'openedAt' | 'accountId' | 'closedBy' | 'closedByName'>

/** A Z report as text for mail, in Spanish. */
export function reportText(
  { cashierName, openedAt, accountId, closedBy, closedByName }: ReportedShift,
  report: ShiftReport,
  { name, timeZone }: PaperPlace,
): string {
  return [
    name,
    `Corte ${report.folio}`,
    '',
    `Cajero: ${cashierName}`,
    `Apertura: ${localMoment(new Date(openedAt), timeZone)}`,
    `Cierre: ${localMoment(new Date(report.createdAt), timeZone)}`,
    ...(closedBy === accountId ? [] : [`Cerró: ${closedByName}`]),
    '',
    ...sold(report.totals),
    '',
    ...drawer(report),
  ].join('\n')
}

function sold({ sales, refunds, vas, taxes }: ShiftReport['totals']): string[] {
  return [
    `Ventas (${sales.count}): ${pesos(sales.totalCentavos)}`,
    ...amountLine('Descuentos', -sales.discountCentavos),
    ...amountLine('Redondeo', sales.roundingCentavos),
    ...sales.byMethod.flatMap(({ method, amountCentavos }) =>
      amountLine(`Ventas en ${methods[method]}`, amountCentavos),
    ),
    ...amountLine(`Devoluciones (${refunds.count})`, -refunds.amountCentavos),
    ...refunds.byMethod.flatMap(({ method, amountCentavos }) =>
      amountLine(`Devuelto en ${methods[method]}`, -amountCentavos),
    ),
    ...vas.flatMap(({ kind, method, count, amountCentavos }) =>
      amountLine(`${services[kind]} (${count}) en ${methods[method]}`, amountCentavos),
    ),
    ...taxes.flatMap(({ rateBps, taxCentavos }) => amountLine(`IVA ${rateBps / 100} %`, taxCentavos)),
  ]
}

function drawer({ totals, countedCentavos, differenceCentavos, differenceReason }: ShiftReport): string[] {
  const { cash } = totals
  return [
    `Fondo de caja: ${pesos(totals.openingFloatCentavos)}`,
    ...amountLine('Entradas de efectivo', cash.cashInCentavos),
    ...amountLine('Salidas de efectivo', -cash.cashOutCentavos),
    ...amountLine('Retiros de valores', -cash.dropCentavos),
    ...(cash.noSaleCount === 0 ? [] : [`Cajón abierto sin venta: ${cash.noSaleCount}`]),
    ...amountLine('Recargas y pagos en proceso', totals.pendingVasCashCentavos),
    `Efectivo esperado: ${pesos(totals.expectedCentavos)}`,
    `Efectivo contado: ${formatPesos(countedCentavos)}`,
    `Diferencia: ${formatPesos(differenceCentavos)}`,
    ...(differenceReason === null ? [] : [`Motivo: ${differenceReason}`]),
  ]
}
