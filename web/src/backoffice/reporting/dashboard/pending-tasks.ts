import type { Dashboard } from '@mostrador/client'
import {
  IconCashRegister,
  IconChecklist,
  IconClockDollar,
  IconPackageOff,
  IconScale,
  type TablerIcon,
} from '@tabler/icons-react'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import { type PageKey, pages } from '../../../desk/navigation/navigation.ts'
import { formatRecent } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import type { Tone } from '../../../ui/illustrations/picture.tsx'
import { useWords, type Words as WordsOf } from '../../../ui/words/words.ts'
import { amountWords } from '../../selling/approvals/amount-words.ts'
import { everyStore } from './search.ts'
import { dashboardTexts } from './texts.ts'

type Words = WordsOf<typeof dashboardTexts>
type Waiting<K extends keyof Dashboard> = Dashboard[K] extends { items: (infer Item)[] } ? Item : never

/** A pending task: how many, and the page where it is handled. */
interface PendingTask {
  key: 'approvals' | 'pending' | 'differences' | 'lowStock' | 'openShifts'
  icon: TablerIcon
  tone: Tone
  title: string
  page: PageKey
  /** The page where it is handled. */
  link: LinkOptions
  count: number
  lines: { id: string; text: string }[]
}

/** @param everywhere opens pages for all stores, where the page can */
const linksOf = (everywhere: { readonly tiendas?: typeof everyStore }) => ({
  approvals: linkOptions({ to: pages.approvals.to }),
  pending: linkOptions({ to: pages.sales.to, search: { estado: 'PENDING' } }),
  differences: linkOptions({ to: pages.shifts.to, search: { estado: 'diferencia', ...everywhere } }),
  lowStock: linkOptions({
    to: pages.reports.to,
    search: { estado: 'inventario', filtro: 'surtir', ...everywhere },
  }),
  openShifts: linkOptions({ to: pages.shifts.to, search: { estado: 'abiertos', ...everywhere } }),
})

/** The pending tasks of the stores, most urgent first; those with nothing pending are left out. */
export function usePendingTasks(dashboard: Dashboard): PendingTask[] {
  const t = useWords(dashboardTexts)
  const links = linksOf(dashboard.storeCount > 1 ? { tiendas: everyStore } : {})
  const linesOf = <I extends { id: string; storeName: string }>(items: I[], say: (item: I) => string) =>
    items.map((item) => {
      const line = say(item)
      const text = dashboard.storeCount > 1 ? t('inStore', { line, store: item.storeName }) : line
      return { id: item.id, text }
    })
  const { pendingApprovals, pendingSales, shiftDifferences, lowStock, openShifts } = dashboard
  const task = (
    key: PendingTask['key'],
    { count }: { count: number },
    lines: PendingTask['lines'],
    face: Pick<PendingTask, 'icon' | 'tone' | 'page'>,
  ): PendingTask => ({ key, count, lines, title: t(key, { count }), link: links[key], ...face })
  return [
    task(
      'approvals',
      pendingApprovals,
      linesOf(pendingApprovals.items, (each) => approvalLine(t, each)),
      { icon: IconChecklist, tone: 'wait', page: 'approvals' },
    ),
    task(
      'pending',
      pendingSales,
      linesOf(pendingSales.items, (each) => pendingLine(t, each)),
      {
        icon: IconClockDollar,
        tone: 'wait',
        page: 'sales',
      },
    ),
    task(
      'differences',
      shiftDifferences,
      linesOf(shiftDifferences.items, (each) => differenceLine(t, each)),
      {
        icon: IconScale,
        tone: 'bad',
        page: 'shifts',
      },
    ),
    task(
      'lowStock',
      lowStock,
      linesOf(
        lowStock.items.map((each) => ({ ...each, id: `${each.storeId}${each.variantId}` })),
        (each) => lowLine(t, each),
      ),
      {
        icon: IconPackageOff,
        tone: 'wait',
        page: 'reports',
      },
    ),
    task(
      'openShifts',
      openShifts,
      linesOf(openShifts.items, (each) =>
        t('openShift', { who: each.cashierName, when: formatRecent(each.openedAt) }),
      ),
      {
        icon: IconCashRegister,
        tone: 'idle',
        page: 'shifts',
      },
    ),
  ]
}

function approvalLine(t: Words, approval: Waiting<'pendingApprovals'>): string {
  return t('approval', {
    what: t(`approvalType.${approval.type}`),
    amount: amountWords(approval),
    who: approval.requesterName,
  })
}

function pendingLine(t: Words, sale: Waiting<'pendingSales'>): string {
  return t('pendingSale', {
    name: sale.productName,
    amount: formatPesos(sale.amountCentavos),
    when: formatRecent(sale.createdAt),
  })
}

function differenceLine(t: Words, { cashierName, differenceCentavos }: Waiting<'shiftDifferences'>): string {
  return t(differenceCentavos < 0 ? 'short' : 'over', {
    who: cashierName,
    amount: formatPesos(Math.abs(differenceCentavos)),
  })
}

function lowLine(t: Words, { productName, variantName, onHand }: Waiting<'lowStock'>): string {
  return t('left', {
    name: variantName === null ? productName : `${productName} · ${variantName}`,
    onHand: formatQuantity(onHand),
  })
}
