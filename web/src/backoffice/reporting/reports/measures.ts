import type { ReportRow, SalesReport } from '@mostrador/client'
import { formatCalendarDay } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import type { Words as WordsOf } from '../../../ui/words/words.ts'
import type { By } from './queries.ts'
import { reportTexts } from './texts.ts'

type Words = WordsOf<typeof reportTexts>
export type Measure = keyof typeof reportTexts.measure

const ofMoments: readonly Measure[] = [
  'orderCount',
  'totalCentavos',
  'taxCentavos',
  'discountCentavos',
  'refundCentavos',
  'vasCount',
  'vasAmountCentavos',
  'vasCommissionCentavos',
]
const ofGoods: readonly Measure[] = [
  'itemQuantity',
  'grossCentavos',
  'discountCentavos',
  'totalCentavos',
  'taxCentavos',
  'netCentavos',
  'costCentavos',
  'refundCentavos',
]

/** The columns that make sense for each dimension. */
export const measuresOf: Record<By, readonly Measure[]> = {
  day: ofMoments,
  hour: ofMoments,
  cashier: ofMoments,
  store: ofMoments,
  product: ofGoods,
  category: ofGoods,
  tax_rate: ['totalCentavos', 'taxCentavos', 'netCentavos', 'refundCentavos'],
  method: ['orderCount', 'totalCentavos', 'refundCentavos', 'vasCount', 'vasAmountCentavos'],
  vas_kind: ['vasCount', 'vasAmountCentavos', 'vasFeeCentavos', 'vasCommissionCentavos'],
}

export function measured(figures: SalesReport['totals'], measure: Measure): string {
  const value = figures[measure]
  if (value === null) return '—'
  return measure.endsWith('Centavos') ? formatPesos(value) : formatQuantity(value)
}

/** The name of a row's subject. */
export function rowName(t: Words, by: By, { key, label }: Pick<ReportRow, 'key' | 'label'>): string {
  switch (by) {
    case 'day':
      return formatCalendarDay(key)
    case 'hour':
      return t('hour', { hour: key })
    case 'method':
      return known(reportTexts.method, key) ? t(`method.${key}`) : key
    case 'vas_kind':
      return known(reportTexts.kind, key) ? t(`kind.${key}`) : key
    case 'tax_rate':
      return key === 'EXEMPT' ? t('exempt') : t('rate', { rate: formatQuantity(Number(key) / 100) })
    case 'category':
      return key === '' ? t('noCategory') : (label ?? key)
    default:
      return label ?? key
  }
}

function known<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key)
}

/** Goods and services of a row; for a payment method, what it received. */
export function goodsCentavos(by: By, row: ReportRow): number {
  const sold = row.totalCentavos ?? 0
  return by === 'method' ? sold - (row.refundCentavos ?? 0) : sold
}

export function servicesCentavos(row: ReportRow): number {
  return (row.vasAmountCentavos ?? 0) + (row.vasFeeCentavos ?? 0)
}
