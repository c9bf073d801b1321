import { Text } from '@mantine/core'
import type { ApiKey } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { MerchantName } from '../../../desk/store/merchant-name.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPage } from '../../../session/me/abilities.ts'
import { useOwnedMerchant } from '../../../session/me/merchant-choice.ts'
import { formatDay, formatRecent } from '../../../ui/format/dates.ts'
import { ClosedLetter } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AddButton } from '../../../ui/parts/add-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { apiKeysQuery } from './api-keys-query.ts'
import { apiKeysSearch } from './search.ts'
import { useStoreNames } from './store-names.ts'
import { apiKeyTexts } from './texts.ts'

const ApiKeyForm = later(async () => (await import('./api-key-form.tsx')).ApiKeyForm)
const ApiKeyDrawer = later(async () => (await import('./api-key-drawer.tsx')).ApiKeyDrawer)
const SecretDialog = later(async () => (await import('../../../ui/parts/secret-dialog.tsx')).SecretDialog)

const tones = { ACTIVE: 'good', EXPIRED: 'idle', REVOKED: 'bad' } as const

/** The merchant's API keys, for its owner. */
export function ApiKeysPage() {
  const t = useWords(apiKeyTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(apiKeysSearch)
  const merchantId = useOwnedMerchant()?.id ?? ''
  const listing = useInfiniteQuery(apiKeysQuery(merchantId))
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const missingPage = useMissingPage('apiKeys')
  const storesOf = useStoreNames()
  const opened = listing.data?.find(({ id }) => id === search.ver)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AddButton reason={missingPage} onClick={() => setIsAdding(true)}>
          {t('add')}
        </AddButton>
      </PageHeader>
      <MerchantName />
      <DataList<ApiKey>
        label={t('title')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => change({ ver: id })}
        empty={<EmptyState picture={<ClosedLetter />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          {
            accessor: 'name',
            title: t('name'),
            render: ({ name, prefix }) => (
              <>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {prefix}…
                </Text>
              </>
            ),
          },
          { accessor: 'storeIds', title: t('stores'), render: storesOf },
          {
            accessor: 'status',
            title: t('state'),
            render: ({ status }) => <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>,
          },
          {
            accessor: 'lastUsedAt',
            title: t('lastUsed'),
            render: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : formatRecent(lastUsedAt)),
          },
          { accessor: 'expiresAt', title: t('expires'), render: ({ expiresAt }) => formatDay(expiresAt) },
        ]}
      />
      {isAdding && (
        <ApiKeyForm merchantId={merchantId} onMade={setSecret} onClose={() => setIsAdding(false)} />
      )}
      {opened !== undefined && <ApiKeyDrawer apiKey={opened} onClose={() => change({ ver: undefined })} />}
      {secret !== null && (
        <SecretDialog
          title={t('secretTitle')}
          hint={t('secretHint')}
          label={t('secret')}
          secret={secret}
          done={t('done')}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
