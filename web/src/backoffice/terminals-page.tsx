import { Switch, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { pagesQuery } from '../api/lists.ts'
import type { StoreAbility, TerminalRecord } from '../api/types.ts'
import { useMissingScope } from '../session/abilities.ts'
import { useDeskSearch } from '../session/desk-search.ts'
import { RecordDrawer } from '../session/record-drawer.tsx'
import { EmptyTill } from '../ui/illustrations/scenes.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { RecordList } from './record-list.tsx'
import { StorePage } from './store-page.tsx'
import { useBackofficeWords } from './words.ts'

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

export function TerminalsPage() {
  return <StorePage>{(store) => <Terminals store={store} />}</StorePage>
}

function Terminals({ store }: { store: StoreAbility }) {
  const t = useBackofficeWords()
  const { search } = useDeskSearch()
  return (
    <RecordList
      title={t('terminals.title')}
      hint={t('terminals.hint')}
      addLabel={t('terminals.add')}
      barred={useMissingScope(store, 'TERMINALS_WRITE')}
      listing={useInfiniteQuery(terminalsQuery(store.storeId, search.q))}
      idOf={(terminal) => terminal.id}
      columns={[
        { accessor: 'name', title: t('terminals.name'), render: ({ name }) => <Text fw={600}>{name}</Text> },
        {
          accessor: 'status',
          title: t('terminals.state'),
          render: ({ status }) => (
            <StatusChip tone={status === 'ENABLED' ? 'good' : 'idle'}>
              {t(`terminals.status.${status}`)}
            </StatusChip>
          ),
        },
      ]}
      empty={{ picture: <EmptyTill />, title: t('terminals.empty'), hint: t('terminals.emptyHint') }}
      form={(terminal, close) => <TerminalForm storeId={store.storeId} terminal={terminal} onClose={close} />}
    />
  )
}

function TerminalForm(props: { storeId: string; terminal: TerminalRecord | null; onClose: () => void }) {
  const { storeId, terminal, onClose } = props
  const t = useBackofficeWords()
  return (
    <RecordDrawer
      title={terminal === null ? t('terminals.add') : t('terminals.edit')}
      refreshes={['terminals']}
      onClose={onClose}
      initialValues={{ name: terminal?.name ?? '', isEnabled: terminal?.status !== 'DISABLED' }}
      required={['name']}
      save={({ name, isEnabled }) => {
        const body = { name: name.trim(), status: isEnabled ? 'ENABLED' : 'DISABLED' } as const
        return terminal === null
          ? answer(api.POST('/pos/terminals', { body: { storeId, ...body } }))
          : answer(api.PATCH('/pos/terminals/{id}', { params: { path: { id: terminal.id } }, body }))
      }}
      removal={
        terminal === null
          ? undefined
          : {
              sure: t('removeSure', { name: terminal.name }),
              hint: t('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/terminals/{id}', { params: { path: { id: terminal.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('terminals.name')} required data-autofocus {...form.getInputProps('name')} />
          <Switch
            label={t('terminals.enabled')}
            size="md"
            {...form.getInputProps('isEnabled', { type: 'checkbox' })}
          />
        </>
      )}
    </RecordDrawer>
  )
}
