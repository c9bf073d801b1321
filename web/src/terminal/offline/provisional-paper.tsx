import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { Receipt, type ReceiptLine } from '../../ui/paper/receipt.tsx'
import { usePaperWords, useWords } from '../../ui/words/words.ts'
import classes from '../paper/paper.module.css'
import { Paper } from '../paper/paper.tsx'
import { provisionalName } from '../selling/cart/offline-order.ts'
import type { OfflineOrder } from '../selling/orders/order.ts'
import { offlineTexts } from './texts.ts'

/** A provisional slip for the customer until there is a ticket. It says that it is not a receipt. */
export function ProvisionalPaper({ entry }: { entry: OfflineOrder }) {
  const screen = useWords(offlineTexts)
  const t = usePaperWords(offlineTexts)
  const { sale, folio } = entry
  const lines: ReceiptLine[] = [
    { label: t('receipt.number'), value: provisionalName(entry.key) },
    ...(folio === null ? [] : [{ label: t('receipt.folio'), value: folio }]),
    { label: t('receipt.date'), value: formatDateTime(sale.soldAt) },
    { label: t('receipt.cashier'), value: entry.cashierName },
    ...sale.lines.map((line) => ({
      label: `${formatQuantity(line.quantity)} × ${line.productName}`,
      value: formatPesos(Math.round(line.quantity * line.unitPriceCentavos)),
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
  const receipt = (
    <>
      <Receipt heading={t('receipt.heading')} lines={lines} />
      <p style={{ textAlign: 'center', margin: '8px 0 0' }}>{t('receipt.note')}</p>
    </>
  )
  return (
    <>
      <Paper printLabel={screen('print')}>{receipt}</Paper>
      <div className={classes['screenTicket']}>{receipt}</div>
    </>
  )
}
