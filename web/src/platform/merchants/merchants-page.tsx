import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import type { Merchant } from '../../api/types.ts'
import { useDeskSearch } from '../../desk/search/desk-search.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { formatDay } from '../../ui/dates.ts'
import { EmptyShop, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { later } from '../../ui/later.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { usePlatformWords } from '../words/words.ts'
import { merchantTones } from './merchant-tones.ts'

const statuses = Object.keys(merchantTones) as Merchant['status'][]

const verifications = ['UNVERIFIED', 'PENDING', 'VERIFIED', 'LAPSED', 'REVOKED', 'LOCKED'] as const
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
  const t = usePlatformWords()
  const { t: tUi } = useTranslation()
  const words = useProblemWords()
  const { search, change } = useDeskSearch()
  const [isCreating, setIsCreating] = useState(false)
  const status = statuses.find((each) => each === search.estado)
  const verification = verifications.find((each) => each === search.verificacion)
  const listing = useInfiniteQuery(merchantsQuery(search.q, status, verification))
  const isNarrowed = [search.q, status, verification].some((each) => each !== undefined)
  return (
    <>
      <PageHeader title={t('merchants.title')} hint={t('merchants.hint')}>
        <AllowedButton
          // Roles and the life of merchants are the administrator's alike.
          reason={useMissingPage('roles')}
          leftSection={<IconPlus size={19} />}
          onClick={() => setIsCreating(true)}
        >
          {t('merchants.add')}
        </AllowedButton>
      </PageHeader>
      <Group mb="md">
        <SearchField value={search.q ?? ''} onSearch={(q) => change({ q })} />
        <SegmentedControl
          value={status ?? ''}
          onChange={(value) => change({ estado: value })}
          data={[
            { value: '', label: t('merchants.all') },
            ...statuses.map((each) => ({ value: each, label: t(`merchants.status.${each}`) })),
          ]}
        />
        <NativeSelect
          aria-label={t('merchants.verification')}
          value={verification ?? ''}
          onChange={(event) => change({ verificacion: event.currentTarget.value })}
          data={[
            { value: '', label: t('merchants.anyVerification') },
            ...verifications.map((each) => ({ value: each, label: t(`merchants.verified.${each}`) })),
          ]}
        />
      </Group>
      <DataList
        label={t('merchants.title')}
        listing={listing}
        columns={useColumns()}
        idOf={(merchant) => merchant.id}
        describeError={words}
        onOpen={(merchant) => change({ ver: merchant.id })}
        empty={
          isNarrowed ? (
            <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
          ) : (
            <EmptyState
              picture={<EmptyShop />}
              title={t('merchants.empty')}
              hint={t('merchants.emptyHint')}
            />
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
  const t = usePlatformWords()
  return [
    {
      accessor: 'name',
      title: t('merchants.name'),
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
    { accessor: 'owner.email', title: t('merchants.owner') },
    {
      accessor: 'verificationStatus',
      title: t('merchants.verification'),
      render: ({ verificationStatus }) => (
        <StatusChip tone={verificationStatus === 'VERIFIED' ? 'good' : 'idle'}>
          {t(`merchants.verified.${verificationStatus}`)}
        </StatusChip>
      ),
    },
    {
      accessor: 'status',
      title: t('merchants.state'),
      render: ({ status }) => (
        <StatusChip tone={merchantTones[status]}>{t(`merchants.one.${status}`)}</StatusChip>
      ),
    },
    {
      accessor: 'createdAt',
      title: t('merchants.since'),
      render: ({ createdAt }) => formatDay(createdAt),
    },
  ]
}
