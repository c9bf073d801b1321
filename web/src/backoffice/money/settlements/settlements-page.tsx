import { Button, Group, Stack, Title } from '@mantine/core'
import type { ProfileStore, Settlement } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { AddButton } from '../../../ui/parts/add-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { BankAccounts } from './bank-accounts.tsx'
import { bankAccountsQuery } from './queries.ts'
import { Settlements } from './settlements.tsx'
import { settlementTexts } from './texts.ts'

const RequestDialog = later(async () => (await import('./request-dialog.tsx')).RequestDialog)
const CancelDialog = later(async () => (await import('./cancel-dialog.tsx')).CancelDialog)
const AccountForm = later(async () => (await import('./account-form.tsx')).AccountForm)

type Opened = { what: 'request' | 'account' } | { what: 'cancel'; settlement: Settlement }

export function SettlementsPage() {
  return <StorePage>{(store) => <SettlementsDesk store={store} />}</StorePage>
}

/** Payouts and the bank accounts that receive them. */
function SettlementsDesk({ store: { storeId } }: { store: ProfileStore }) {
  const t = useWords(settlementTexts)
  const [opened, setOpened] = useState<Opened | null>(null)
  const accounts = useInfiniteQuery(bankAccountsQuery(storeId))
  const verified = (accounts.data ?? []).filter(({ status }) => status === 'VERIFIED')
  const close = () => setOpened(null)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AddButton
          reason={verified.length === 0 ? t('noVerified') : null}
          onClick={() => setOpened({ what: 'request' })}
        >
          {t('request')}
        </AddButton>
      </PageHeader>
      <Stack gap="xl">
        <Settlements storeId={storeId} onCancel={(settlement) => setOpened({ what: 'cancel', settlement })} />
        <div>
          <Group justify="space-between" mb="md">
            <Title order={2}>{t('accounts')}</Title>
            <Button variant="default" onClick={() => setOpened({ what: 'account' })}>
              {t('addAccount')}
            </Button>
          </Group>
          <BankAccounts listing={accounts} />
        </div>
      </Stack>
      {opened?.what === 'request' && <RequestDialog storeId={storeId} accounts={verified} onClose={close} />}
      {opened?.what === 'account' && <AccountForm storeId={storeId} onClose={close} />}
      {opened?.what === 'cancel' && <CancelDialog settlement={opened.settlement} onClose={close} />}
    </>
  )
}
