import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageSearch } from '../../desk/search/search.ts'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { useWords } from '../../ui/words/words.ts'
import { BankAccountQueue } from './bank-accounts.tsx'
import { ChipIncidentQueue } from './chip-incidents.tsx'
import { DepositQueue } from './deposits.tsx'
import { ReviewQueue } from './reviews.tsx'
import { queuesSearch, tabs } from './search.ts'
import { SettlementQueue } from './settlements.tsx'
import { queueTexts } from './texts.ts'
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

/** The platform's queues, one tab each. The open tab is in the address. */
export function QueuesPage() {
  const t = useWords(queueTexts)
  const { search, change } = usePageSearch(queuesSearch)
  const open = search.estado ?? 'cuentas'
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')} />
      <Tabs value={open} onChange={(tab) => change({ estado: tab ?? undefined })} keepMounted={false}>
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
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
