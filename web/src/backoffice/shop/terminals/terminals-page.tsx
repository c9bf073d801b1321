import { Text } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { RecordList } from '../../../desk/records/record-list.tsx'
import { listSearch, usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { EmptyTill } from '../../../ui/illustrations/scenes.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { type DeviceAct, DeviceActions } from '../devices/device-actions.tsx'
import { deviceTexts } from '../devices/texts.ts'
import { terminalRecordTexts } from './texts.ts'

const terminalsQuery = (storeId: string, q: string | undefined) =>
  pagesQuery(['terminals', 'list', storeId, q], (cursor, signal) =>
    answer(
      api.GET('/pos/terminals', {
        params: {
          query: {
            storeId,
            sort: 'name',
            limit: 50,
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

const DeviceDialog = later(async () => (await import('../devices/device-dialog.tsx')).DeviceDialog)
const TerminalForm = later(async () => (await import('./terminal-form.tsx')).TerminalForm)

export function TerminalsPage() {
  return <StorePage>{(store) => <Terminals store={store} />}</StorePage>
}

function Terminals({ store }: { store: ProfileStore }) {
  const t = useWords(terminalRecordTexts)
  const tDevice = useWords(deviceTexts)
  const { search } = usePageSearch(listSearch)
  const barred = useMissingScope(store, 'TERMINALS_WRITE')
  const [act, setAct] = useState<DeviceAct | null>(null)
  return (
    <>
      <RecordList
        title={t('title')}
        hint={t('hint')}
        addLabel={t('add')}
        barred={barred}
        listing={useInfiniteQuery(terminalsQuery(store.storeId, search.q))}
        idOf={(terminal) => terminal.id}
        columns={[
          {
            accessor: 'name',
            title: t('name'),
            render: ({ name }) => <Text fw={600}>{name}</Text>,
          },
          {
            accessor: 'status',
            title: t('state'),
            render: ({ status }) => (
              <StatusChip tone={status === 'ENABLED' ? 'good' : 'idle'}>{t(`status.${status}`)}</StatusChip>
            ),
          },
          {
            accessor: 'deviceEnabledAt',
            title: tDevice('device'),
            render: ({ deviceEnabledAt }) =>
              deviceEnabledAt === null
                ? tDevice('none')
                : tDevice('since', { when: formatDateTime(deviceEnabledAt) }),
          },
          {
            accessor: 'id',
            title: '',
            render: (terminal) => <DeviceActions terminal={terminal} barred={barred} onAct={setAct} />,
          },
        ]}
        empty={{ picture: <EmptyTill />, title: t('empty'), hint: t('emptyHint') }}
        form={(terminal, close) => (
          <TerminalForm storeId={store.storeId} terminal={terminal} onClose={close} />
        )}
      />
      {act !== null && <DeviceDialog {...act} onClose={() => setAct(null)} />}
    </>
  )
}
