import { Group, NativeSelect, Text } from '@mantine/core'
import type { GiftCard } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { usePageSearch } from '../../../desk/search/search.ts'
import { saleTones } from '../../../outcomes/sale-status.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyTicket, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { MerchantPicker } from '../../merchant-picker/merchant-picker.tsx'
import { giftCardsSearch, statuses } from './search.ts'
import { giftCardTexts } from './texts.ts'

type Status = GiftCard['status']

const giftCardsQuery = (merchantId: string | undefined, status: Status | undefined) =>
  pagesQuery(['gift-cards', merchantId, status], (cursor, signal) =>
    answer(
      api.GET('/platform/gift-cards', {
        params: {
          query: {
            limit: 50,
            ...(merchantId !== undefined && { merchantId }),
            ...(status !== undefined && { status }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

/** Gift cards of all merchants, while the platform has switched the list on. */
export function GiftCardsPage() {
  const t = useWords(giftCardTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(giftCardsSearch)
  const status = search.estado
  const isNarrowed = status !== undefined || search.comercio !== undefined
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')} />
      <Group mb="md" align="flex-end">
        <MerchantPicker
          label={t('merchant')}
          placeholder={t('anyMerchant')}
          value={search.comercio ?? null}
          onChange={(comercio) => change({ comercio: comercio ?? undefined })}
        />
        <NativeSelect
          label={t('state')}
          value={status ?? ''}
          data={[
            { value: '', label: t('any') },
            ...statuses.map((each) => ({ value: each, label: t(`many.${each}`) })),
          ]}
          onChange={(event) => change({ estado: event.currentTarget.value })}
        />
      </Group>
      <DataList
        label={t('title')}
        listing={useInfiniteQuery(giftCardsQuery(search.comercio, status))}
        idOf={({ id }) => id}
        describeError={words}
        columns={useColumns()}
        empty={
          isNarrowed ? (
            <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
          ) : (
            <EmptyState picture={<EmptyTicket />} title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
    </>
  )
}

function useColumns(): DataTableColumn<GiftCard>[] {
  const t = useWords(giftCardTexts)
  return [
    {
      accessor: 'merchant.name',
      title: t('merchant'),
      render: ({ merchant, storeName }) => (
        <div>
          <Text fw={600}>{merchant.name}</Text>
          <Text size="sm" c="dimmed">
            {storeName}
          </Text>
        </div>
      ),
    },
    { accessor: 'folio', title: t('folio') },
    {
      accessor: 'product',
      title: t('product'),
      render: ({ product, provider }) => (
        <div>
          <Text>{product}</Text>
          <Text size="sm" c="dimmed">
            {provider}
          </Text>
        </div>
      ),
    },
    {
      accessor: 'amountCentavos',
      title: t('amount'),
      textAlign: 'right',
      render: ({ amountCentavos }) => <Text className="figures">{formatPesos(amountCentavos)}</Text>,
    },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <StatusChip tone={saleTones[status]}>{t(`one.${status}`)}</StatusChip>,
    },
    {
      accessor: 'maskedPin',
      title: t('pin'),
      render: ({ maskedPin, isRevealed, reprints }) =>
        maskedPin === null ? (
          '—'
        ) : (
          <div>
            <Text className="figures">{maskedPin}</Text>
            <Text size="sm" c="dimmed">
              {t(isRevealed ? 'seen' : 'unseen')}
              {reprints > 0 && ` · ${t('reprints', { count: reprints })}`}
            </Text>
          </div>
        ),
    },
    { accessor: 'soldAt', title: t('soldAt'), render: ({ soldAt }) => formatDateTime(soldAt) },
  ]
}
