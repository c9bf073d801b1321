import { Text } from '@mantine/core'
import type { ProfileStore, StockCount } from '@mostrador/client'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { EmptyBook } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { allCategoriesQuery } from '../../catalog/categories/categories-query.ts'
import { countsQuery } from './counts-query.ts'
import { countTexts } from './texts.ts'
import { useOpenSheet } from './use-open-sheet.ts'

const OpenDialog = later(async () => (await import('./open-dialog.tsx')).OpenDialog)
const CountSheet = later(async () => (await import('./count-sheet.tsx')).CountSheet)

const tones = { OPEN: 'wait', CLOSED: 'good', CANCELED: 'idle' } as const

export function CountsPage() {
  return <StorePage>{(store) => <Counts store={store} />}</StorePage>
}

/** The store's counts, or the open one in their place. */
function Counts({ store }: { store: ProfileStore }) {
  const { countId, open, close } = useOpenSheet(store.storeId)
  if (countId === undefined) return <CountList store={store} onOpen={open} />
  return <CountSheet key={countId} countId={countId} store={store} onClose={close} />
}

function CountList({ store, onOpen }: { store: ProfileStore; onOpen: (id: string) => void }) {
  const t = useWords(countTexts)
  const words = useProblemWords()
  const listing = useInfiniteQuery(countsQuery(store.storeId))
  const { data: categories = [] } = useQuery(allCategoriesQuery(store.storeId))
  const barred = useMissingScope(store, 'POS_INVENTORY_WRITE')
  const [isOpening, setIsOpening] = useState(false)
  const whatOf = ({ categoryId, lineCount }: StockCount) =>
    categoryId === null
      ? `${t('lines')}: ${lineCount}`
      : (categories.find(({ id }) => id === categoryId)?.name ?? t('deletedCategory'))
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton
          reason={barred}
          leftSection={<IconClipboardCheck size={19} />}
          onClick={() => setIsOpening(true)}
        >
          {t('open')}
        </AllowedButton>
      </PageHeader>
      <DataList<StockCount>
        label={t('title')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => onOpen(id)}
        empty={<EmptyState picture={<EmptyBook />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          { accessor: 'openedAt', title: t('when'), render: ({ openedAt }) => formatDateTime(openedAt) },
          {
            accessor: 'categoryId',
            title: t('what'),
            render: (count) => <Text fw={600}>{count.note ?? whatOf(count)}</Text>,
          },
          {
            accessor: 'lineCount',
            title: t('lines'),
            textAlign: 'right',
            render: ({ lineCount }) => <span className="figures">{lineCount}</span>,
          },
          {
            accessor: 'status',
            title: t('state'),
            render: ({ status }) => <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>,
          },
          {
            accessor: 'endedAt',
            title: t('ended'),
            render: ({ endedAt }) => (endedAt === null ? '—' : formatDateTime(endedAt)),
          },
        ]}
      />
      {isOpening && (
        <OpenDialog
          storeId={store.storeId}
          categories={categories}
          onOpened={onOpen}
          onClose={() => setIsOpening(false)}
        />
      )}
    </>
  )
}
