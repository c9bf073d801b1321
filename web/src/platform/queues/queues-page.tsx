import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { usePageSearch } from '../../desk/search/search.ts'
import { Counted } from '../../ui/parts/counted.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { BankAccountQueue } from './bank-accounts.tsx'
import { ChipIncidentQueue } from './chip-incidents.tsx'
import { DepositQueue } from './deposits.tsx'
import { ReviewQueue } from './reviews.tsx'
import { queuesSearch, tabs } from './search.ts'
import { SettlementQueue } from './settlements.tsx'
import { queueTexts } from './texts.ts'
import { useWaiting } from './waiting.ts'
import { WorkflowQueue } from './workflows.tsx'

type Tab = keyof typeof queueTexts.tab

const rooms: Record<Tab, () => ReactNode> = {
  cuentas: BankAccountQueue,
  depositos: DepositQueue,
  liquidaciones: SettlementQueue,
  revision: ReviewQueue,
  chips: ChipIncidentQueue,
  procesos: WorkflowQueue,
}

/** The platform's queues, one tab each with what waits in it. The open tab is in the address. */
export function QueuesPage() {
  const t = useWords(queueTexts)
  const { search, change } = usePageSearch(queuesSearch)
  const waiting = useWaiting()
  const first = useFirstWaiting(waiting)
  const open = search.estado ?? first
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')} />
      <Tabs value={open} onChange={(tab) => change({ estado: tab ?? undefined })} keepMounted={false}>
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              <Counted label={t(`tab.${tab}`)} of={waiting[tab]} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {open === null && <RowSkeletons />}
        {tabs.map((tab) => {
          const Room = rooms[tab]
          return (
            <Tabs.Panel key={tab} value={tab}>
              <Room />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}

/**
 * The first queue with a case when the page was opened. It stays the same after its last case is decided. `null` until
 * all queues have answered.
 */
function useFirstWaiting(waiting: ReturnType<typeof useWaiting>): Tab | null {
  const [first, setFirst] = useState<Tab | null>(null)
  const isKnown = tabs.every((tab) => waiting[tab].isKnown)
  if (first === null && isKnown) setFirst(tabs.find((tab) => waiting[tab].count > 0) ?? 'cuentas')
  return first
}
