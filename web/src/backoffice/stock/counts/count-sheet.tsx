import { Button, Group, Paper, SegmentedControl, Text } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { goodsQuery } from '../inventory/queries.ts'
import { CountEnd } from './count-end.tsx'
import { CountRows } from './count-rows.tsx'
import { countLinesQuery, countQuery } from './counts-query.ts'
import { ScanField } from './scan-field.tsx'
import { linesShown, type Showing, tallyOf } from './tally.ts'
import { countTexts } from './texts.ts'
import { useCounting } from './use-counting.ts'
import { leaveLine, useOpenedLine } from './use-opened-line.ts'

interface Props {
  countId: string
  store: ProfileStore
  onClose: () => void
}

const showings = ['all', 'missing', 'different'] as const
const tones = { OPEN: 'wait', CLOSED: 'good', CANCELED: 'idle' } as const

/** One count: its lines, its progress and its end. */
export function CountSheet({ countId, store, onClose }: Props) {
  const t = useWords(countTexts)
  const words = useProblemWords()
  const count = useQuery(countQuery(countId))
  const lines = useQuery(countLinesQuery(store.storeId, countId))
  const goods = useQuery(goodsQuery(store.storeId))
  const error = count.error ?? lines.error ?? goods.error
  const back = (
    <Button variant="subtle" leftSection={<IconArrowLeft size={18} />} onClick={onClose}>
      {t('back')}
    </Button>
  )
  if (count.data === undefined || lines.data === undefined || goods.data === undefined) {
    return (
      <>
        {back}
        {error === null ? (
          <RowSkeletons />
        ) : (
          <ErrorState
            {...words(error)}
            onRetry={() => {
              for (const each of [count, lines, goods]) void each.refetch()
            }}
          />
        )}
      </>
    )
  }
  const { status, note, openedAt } = count.data
  return (
    <>
      {back}
      <PageHeader title={note ?? t('title')} hint={`${t('when')}: ${formatDateTime(openedAt)}`}>
        <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>
      </PageHeader>
      <Sheet store={store} countId={countId} isOpen={status === 'OPEN'} goods={goods.data} onEnd={onClose} />
    </>
  )
}

interface SheetProps {
  store: ProfileStore
  countId: string
  isOpen: boolean
  goods: ReadonlyMap<string, Goods>
  onEnd: () => void
}

function Sheet({ store, countId, isOpen, goods, onEnd }: SheetProps) {
  const t = useWords(countTexts)
  const { data: lines = [] } = useQuery(countLinesQuery(store.storeId, countId))
  const barred = useMissingScope(store, 'POS_INVENTORY_WRITE')
  const { record, scan, noteEntry, assertSaved, readAgain } = useCounting(store.storeId, countId)
  const [typed, setTyped] = useState('')
  const [showing, setShowing] = useState<Showing>(isOpen ? 'all' : 'different')
  const opened = useOpenedLine()
  const matching = useMemo(() => linesShown(lines, goods, showing, typed), [lines, goods, showing, typed])
  const shown =
    opened.variantId === null ? matching : lines.filter(({ variantId }) => variantId === opened.variantId)
  const tally = tallyOf(lines)
  const canCount = isOpen && barred === null
  return (
    <>
      <Paper withBorder p="md" mb="md">
        <Group justify="space-between" mb={6}>
          <Text fw={600} role="status">
            {t('progress', { counted: tally.counted, total: tally.total })}
          </Text>
          <Text c={tally.different > 0 ? 'var(--tone-wait)' : 'dimmed'} fw={600}>
            {t('differences', { count: tally.different })}
          </Text>
        </Group>
        <progress
          aria-label={t('progressLabel')}
          max={tally.total}
          value={tally.counted}
          style={{ width: '100%', height: 10, accentColor: 'var(--brand)' }}
        />
      </Paper>
      <Group mb="md" align="flex-end" justify="space-between">
        <ScanField
          lines={lines}
          goods={goods}
          canCount={canCount}
          typed={typed}
          onType={(text) => {
            setTyped(text)
            opened.close()
          }}
          onScan={(variantId) => {
            if (opened.variantId !== null) leaveLine()
            return scan(variantId)
          }}
          onOpen={opened.open}
        />
        <SegmentedControl
          aria-label={t('show')}
          value={showing}
          onChange={(value) => {
            setShowing(value as Showing)
            opened.close()
          }}
          data={showings.map((value) => ({ value, label: t(`showing.${value}`) }))}
        />
      </Group>
      <CountRows
        lines={shown}
        goods={goods}
        canCount={canCount}
        onRecord={record}
        onLeave={(variantId, isInvalid) => {
          noteEntry(variantId, isInvalid)
          if (!isInvalid && variantId === opened.variantId) opened.close()
        }}
      />
      {isOpen && (
        <CountEnd
          countId={countId}
          tally={tally}
          goods={goods}
          barred={barred}
          assertSaved={assertSaved}
          readAgain={readAgain}
          onEnd={onEnd}
        />
      )}
    </>
  )
}
