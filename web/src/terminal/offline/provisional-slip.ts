import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { linesPaper, type PaperDocument, type PaperLine } from '../../ui/paper/paper-document.ts'
import type { Words } from '../../ui/words/words.ts'
import { provisionalName } from '../selling/cart/offline-order.ts'
import { lineCentavos } from '../selling/money/rounding.ts'
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
