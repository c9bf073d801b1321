import type { DrawerReport } from '@mostrador/client'
import { formatDateTime } from '../ui/format/dates.ts'
import { formatPesos } from '../ui/format/money.ts'
import type { PaperLine } from '../ui/paper/paper-document.ts'
import { useWords, type Words as WordsOf } from '../ui/words/words.ts'
import { closedByAnother } from './closed-by-another.ts'
import { drawerTexts } from './texts.ts'

export interface Counted {
  readonly countedCentavos: number
  readonly differenceCentavos: number
  readonly differenceReason: string | null
}

type Words = WordsOf<typeof drawerTexts>
type Totals = DrawerReport['totals']
type ShiftHeading = Pick<
  DrawerReport['shift'],
  'cashierName' | 'openedAt' | 'closedAt' | 'accountId' | 'closedBy' | 'closedByName'
>

/** Formats an X or Z report; zero amounts are left out. */
export function useDrawerLines(): (shift: ShiftHeading, totals: Totals, counted?: Counted) => PaperLine[] {
  const t = useWords(drawerTexts)
  return (shift, totals, counted) => [
    { label: t('cashier'), value: shift.cashierName },
    { label: t('opened'), value: formatDateTime(shift.openedAt) },
    ...(shift.closedAt === null ? [] : [{ label: t('closed'), value: formatDateTime(shift.closedAt) }]),
    ...closerLines(t, shift),
    { label: t('float'), value: formatPesos(totals.openingFloatCentavos) },
    ...soldLines(t, totals),
    ...some(t('cashIn'), totals.cash.cashInCentavos),
    ...some(t('cashOut'), -totals.cash.cashOutCentavos),
    ...some(t('drop'), -totals.cash.dropCentavos),
    ...(totals.cash.noSaleCount === 0
      ? []
      : [{ label: t('noSales'), value: String(totals.cash.noSaleCount) }]),
    ...some(t('pending'), totals.pendingVasCashCentavos),
    { label: t('expected'), value: formatPesos(totals.expectedCentavos) },
    ...(counted === undefined ? [] : countedLines(t, counted)),
    ...totals.taxes.flatMap(({ rateBps, taxCentavos }) =>
      some(t('tax', { rate: rateBps / 100 }), taxCentavos),
    ),
  ]
}

function closerLines(t: Words, shift: ShiftHeading): PaperLine[] {
  const name = closedByAnother(shift)
  return name === null ? [] : [{ label: t('closedBy'), value: name }]
}

function some(label: string, amountCentavos: number): PaperLine[] {
  return amountCentavos === 0 ? [] : [{ label, value: formatPesos(amountCentavos) }]
}

function soldLines(t: Words, { sales, refunds, vas }: Totals): PaperLine[] {
  return [
    { label: t('sales', { count: sales.count }), value: formatPesos(sales.totalCentavos) },
    ...some(t('discounts'), -sales.discountCentavos),
    ...some(t('rounding'), sales.roundingCentavos),
    ...sales.byMethod.flatMap(({ method, amountCentavos }) => some(t(`by.${method}`), amountCentavos)),
    ...some(t('refunds', { count: refunds.count }), -refunds.amountCentavos),
    ...refunds.byMethod.flatMap(({ method, amountCentavos }) =>
      some(t(`refundBy.${method}`), -amountCentavos),
    ),
    ...vas.flatMap(({ kind, method, count, amountCentavos }) =>
      some(`${t(`vas.${kind}`, { count })} · ${t(`method.${method}`)}`, amountCentavos),
    ),
  ]
}

function countedLines(t: Words, counted: Counted): PaperLine[] {
  return [
    { label: t('counted'), value: formatPesos(counted.countedCentavos) },
    { label: t('difference'), value: formatPesos(counted.differenceCentavos) },
    ...(counted.differenceReason === null ? [] : [{ label: t('reason'), value: counted.differenceReason }]),
  ]
}
