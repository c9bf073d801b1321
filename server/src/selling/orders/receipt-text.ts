import { amountLine, pesos } from '../../amounts/amount-line.ts'
import { localMoment } from '../../local-time.ts'
import type { Receipt } from './schema.ts'

type Content = Receipt['content']

const methods = { CASH: 'Efectivo', CARD: 'Tarjeta', TRANSFER: 'Transferencia' } as const
const titles = { SALE: 'Ticket de venta', REFUND: 'Reembolso', RETURN: 'Devolución' } as const
const totals = { SALE: 'Total', REFUND: 'Devuelto', RETURN: 'Devuelto' } as const
const present = (...lines: (string | null | undefined)[]) =>
  lines.filter((line) => line != null && line !== '')

/** A receipt as text for its customer, in Spanish. */
export function receiptText({ kind, folio, createdAt, content }: Receipt): string {
  const { merchant, store, cashierName } = content
  return [
    ...present(
      merchant?.tradeName ?? merchant?.name,
      store?.name,
      store?.address,
      merchant?.rfc && `RFC ${merchant.rfc}`,
      titles[kind],
    ),
    '',
    ...present(
      `Folio: ${[folio, ...present(store?.code)].join(' · ')}`,
      `Fecha: ${localMoment(new Date(content.soldAt ?? createdAt), content.timeZone ?? 'America/Mexico_City')}`,
      cashierName && `Atendió: ${cashierName}`,
    ),
    '',
    ...goods(content),
    '',
    ...sums({ kind, content }),
  ].join('\n')
}

function goods({ lines = [], chips = [] }: Content): string[] {
  return [
    ...lines.map(({ quantity, productName, variantName, grossCentavos, totalCentavos }) =>
      // Receipts of refunds carry only the line's total.
      // A refund of money alone gives no pieces back.
      present(
        quantity === 0 ? productName : `${quantity} × ${productName}`,
        variantName,
        pesos(grossCentavos ?? totalCentavos),
      ).join(' · '),
    ),
    ...chips.map(({ iccid }) => `ICCID ${iccid}`),
  ]
}

function sums({ kind, content }: Pick<Receipt, 'kind' | 'content'>): string[] {
  const { taxes = [], payments = [], discountCentavos = 0, totalCentavos = 0, roundingCentavos = 0 } = content
  return [
    ...amountLine('Descuento', -discountCentavos),
    ...taxes.flatMap(({ rateBps, taxCentavos }) => amountLine(`IVA ${rateBps / 100} %`, taxCentavos)),
    ...amountLine('Redondeo', roundingCentavos),
    `${totals[kind]}: ${pesos(totalCentavos + roundingCentavos)}`,
    ...payments.flatMap(({ method, amountCentavos, tenderedCentavos }) =>
      amountLine(methods[method], tenderedCentavos ?? amountCentavos),
    ),
    ...amountLine('Cambio', content.changeCentavos),
  ]
}
