import { Stack, Title } from '@mantine/core'
import type { ListedChipImportRun } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import type { Tone } from '../../../ui/illustrations/picture.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { documentOfRun } from './faults.ts'
import { runQuery, runsQuery } from './queries.ts'
import { Refusal, useRefusal } from './refusal.tsx'
import { RunProgress } from './run-progress.tsx'
import { chipTexts } from './texts.ts'

const tones: Record<ListedChipImportRun['status'], Tone> = {
  RUNNING: 'wait',
  CHECKED: 'good',
  IMPORTED: 'good',
  REFUSED: 'bad',
  STOPPED: 'bad',
}

/** Imports of large files with their results, also those whose window was closed. Absent without any. */
export function ChipRuns({ storeId }: { storeId: string }) {
  const t = useWords(chipTexts)
  const words = useProblemWords()
  const refusalOf = useRefusal()
  const listing = useInfiniteQuery(runsQuery(storeId))
  const [opened, setOpened] = useState<ListedChipImportRun | null>(null)
  if (listing.data?.length === 0) return null
  return (
    <Stack mb="xl">
      <Title order={2} size="h4">
        {t('runs')}
      </Title>
      <DataList
        label={t('runs')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        empty={null}
        onOpen={setOpened}
        columns={[
          { accessor: 'startedAt', title: t('when'), render: ({ startedAt }) => formatDateTime(startedAt) },
          { accessor: 'fileName', title: t('file') },
          {
            accessor: 'status',
            title: t('result'),
            render: ({ status }) => <StatusChip tone={tones[status]}>{t(`runStatus.${status}`)}</StatusChip>,
          },
          {
            accessor: 'problemCode',
            title: t('fault'),
            render: ({ problemCode }) =>
              problemCode === null
                ? '—'
                : problemCode === 'chip_rows_invalid'
                  ? t('faultyRows')
                  : refusalOf({ code: problemCode }),
          },
          {
            accessor: 'rowsTotal',
            title: t('chips'),
            textAlign: 'right',
            render: ({ rowsTotal }) => (
              <span className="figures">{rowsTotal === null ? '—' : formatQuantity(rowsTotal)}</span>
            ),
          },
        ]}
      />
      {opened !== null && (
        <Modal opened onClose={() => setOpened(null)} size="lg" title={opened.fileName}>
          <Run id={opened.id} />
        </Modal>
      )}
    </Stack>
  )
}

function Run({ id }: { id: string }) {
  const t = useWords(chipTexts)
  const { data: run, error } = useQuery(runQuery(id))
  if (error !== null) return <Refusal document={null} error={error} />
  if (run === undefined) return <RowSkeletons rows={3} />
  if (run.status === 'RUNNING') return <RunProgress run={run} />
  const problem = documentOfRun(run)
  return (
    <Stack>
      {problem === null ? (
        <StatusChip tone={tones[run.status]}>{t(`runStatus.${run.status}`)}</StatusChip>
      ) : (
        <Refusal document={problem} error={null} />
      )}
      {run.hiddenSheets.length > 0 && t('hidden', { sheets: run.hiddenSheets.join(', ') })}
    </Stack>
  )
}
