import { Stack, Text } from '@mantine/core'
import type { Restoration, RestoredAct } from '@mostrador/client'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { EmptyBook } from '../../ui/illustrations/scenes.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { Panel } from '../../ui/parts/panel.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { Facts } from '../acts/facts.tsx'
import { ActTable } from './act-table.tsx'
import { RecoveredSales } from './recovered-sales.tsx'
import { actsByRoom, underWay } from './restored-acts.ts'
import { restorationTexts } from './texts.ts'
import { UnreadLists } from './unread-lists.tsx'
import { WaitingActs } from './waiting-acts.tsx'

/** Reconciles a restored database: what was lost, what is given again, and the step that opens the platform. */
export function RestorationPage() {
  const t = useWords(restorationTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['restoration'],
    queryFn: ({ signal }) => answer(api.GET('/platform/restorations', { signal })),
  })
  const open = data && underWay(data.items)
  return (
    <>
      <PageHeader title={t('title')} {...(open !== undefined && { hint: t('hint') })} />
      {data === undefined && error !== null && (
        <ErrorState {...words(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <RowSkeletons />}
      {data !== undefined && open === undefined && <Ended last={data.items[0]} />}
      {open !== undefined && <Reconciliation restoration={open} />}
    </>
  )
}

/** The database is not restored; what the last restoration entered, and what is to be done again, can still be read. */
function Ended({ last }: { last: Restoration | undefined }) {
  const t = useWords(restorationTexts)
  const endedAt = last?.reconciledAt ?? null
  const { payouts, toRepeat } = actsByRoom(last?.acts ?? [])
  return (
    <Stack maw={1080}>
      <EmptyState
        picture={<EmptyBook />}
        title={t('none')}
        hint={endedAt === null ? t('noneHint') : t('lastEnded', { when: formatDateTime(endedAt) })}
      />
      <ActPanel title={t('payouts')} hint={t('payoutsHintEnded')} acts={payouts} />
      <ActPanel title={t('toRepeat')} hint={t('toRepeatHintEnded')} acts={toRepeat} />
      {last !== undefined && last.recoveredSales.length + last.unreadLists.length > 0 && (
        <Panel title={t('sales')}>
          <RecoveredSales restoration={last} />
          <UnreadLists lists={last.unreadLists} />
        </Panel>
      )}
    </Stack>
  )
}

function Reconciliation({ restoration }: { restoration: Restoration }) {
  const t = useWords(restorationTexts)
  const { waiting, payouts, toRepeat, applied, decided } = actsByRoom(restoration.acts)
  const accessCount = restoration.acts.length - payouts.length
  return (
    <Stack maw={1080}>
      <Panel title={t('lost')} hint={t('lostHint')}>
        <Facts
          facts={[
            [t('from'), formatDateTime(restoration.dataUntil)],
            [t('until'), formatDateTime(restoration.foundAt)],
            [t('acts'), accessCount === 0 ? t('noActs') : accessCount],
          ]}
        />
      </Panel>
      <Panel title={t('waiting')} hint={t('waitingHint')}>
        <WaitingActs acts={waiting} />
      </Panel>
      <ActPanel title={t('decided')} acts={decided} />
      <ActPanel title={t('applied')} hint={t('appliedHint')} acts={applied} />
      <ActPanel title={t('payouts')} hint={t('payoutsHint')} acts={payouts} />
      <ActPanel title={t('toRepeat')} hint={t('toRepeatHint')} acts={toRepeat} />
      <Panel title={t('sales')}>
        <RecoveredSales restoration={restoration} />
        <UnreadLists lists={restoration.unreadLists} />
      </Panel>
      <Panel title={t('finish')} hint={t('finishHint')}>
        <Finish waitingCount={waiting.length} />
      </Panel>
    </Stack>
  )
}

function Finish({ waitingCount }: { waitingCount: number }) {
  const t = useWords(restorationTexts)
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const reason = waitingCount > 0 ? t('stillWaiting', { count: waitingCount }) : null
  const act: Act = {
    key: 'finish',
    label: t('finishAction'),
    title: t('finishTitle'),
    hint: t('finishSure'),
    run: async () => {
      try {
        await answer(api.POST('/platform/restorations/current/finish'))
      } finally {
        // Also a refused attempt may have entered sales.
        await refreshed(queryClient)
      }
      return t('finished')
    },
  }
  return (
    <>
      {reason !== null && (
        <Text c="dimmed" mb="sm">
          {reason}
        </Text>
      )}
      <AllowedButton reason={reason} onClick={() => setIsAsking(true)}>
        {t('finish')}
      </AllowedButton>
      {isAsking && <ActDialog act={act} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** The menu opens with the platform. */
const refreshed = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => ['me', 'readiness', 'restoration'].includes(String(queryKey[0])),
  })

/** Acts that need no decision; nothing when there are none. */
function ActPanel({ acts, ...panel }: { title: string; hint?: string; acts: readonly RestoredAct[] }) {
  return (
    acts.length > 0 && (
      <Panel {...panel}>
        <ActTable acts={acts} label={panel.title} />
      </Panel>
    )
  )
}
