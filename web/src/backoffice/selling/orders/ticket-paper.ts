import type { Receipt } from '@mostrador/client'
import { formatPaperTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { linesPaper, type PaperDocument, type PaperLine } from '../../../ui/paper/paper-document.ts'
import { usePaperWords, type Words as WordsOf } from '../../../ui/words/words.ts'
import { lineName } from './order-detail.tsx'
import { ordersTexts } from './texts.ts'

type Words = WordsOf<typeof ordersTexts>

/** Formats a receipt of a sale or a refund for printing. */
export function useTicketPaper() {
  const t = usePaperWords(ordersTexts)
  return (
    paper: Pick<Receipt, 'kind' | 'folio' | 'createdAt' | 'content'>,
    { isCopy }: { isCopy: boolean },
  ): PaperDocument => {
    const kind = t(`ticket.${paper.kind}`)
    const shop = paper.content.merchant?.tradeName ?? paper.content.merchant?.name ?? ''
    const heading = [shop, paper.content.store?.name, isCopy ? `${kind} · ${t('ticket.copy')}` : kind]
    return linesPaper(heading.filter(Boolean).join(' — '), [
      ...factsOf(t, paper),
      ...goodsOf(paper.content),
      ...sumsOf(t, paper),
    ])
  }
}

function factsOf(t: Words, { folio, createdAt, content }: Pick<Receipt, 'folio' | 'createdAt' | 'content'>) {
  const facts: [string, unknown][] = [
    [t('ticket.rfc'), content.merchant?.rfc],
    [t('ticket.folio'), folio],
    [t('ticket.ofSale'), content['saleFolio']],
    [t('ticket.when'), formatPaperTime(content.soldAt ?? createdAt)],
    [t('ticket.cashier'), content.cashierName],
    [t('ticket.terminal'), content.terminalName],
    [t('ticket.customer'), content.customer?.name],
    [t('ticket.reason'), content['reason']],
  ]
  return facts.flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [{ label, value }] : [],
  )
}

function goodsOf({ lines = [], chips = [] }: Receipt['content']): PaperLine[] {
  return [
    ...lines.map((line) => ({
      label: `${formatQuantity(line.quantity)} × ${lineName(line)}`,
      // Refund receipts carry only the line's amount.
      value: formatPesos(line.grossCentavos ?? line.totalCentavos),
    })),
    ...chips.map(({ iccid }) => ({ label: 'ICCID', value: iccid })),
  ]
}

function sumsOf(t: Words, { kind, content }: Pick<Receipt, 'kind' | 'content'>): PaperLine[] {
  const rounding = content.roundingCentavos ?? 0
  const some = (label: string, amountCentavos: number) =>
    amountCentavos === 0 ? [] : [{ label, value: formatPesos(amountCentavos) }]
  return [
    ...some(t('ticket.discount'), -(content.discountCentavos ?? 0)),
    ...(content.taxes ?? []).flatMap(({ rateBps, taxCentavos }) =>
      some(t('ticket.tax', { rate: rateBps / 100 }), taxCentavos),
    ),
    ...some(t('ticket.rounding'), rounding),
    {
      label: kind === 'SALE' ? t('ticket.total') : t('ticket.back'),
      value: formatPesos((content.totalCentavos ?? 0) + rounding),
    },
    ...(content.payments ?? []).flatMap(({ method, amountCentavos, tenderedCentavos }) =>
      some(t(`method.${method}`), tenderedCentavos ?? amountCentavos),
    ),
    ...some(t('ticket.change'), content.changeCentavos ?? 0),
  ]
}
