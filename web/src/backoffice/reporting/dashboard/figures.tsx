import { SimpleGrid } from '@mantine/core'
import type { SalesReport } from '@mostrador/client'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { Figure } from '../../../ui/parts/figure.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { changePercent } from './comparison.ts'
import classes from './dashboard.module.css'
import { dashboardTexts } from './texts.ts'

type Sums = SalesReport['totals']

interface Props {
  of: 'today' | 'own'
  figures: Sums
  /** The figures of the same day last week up to this time. Absent: no comparison is shown. */
  before?: { orderCount: number; totalCentavos: number; vasAmountCentavos: number }
  lastWeek?: Sums
}

/** Sales, tickets, services and refunds. */
export function Figures({ of, figures, before, lastWeek }: Props) {
  const t = useWords(dashboardTexts)
  const orders = figures.orderCount ?? 0
  const sold = figures.totalCentavos ?? 0
  const services = figures.vasAmountCentavos ?? 0
  const refunds = figures.refundCount ?? 0
  const commission = figures.vasCommissionCentavos ?? 0
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Figure
        label={t(`${of}.sales`)}
        value={formatPesos(sold)}
        change={before && <Change isFirst now={sold} before={before.totalCentavos} />}
        hint={
          (lastWeek?.totalCentavos ?? 0) > 0
            ? t('lastWeekDay', { amount: formatPesos(lastWeek?.totalCentavos ?? 0) })
            : undefined
        }
      />
      <Figure
        label={t(`${of}.orders`)}
        value={formatQuantity(orders)}
        change={before && <Change now={orders} before={before.orderCount} />}
        hint={orders > 0 ? t('averageTicket', { amount: formatPesos(Math.round(sold / orders)) }) : undefined}
      />
      <Figure
        label={t(`${of}.services`)}
        value={formatPesos(services)}
        change={before && <Change now={services} before={before.vasAmountCentavos} />}
        hint={[
          t('serviceCount', { count: figures.vasCount ?? 0 }),
          ...(commission > 0 ? [t('commission', { amount: formatPesos(commission) })] : []),
        ].join(' · ')}
      />
      <Figure
        label={t(`${of}.refunds`)}
        value={formatPesos(figures.refundCentavos ?? 0)}
        hint={refunds === 0 ? t('noRefunds') : t('refundCount', { count: refunds })}
      />
    </SimpleGrid>
  )
}

/** The change against last week at the same time of day. */
function Change({ now, before, isFirst = false }: { now: number; before: number; isFirst?: boolean }) {
  const t = useWords(dashboardTexts)
  const percent = changePercent(now, before)
  if (percent === null) return isFirst && <div className={classes['change']}>{t('nothingBefore')}</div>
  const Icon = percent > 0 ? IconArrowUpRight : percent < 0 ? IconArrowDownRight : IconEqual
  return (
    <div className={classes['change']}>
      <StatusChip
        tone={percent > 0 ? 'good' : percent < 0 ? 'bad' : 'idle'}
        icon={<Icon size={15} stroke={2.2} aria-hidden="true" />}
      >
        {percent === 0
          ? t('same')
          : t(percent > 0 ? 'more' : 'less', { percent: formatQuantity(Math.abs(percent)) })}
      </StatusChip>
      {t('thanLastWeek')}
    </div>
  )
}
