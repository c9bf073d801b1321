import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { RecordList } from '../../../desk/records/record-list.tsx'
import { listSearch, usePageSearch } from '../../../desk/search/search.ts'
import { useMe } from '../../../session/me/me.ts'
import { ownedMerchants } from '../../../session/me/merchant-choice.ts'
import { EmptyShop } from '../../../ui/illustrations/scenes.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { storeTexts } from './texts.ts'

const storesQuery = (q: string | undefined) =>
  pagesQuery(['stores', 'list', q], (cursor, signal) =>
    answer(
      api.GET('/pos/stores', {
        params: {
          query: {
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

const StoreForm = later(async () => (await import('./store-form.tsx')).StoreForm)

/** The stores that the person works in. The owner can open new ones. */
export function StoresPage() {
  const t = useWords(storeTexts)
  const { search } = usePageSearch(listSearch)
  const isOwner = ownedMerchants(useMe()).length > 0
  return (
    <RecordList
      title={t('title')}
      hint={t('hint')}
      addLabel={t('add')}
      // A role in the selected store says nothing about the others: the form of each says what its own store allows.
      barred={null}
      addBarred={isOwner ? null : t('ownerOnly')}
      listing={useInfiniteQuery(storesQuery(search.q))}
      idOf={(store) => store.id}
      columns={[
        { accessor: 'name', title: t('name'), render: ({ name }) => <Text fw={600}>{name}</Text> },
        { accessor: 'code', title: t('code') },
        { accessor: 'address', title: t('address'), render: ({ address }) => address ?? '—' },
        {
          accessor: 'taxRegion',
          title: t('taxRegion'),
          render: ({ taxRegion }) => t(`region.${taxRegion}`),
        },
        {
          accessor: 'status',
          title: t('state'),
          render: ({ status }) => (
            <StatusChip tone={status === 'ACTIVE' ? 'good' : 'idle'}>{t(`status.${status}`)}</StatusChip>
          ),
        },
      ]}
      empty={{ picture: <EmptyShop />, title: t('empty'), hint: t('emptyHint') }}
      form={(store, close) => <StoreForm store={store} onClose={close} />}
    />
  )
}
