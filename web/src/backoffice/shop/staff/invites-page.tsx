import { Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Invite, ProfileStore } from '@mostrador/client'
import { IconMailForward } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPageIn, useMissingScope } from '../../../session/me/abilities.ts'
import { meTexts } from '../../../session/me/texts.ts'
import { formatDistance } from '../../../ui/format/dates.ts'
import { ClosedLetter } from '../../../ui/illustrations/scenes.tsx'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { inviteTexts } from './invite-texts.ts'

const invitesQuery = (storeId: string) =>
  pagesQuery(['invites', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/invites', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

const InviteDialog = later(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export function InvitesPage() {
  return <StorePage>{(store) => <Invites store={store} />}</StorePage>
}

/** Why an invitation cannot be renewed or withdrawn: both are for who may invite to its role. */
export function useBarred(store: ProfileStore): (invite: Pick<Invite, 'role'>) => string | null {
  const forCashiers = useMissingPageIn(store, 'invites')
  const forOthers = useMissingScope(store, 'POS_EMPLOYEES_WRITE')
  return ({ role }) => (role === 'cashier' ? forCashiers : forOthers)
}

function Invites({ store }: { store: ProfileStore }) {
  const t = useWords(inviteTexts)
  const tSession = useWords(meTexts)
  const words = useProblemWords()
  const [isInviting, dialog] = useDisclosure(false)
  const [revoking, setRevoking] = useState<Invite | null>(null)
  const [lost, setLost] = useState<Invite | null>(null)
  const missingPage = useMissingPageIn(store, 'invites')
  const barred = useBarred(store)
  const invite = (
    <AllowedButton reason={missingPage} leftSection={<IconMailForward size={19} />} onClick={dialog.open}>
      {t('add')}
    </AllowedButton>
  )
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        {invite}
      </PageHeader>
      <DataList
        label={t('title')}
        listing={useInfiniteQuery(invitesQuery(store.storeId))}
        idOf={(row) => row.id}
        describeError={words}
        empty={<EmptyState picture={<ClosedLetter />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          { accessor: 'email', title: t('email') },
          {
            accessor: 'role',
            title: t('role'),
            render: ({ role }) => tSession(`roleTitle.${role}`),
          },
          {
            accessor: 'expiresAt',
            title: t('expires'),
            render: ({ expiresAt }) => formatDistance(expiresAt),
          },
          {
            accessor: 'id',
            title: '',
            textAlign: 'right',
            render: (row) => (
              <Group gap={0} justify="flex-end" wrap="nowrap">
                <AllowedButton variant="subtle" reason={barred(row)} onClick={() => setLost(row)}>
                  {t('renew')}
                </AllowedButton>
                <AllowedButton
                  variant="subtle"
                  color="red"
                  reason={barred(row)}
                  onClick={() => setRevoking(row)}
                >
                  {t('revoke')}
                </AllowedButton>
              </Group>
            ),
          },
        ]}
      />
      {isInviting && <InviteDialog store={store} onClose={dialog.close} />}
      {lost !== null && <InviteDialog store={store} lost={lost} onClose={() => setLost(null)} />}
      {revoking !== null && <Revocation invite={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function Revocation({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const t = useWords(inviteTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => answer(api.DELETE('/pos/invites/{id}', { params: { path: { id: invite.id } } })),
    onSuccess: () => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: ['invites'] })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('revokeSure', { email: invite.email })}
      hint={t('revokeHint')}
      action={t('revoke')}
      isBusy={revoke.isPending}
      fault={revoke.isError ? words(revoke.error).title : undefined}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}
