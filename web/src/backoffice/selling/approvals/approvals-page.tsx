import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useLiveEvents } from '../../../api/live-events.ts'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { shownStatus } from '../../../refunds/approval-status.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyBook } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { Counted } from '../../../ui/parts/counted.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ApprovalDrawer } from './approval-drawer.tsx'
import { type Approval, approvalsQuery, tones } from './approvals-query.ts'
import { approvalsSearch, everyStatus, statuses } from './search.ts'
import { approvalsTexts } from './texts.ts'

const heard = ['approval.requested', 'approval.decided', 'sale.refunded', 'sale.completed'] as const

export function ApprovalsPage() {
  return <StorePage>{(store) => <Inbox storeId={store.storeId} />}</StorePage>
}

/** Pending requests, updated live; decided ones are behind the other filters. */
function Inbox({ storeId }: { storeId: string }) {
  const t = useWords(approvalsTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(approvalsSearch)
  const queryClient = useQueryClient()
  const isLive = useLiveEvents(
    storeId,
    heard,
    () => void queryClient.invalidateQueries({ queryKey: ['approvals'] }),
  )
  const asked = search.estado ?? 'PENDING'
  const status = asked === everyStatus ? undefined : asked
  const listing = useInfiniteQuery(approvalsQuery(storeId, status))
  const pending = useInfiniteQuery(approvalsQuery(storeId, 'PENDING'))
  const waiting = pending.data?.filter((each) => shownStatus(each) === 'PENDING').length ?? 0
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <span role="status">
          <StatusChip tone={isLive ? 'good' : 'wait'}>{t(isLive ? 'live' : 'notLive')}</StatusChip>
        </span>
      </PageHeader>
      <SegmentedControl
        mb="md"
        aria-label={t('filter')}
        value={status ?? everyStatus}
        onChange={(value) => change({ estado: value })}
        data={[
          ...statuses.map((each) => ({
            value: each as string,
            label:
              each === 'PENDING' ? (
                <Counted label={t('status.PENDING')} of={{ count: waiting, isMore: pending.hasNextPage }} />
              ) : (
                t(`status.${each}`)
              ),
          })),
          { value: everyStatus, label: t('all') },
        ]}
      />
      <DataList
        label={t('title')}
        listing={listing}
        columns={useColumns()}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => change({ ver: id })}
        empty={
          <EmptyState
            picture={<EmptyBook />}
            title={t(status === 'PENDING' ? 'empty' : 'emptyFilter')}
            hint={status === 'PENDING' ? t('emptyHint') : undefined}
          />
        }
      />
      {search.ver !== undefined && (
        <ApprovalDrawer key={search.ver} id={search.ver} onClose={() => change({ ver: undefined })} />
      )}
    </>
  )
}

function useColumns(): DataTableColumn<Approval>[] {
  const t = useWords(approvalsTexts)
  return [
    { accessor: 'createdAt', title: t('when'), render: ({ createdAt }) => formatDateTime(createdAt) },
    {
      accessor: 'type',
      title: t('what'),
      render: ({ type, scope }) => `${t(`type.${type}`)} ${t(`scope.${scope}`)}`,
    },
    {
      accessor: 'amountCentavos',
      title: t('amount'),
      textAlign: 'right',
      render: (approval) => (
        <Text fw={600} className="figures">
          {formatPesos(approval.valueCentavos)}
        </Text>
      ),
    },
    { accessor: 'requesterName', title: t('requester') },
    { accessor: 'reason', title: t('reason'), ellipsis: true, width: 240 },
    {
      accessor: 'status',
      title: t('state'),
      render: (approval) => {
        const shown = shownStatus(approval)
        return <StatusChip tone={tones[shown]}>{t(`one.${shown}`)}</StatusChip>
      },
    },
  ]
}
