import { Text } from '@mantine/core'
import type { ProfileStore, Webhook } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPageIn } from '../../../session/me/abilities.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { ClosedLetter } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AddButton } from '../../../ui/parts/add-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { usePlace } from './place.ts'
import { webhooksSearch } from './search.ts'
import { webhookTexts } from './texts.ts'
import { WebhookState } from './webhook-state.tsx'
import { webhooksQuery } from './webhooks-query.ts'

const WebhookForm = later(async () => (await import('./webhook-form.tsx')).WebhookForm)
const WebhookDrawer = later(async () => (await import('./webhook-drawer.tsx')).WebhookDrawer)
const SecretDialog = later(async () => (await import('../../../ui/parts/secret-dialog.tsx')).SecretDialog)

export function WebhooksPage() {
  return <StorePage>{(store) => <Webhooks store={store} />}</StorePage>
}

function Webhooks({ store }: { store: ProfileStore }) {
  const t = useWords(webhookTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(webhooksSearch)
  const listing = useInfiniteQuery({
    ...webhooksQuery(store.merchantId),
    // An open webhook can begin to fail, or be disabled, at any time.
    ...(search.ver !== undefined && { refetchInterval: 4_000 }),
  })
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const place = usePlace(store)
  const missing = useMissingPageIn(store, 'webhooks')
  const opened = listing.data?.find(({ id }) => id === search.ver)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AddButton reason={missing} onClick={() => setIsAdding(true)}>
          {t('add')}
        </AddButton>
      </PageHeader>
      <DataList<Webhook>
        label={t('title')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => change({ ver: id })}
        empty={<EmptyState picture={<ClosedLetter />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          {
            accessor: 'url',
            title: t('url'),
            render: ({ url, description }) => (
              <>
                <Text fw={600} maw={380} truncate title={url}>
                  {description ?? url}
                </Text>
                {description !== null && (
                  <Text size="sm" c="dimmed" maw={380} truncate>
                    {url}
                  </Text>
                )}
              </>
            ),
          },
          { accessor: 'storeId', title: t('place'), render: place },
          {
            accessor: 'types',
            title: t('what'),
            render: ({ types }) => (types.length === 0 ? t('all') : t('count', { count: types.length })),
          },
          { accessor: 'status', title: t('state'), render: (webhook) => <WebhookState webhook={webhook} /> },
          { accessor: 'createdAt', title: t('since'), render: ({ createdAt }) => formatDay(createdAt) },
        ]}
      />
      {isAdding && (
        <WebhookForm store={store} webhook={null} onMade={setSecret} onClose={() => setIsAdding(false)} />
      )}
      {opened !== undefined && (
        <WebhookDrawer
          webhook={opened}
          store={store}
          onSecret={setSecret}
          onClose={() => change({ ver: undefined })}
        />
      )}
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
