import type { Shift, ShiftView } from '../../api/types.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { formatPesos } from '../../ui/money.ts'
import type { ReceiptLine } from '../../ui/receipt.tsx'
import { useShopWords } from '../shop-words.ts'

export interface Counted {
  readonly countedCentavos: number
  readonly differenceCentavos: number
  readonly differenceReason: string | null
}

/** The report of a drawer in words, X or Z; amounts of nothing are left out. */
export function useShiftLines(): (
  shift: Shift,
  totals: ShiftView['totals'],
  counted?: Counted,
) => ReceiptLine[] {
  const t = useShopWords()
  const some = (label: string, amountCentavos: number): ReceiptLine[] =>
    amountCentavos === 0 ? [] : [{ label, value: formatPesos(amountCentavos) }]
  return (shift, totals, counted) => [
    { label: t('shift.line.cashier'), value: shift.cashierName },
    { label: t('shift.line.opened'), value: formatDateTime(shift.openedAt) },
    ...(shift.closedAt === null
      ? []
      : [{ label: t('shift.line.closed'), value: formatDateTime(shift.closedAt) }]),
    { label: t('shift.line.float'), value: formatPesos(totals.openingFloatCentavos) },
    {
      label: t('shift.line.sales', { count: totals.sales.count }),
      value: formatPesos(totals.sales.totalCentavos),
    },
    ...some(t('shift.line.discounts'), -totals.sales.discountCentavos),
    ...some(t('shift.line.rounding'), totals.sales.roundingCentavos),
    ...totals.sales.byMethod.flatMap(({ method, amountCentavos }) =>
      some(t(`shift.line.by.${method}`), amountCentavos),
    ),
    ...some(t('shift.line.refunds', { count: totals.refunds.count }), -totals.refunds.amountCentavos),
    ...totals.refunds.byMethod.flatMap(({ method, amountCentavos }) =>
      some(t(`shift.line.refundBy.${method}`), -amountCentavos),
    ),
    ...totals.vas.flatMap(({ kind, method, count, amountCentavos }) =>
      some(`${t(`shift.line.vas.${kind}`, { count })} · ${t(`method.${method}`)}`, amountCentavos),
    ),
    ...some(t('shift.line.cashIn'), totals.cash.cashInCentavos),
    ...some(t('shift.line.cashOut'), -totals.cash.cashOutCentavos),
    ...some(t('shift.line.drop'), -totals.cash.dropCentavos),
    ...some(t('shift.line.pending'), totals.pendingVasCashCentavos),
    { label: t('shift.line.expected'), value: formatPesos(totals.expectedCentavos) },
    ...(counted === undefined
      ? []
      : [
          { label: t('shift.line.counted'), value: formatPesos(counted.countedCentavos) },
          { label: t('shift.line.difference'), value: formatPesos(counted.differenceCentavos) },
          ...(counted.differenceReason === null
            ? []
            : [{ label: t('shift.line.reason'), value: counted.differenceReason }]),
        ]),
    ...totals.taxes
      .filter(({ taxCentavos }) => taxCentavos !== 0)
      .map(({ rateBps, taxCentavos }) => ({
        label: t('shift.line.tax', { rate: rateBps / 100 }),
        value: formatPesos(taxCentavos),
      })),
  ]
}
