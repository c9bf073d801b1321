import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { linesPaper, type PaperDocument, type PaperLine } from '../../ui/paper/paper-document.ts'
import type { Words } from '../../ui/words/words.ts'
import { provisionalName } from '../selling/cart/offline-order.ts'
import { lineCentavos, taxCentavos } from '../selling/money/rounding.ts'
import type { OfflineOrder } from '../selling/orders/order.ts'
import type { offlineTexts } from './texts.ts'

/** The slip that a customer gets until there is a ticket. It says that it is not a receipt. */
export function provisionalSlip(t: Words<typeof offlineTexts>, entry: OfflineOrder): PaperDocument {
  const { sale, folio } = entry
  const lines: PaperLine[] = [
    { label: t('receipt.number'), value: provisionalName(entry.key) },
    ...(folio === null ? [] : [{ label: t('receipt.folio'), value: folio }]),
    { label: t('receipt.date'), value: formatDateTime(sale.soldAt) },
    { label: t('receipt.cashier'), value: entry.cashierName },
    ...sale.lines.map((line) => ({
      label: `${formatQuantity(line.quantity)} × ${line.productName}`,
      value: formatPesos(lineCentavos(line)),
    })),
    ...addends(t, entry),
    { label: t('receipt.total'), value: formatPesos(entry.totalCentavos) },
    ...sale.payments.flatMap(({ method, amountCentavos, tenderedCentavos, reference }) => [
      { label: t(`receipt.method.${method}`), value: formatPesos(tenderedCentavos ?? amountCentavos) },
      ...(reference === undefined ? [] : [{ label: t('receipt.reference'), value: reference }]),
    ]),
    ...(entry.changeCentavos > 0
      ? [{ label: t('receipt.change'), value: formatPesos(entry.changeCentavos) }]
      : []),
  ]
  return [
    ...linesPaper(t('receipt.heading'), lines),
    { kind: 'rule' },
    { kind: 'text', text: t('receipt.note'), look: 'centered' },
  ]
}

/** What lies between the lines and the total: discounts, tax that the prices do not include, and the rounding of cash. */
function addends(t: Words<typeof offlineTexts>, { sale, totalCentavos }: OfflineOrder): PaperLine[] {
  let discount = 0
  let sum = 0
  const taxes = new Map<number, number>()
  for (const line of sale.lines) {
    const { discountCentavos = 0, taxRateBps, isTaxIncluded } = line
    const net = lineCentavos(line) - discountCentavos
    const tax = isTaxIncluded ? 0 : taxCentavos(net, taxRateBps, false)
    discount += discountCentavos
    taxes.set(taxRateBps, (taxes.get(taxRateBps) ?? 0) + tax)
    sum += net + tax
  }
  const amount = (label: string, centavos: number): PaperLine[] =>
    centavos === 0 ? [] : [{ label, value: formatPesos(centavos) }]
  return [
    ...amount(t('receipt.discount'), -discount),
    ...[...taxes]
      .sort(([a], [b]) => b - a)
      .flatMap(([rateBps, tax]) => amount(t('receipt.tax', { rate: rateBps / 100 }), tax)),
    ...amount(t('receipt.rounding'), totalCentavos - sum),
  ]
}
