import { Group, Stack } from '@mantine/core'
import type { PspCredentials } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { formatDateTime, formatDay } from '../../ui/format/dates.ts'
import { EmptyPurse } from '../../ui/illustrations/scenes.tsx'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { DataList } from '../../ui/lists/data-list.tsx'
import { AddButton } from '../../ui/parts/add-button.tsx'
import { later } from '../../ui/parts/later.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { Facts } from '../acts/facts.tsx'
import { merchantQuery } from '../merchant-picker/merchant-query.ts'
import { pspTexts } from './texts.ts'

const credentialsQuery = pagesQuery(['psp-credentials'], (cursor, signal) =>
  answer(
    api.GET('/admin/psp-credentials', {
      params: { query: { limit: 50, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  ),
)

const PspForm = later(async () => (await import('./psp-form.tsx')).PspForm)

/** The last digits of a secret, which are all that can be read back. */
const ending = (secret: { lastFour: string } | null) => (secret === null ? null : `•••• ${secret.lastFour}`)

export function PspPage() {
  const t = useWords(pspTexts)
  const words = useProblemWords()
  const listing = useInfiniteQuery(credentialsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = listing.data?.find(({ id }) => id === openedId)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AddButton reason={useMissingPage('pspCredentials')} onClick={() => setIsAdding(true)}>
          {t('add')}
        </AddButton>
      </PageHeader>
      <DataList
        label={t('title')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => setOpenedId(id)}
        empty={<EmptyState picture={<EmptyPurse />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          { accessor: 'provider', title: t('provider') },
          {
            accessor: 'environment',
            title: t('environment'),
            render: (each) => t(`env.${each.environment}`),
          },
          {
            accessor: 'merchantId',
            title: t('merchant'),
            render: ({ merchantId }) => (merchantId === null ? t('everyone') : t('own')),
          },
          { accessor: 'secretKey', title: t('secretKey'), render: ({ secretKey }) => ending(secretKey) },
          { accessor: 'isActive', title: t('state'), render: (each) => <State credentials={each} /> },
          { accessor: 'createdAt', title: t('since'), render: ({ createdAt }) => formatDay(createdAt) },
        ]}
      />
      {isAdding && <PspForm onClose={() => setIsAdding(false)} />}
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpenedId(null)}
        position="right"
        size={520}
        title={opened?.provider}
      >
        {opened !== undefined && <Details credentials={opened} />}
      </Drawer>
    </>
  )
}

function State({ credentials }: { credentials: PspCredentials }) {
  const t = useWords(pspTexts)
  return (
    <StatusChip tone={credentials.isActive ? 'good' : 'idle'}>
      {t(credentials.isActive ? 'on' : 'off')}
    </StatusChip>
  )
}

function Details({ credentials }: { credentials: PspCredentials }) {
  const t = useWords(pspTexts)
  const { environment, merchantId, publicKey, secretKey, webhookSecret } = credentials
  return (
    <Stack>
      <Group>
        <State credentials={credentials} />
      </Group>
      <Facts
        facts={[
          [t('environment'), t(`env.${environment}`)],
          [t('merchant'), merchantId === null ? t('everyone') : <MerchantName key="name" id={merchantId} />],
          [t('publicKey'), publicKey],
          [t('secretKey'), ending(secretKey)],
          [t('fingerprint'), secretKey.fingerprint],
          [t('webhookSecret'), ending(webhookSecret)],
          [t('webhookFingerprint'), webhookSecret?.fingerprint],
          [t('since'), formatDateTime(credentials.createdAt)],
          [t('changed'), formatDateTime(credentials.updatedAt)],
        ]}
      />
      <ActButtons acts={useActs(credentials)} />
    </Stack>
  )
}

type PspChange = { secretKey: string } | { webhookSecret: string } | { isActive: boolean }

/** Shows the merchant's name, because credentials carry its id only. */
function MerchantName({ id }: { id: string }) {
  const { data } = useQuery(merchantQuery(id))
  return data === undefined ? id : (data.tradeName ?? data.name)
}

function useActs({ id, provider, isActive, webhookSecret }: PspCredentials): Act[] {
  const t = useWords(pspTexts)
  const change = async (body: PspChange) => {
    await answer(api.PATCH('/admin/psp-credentials/{id}', { params: { path: { id } }, body }))
    return t('told', { provider })
  }
  const turn = isActive ? 'switchOff' : 'switchOn'
  return [
    {
      key: 'replace',
      label: t('replace'),
      title: t('replaceTitle', { provider }),
      hint: t('replaceHint'),
      ask: {
        label: t('secretKey'),
        hint: t('secretHint'),
        isRequired: true,
        isSecret: true,
        maxLength: 4000,
      },
      run: ({ answer: secretKey }) => change({ secretKey }),
    },
    {
      key: 'replaceWebhook',
      label: t(webhookSecret === null ? 'addWebhook' : 'replaceWebhook'),
      title: t('webhookTitle', { provider }),
      hint: t('webhookHint'),
      ask: {
        label: t('webhookSecret'),
        hint: t('secretHint'),
        isRequired: true,
        isSecret: true,
        maxLength: 4000,
      },
      run: ({ answer: secret }) => change({ webhookSecret: secret }),
    },
    {
      key: turn,
      label: t(turn),
      title: t(`${turn}Title`, { provider }),
      hint: t(`${turn}Hint`),
      isDanger: isActive,
      run: () => change({ isActive: !isActive }),
    },
  ]
}
