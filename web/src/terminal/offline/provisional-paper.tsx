import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { linesPaper, type PaperDocument, type PaperLine } from '../../ui/paper/paper-document.ts'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'
import { paperLanguage } from '../../ui/words/language.ts'
import { usePaperWords, useWords } from '../../ui/words/words.ts'
import classes from '../paper/paper.module.css'
import { Paper } from '../paper/paper.tsx'
import { provisionalName } from '../selling/cart/offline-order.ts'
import type { OfflineOrder } from '../selling/orders/order.ts'
import { offlineTexts } from './texts.ts'

interface Props {
  entry: OfflineOrder
  /** It was sold just now: a printer set so prints it by itself. */
  isNew?: boolean
}

/** A provisional slip for the customer until there is a ticket. It says that it is not a receipt. */
export function ProvisionalPaper({ entry, isNew = false }: Props) {
  const screen = useWords(offlineTexts)
  const t = usePaperWords(offlineTexts)
  const { sale, folio } = entry
  const lines: PaperLine[] = [
    { label: t('receipt.number'), value: provisionalName(entry.key) },
    ...(folio === null ? [] : [{ label: t('receipt.folio'), value: folio }]),
    { label: t('receipt.date'), value: formatDateTime(sale.soldAt) },
    { label: t('receipt.cashier'), value: entry.cashierName },
    ...sale.lines.map((line) => ({
      label: `${formatQuantity(line.quantity)} × ${line.productName}`,
      value: formatPesos(line.amountCentavos ?? Math.round(line.quantity * line.unitPriceCentavos)),
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
  const hasCash = sale.payments.some(({ method }) => method === 'CASH')
  const paper: PaperDocument = [
    ...linesPaper(t('receipt.heading'), lines),
    { kind: 'rule' },
    { kind: 'text', text: t('receipt.note'), look: 'centered' },
  ]
  return (
    <>
      <Paper printLabel={screen('print')} paper={paper} />
      {isNew && <DoneAtOnce key={entry.key} id={entry.key} paper={paper} hasCash={hasCash} />}
      <div className={classes['screenTicket']}>
        <PaperView paper={paper} lang={paperLanguage} />
      </div>
    </>
  )
}
