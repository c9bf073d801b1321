import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import type { Merchant } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { usePageSearch } from '../../desk/search/search.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { formatDay } from '../../ui/format/dates.ts'
import { EmptyShop, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { DataList } from '../../ui/lists/data-list.tsx'
import { AddButton } from '../../ui/parts/add-button.tsx'
import { later } from '../../ui/parts/later.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { merchantListTexts } from './list-texts.ts'
import { merchantTones } from './merchant-tones.ts'
import { merchantsSearch, statuses, verifications } from './search.ts'

type VerificationStatus = Merchant['verificationStatus']

const merchantsQuery = (
  q: string | undefined,
  status: Merchant['status'] | undefined,
  verification: VerificationStatus | undefined,
) =>
  pagesQuery(['merchants', q, status, verification], (cursor, signal) =>
    answer(
      api.GET('/platform/merchants', {
        params: {
          query: {
            limit: 50,
            ...(q !== undefined && { q }),
            ...(status !== undefined && { status }),
            ...(verification !== undefined && { verification }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

const CreateMerchant = later(async () => (await import('./create-merchant.tsx')).CreateMerchant)

const MerchantDrawer = later(async () => (await import('./merchant-drawer.tsx')).MerchantDrawer)

export function MerchantsPage() {
  const t = useWords(merchantListTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(merchantsSearch)
  const [isCreating, setIsCreating] = useState(false)
  const status = search.estado
  const verification = search.verificacion
  const listing = useInfiniteQuery(merchantsQuery(search.q, status, verification))
  const isNarrowed = [search.q, status, verification].some((each) => each !== undefined)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AddButton
          // Only administrators create merchants, as they do roles.
          reason={useMissingPage('roles')}
          onClick={() => setIsCreating(true)}
        >
          {t('add')}
        </AddButton>
      </PageHeader>
      <Group mb="md">
        <SearchField value={search.q ?? ''} onSearch={(q) => change({ q })} />
        <SegmentedControl
          value={status ?? ''}
          onChange={(value) => change({ estado: value })}
          data={[
            { value: '', label: t('all') },
            ...statuses.map((each) => ({ value: each, label: t(`status.${each}`) })),
          ]}
        />
        <NativeSelect
          aria-label={t('verification')}
          value={verification ?? ''}
          onChange={(event) => change({ verificacion: event.currentTarget.value })}
          data={[
            { value: '', label: t('anyVerification') },
            ...verifications.map((each) => ({ value: each, label: t(`verified.${each}`) })),
          ]}
        />
      </Group>
      <DataList
        label={t('title')}
        listing={listing}
        columns={useColumns()}
        idOf={(merchant) => merchant.id}
        describeError={words}
        onOpen={(merchant) => change({ ver: merchant.id })}
        empty={
          isNarrowed ? (
            <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
          ) : (
            <EmptyState picture={<EmptyShop />} title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
      {isCreating && <CreateMerchant onClose={() => setIsCreating(false)} />}
      {search.ver !== undefined && (
        <MerchantDrawer id={search.ver} onClose={() => change({ ver: undefined })} />
      )}
    </>
  )
}

function useColumns(): DataTableColumn<Merchant>[] {
  const t = useWords(merchantListTexts)
  return [
    {
      accessor: 'name',
      title: t('name'),
      render: ({ name, tradeName }) => (
        <div>
          <Text fw={600}>{tradeName ?? name}</Text>
          {tradeName !== null && (
            <Text size="sm" c="dimmed">
              {name}
            </Text>
          )}
        </div>
      ),
    },
    { accessor: 'owner.email', title: t('owner') },
    {
      accessor: 'verificationStatus',
      title: t('verification'),
      render: ({ verificationStatus }) => (
        <StatusChip tone={verificationStatus === 'VERIFIED' ? 'good' : 'idle'}>
          {t(`verified.${verificationStatus}`)}
        </StatusChip>
      ),
    },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <StatusChip tone={merchantTones[status]}>{t(`one.${status}`)}</StatusChip>,
    },
    {
      accessor: 'createdAt',
      title: t('since'),
      render: ({ createdAt }) => formatDay(createdAt),
    },
  ]
}
