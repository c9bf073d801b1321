import { Alert, Stack, Text } from '@mantine/core'
import type { Connection, ProfileStore } from '@mostrador/client'
import { IconPlugConnected } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { formatDay, formatRecent } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyPurse } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ConnectionActions } from './connection-actions.tsx'
import { connectionTexts } from './texts.ts'

const ConnectionForm = later(async () => (await import('./connection-form.tsx')).ConnectionForm)

const connectionsQuery = (storeId: string) =>
  pagesQuery(['connections', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/connections', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

export function ConnectionsPage() {
  return <StorePage>{(store) => <Connections store={store} />}</StorePage>
}

function Connections({ store }: { store: ProfileStore }) {
  const t = useWords(connectionTexts)
  const words = useProblemWords()
  const listing = useInfiniteQuery(connectionsQuery(store.storeId))
  const barred = useMissingScope(store, 'POS_STORES_WRITE')
  const [isAdding, setIsAdding] = useState(false)
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const note = (id: string, isRefused: boolean) =>
    setRefused((before) => {
      const after = new Set(before)
      if (isRefused) after.add(id)
      else after.delete(id)
      return after
    })
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton
          reason={barred}
          leftSection={<IconPlugConnected size={19} />}
          onClick={() => setIsAdding(true)}
        >
          {t('add')}
        </AllowedButton>
      </PageHeader>
      <Paused connections={listing.data ?? []} />
      <DataList<Connection>
        label={t('title')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        empty={<EmptyState picture={<EmptyPurse />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          {
            accessor: 'name',
            title: t('name'),
            render: ({ name, provider, environment }) => (
              <>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {providers[provider]} · {t(`env.${environment}`)}
                </Text>
              </>
            ),
          },
          {
            accessor: 'credentials',
            title: t('apiKey'),
            render: ({ credentials: { lastFour } }) => <span className="figures">•••• {lastFour}</span>,
          },
          {
            accessor: 'state',
            title: t('state'),
            render: (connection) => <State connection={connection} isRefused={refused.has(connection.id)} />,
          },
          {
            accessor: 'balance',
            title: t('balance'),
            textAlign: 'right',
            render: ({ balance }) =>
              balance === null ? (
                <Text c="dimmed">{t('unknown')}</Text>
              ) : (
                <>
                  <Text className="figures" fw={600}>
                    {formatPesos(balance.availableCentavos)}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {t('checked', { when: formatRecent(balance.checkedAt) })}
                  </Text>
                </>
              ),
          },
          { accessor: 'createdAt', title: t('since'), render: ({ createdAt }) => formatDay(createdAt) },
          {
            accessor: 'id',
            title: '',
            render: (connection) => (
              <ConnectionActions
                connection={connection}
                barred={barred}
                onChecked={(isRefused) => note(connection.id, isRefused)}
              />
            ),
          },
        ]}
      />
      {isAdding && <ConnectionForm storeId={store.storeId} onClose={() => setIsAdding(false)} />}
    </>
  )
}

const providers: Record<Connection['provider'], string> = { dtone: 'DT One' }

/** Whether the connection is paused, and whether the last check reached the account. */
function State({ connection, isRefused }: { connection: Connection; isRefused: boolean }) {
  const t = useWords(connectionTexts)
  if (connection.status === 'PAUSED') return <StatusChip tone="bad">{t('pausedState')}</StatusChip>
  if (isRefused) return <StatusChip tone="bad">{t('refused')}</StatusChip>
  return connection.balance === null ? (
    <StatusChip tone="idle">{t('untried')}</StatusChip>
  ) : (
    <StatusChip tone="good">{t('answering')}</StatusChip>
  )
}

/** Why each paused connection is paused, and what that means. */
function Paused({ connections }: { connections: readonly Connection[] }) {
  const t = useWords(connectionTexts)
  return (
    <Stack gap="sm" mb="md">
      {connections.map(({ id, name, pausedReason, answerableName }) =>
        pausedReason === null ? null : (
          <Alert key={id} color="red" title={t('isPaused', { name })}>
            {t(`paused.${pausedReason}`, { who: answerableName ?? t('somebody') })} {t('pausedHint')}
          </Alert>
        ),
      )}
    </Stack>
  )
}
