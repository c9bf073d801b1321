import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMailForward } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import type { Invite, StoreAbility } from '../../../api/types.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPage } from '../../../session/me/abilities.ts'
import { useSessionWords } from '../../../session/words/words.ts'
import { AllowedButton } from '../../../ui/allowed-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DataList } from '../../../ui/data-list.tsx'
import { formatDistance } from '../../../ui/dates.ts'
import { ClosedLetter } from '../../../ui/illustrations/scenes.tsx'
import { later } from '../../../ui/later.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useBackofficeWords } from '../../words/words.ts'

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

function Invites({ store }: { store: StoreAbility }) {
  const t = useBackofficeWords()
  const tSession = useSessionWords()
  const words = useProblemWords()
  const [isInviting, dialog] = useDisclosure(false)
  const [revoking, setRevoking] = useState<Invite | null>(null)
  const invite = (
    <AllowedButton
      reason={useMissingPage('invites')}
      leftSection={<IconMailForward size={19} />}
      onClick={dialog.open}
    >
      {t('invites.add')}
    </AllowedButton>
  )
  return (
    <>
      <PageHeader title={t('invites.title')} hint={t('invites.hint')}>
        {invite}
      </PageHeader>
      <DataList
        label={t('invites.title')}
        listing={useInfiniteQuery(invitesQuery(store.storeId))}
        idOf={(row) => row.id}
        describeError={words}
        empty={
          <EmptyState picture={<ClosedLetter />} title={t('invites.empty')} hint={t('invites.emptyHint')} />
        }
        columns={[
          { accessor: 'email', title: t('invites.email') },
          {
            accessor: 'role',
            title: t('invites.role'),
            render: ({ role }) => tSession(`roleTitle.${role}`),
          },
          {
            accessor: 'expiresAt',
            title: t('invites.expires'),
            render: ({ expiresAt }) => formatDistance(expiresAt),
          },
          {
            accessor: 'id',
            title: '',
            textAlign: 'right',
            render: (row) => (
              <Button variant="subtle" color="red" onClick={() => setRevoking(row)}>
                {t('invites.revoke')}
              </Button>
            ),
          },
        ]}
      />
      {isInviting && <InviteDialog store={store} onClose={dialog.close} />}
      {revoking !== null && <Revocation invite={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function Revocation({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const t = useBackofficeWords()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => answer(api.DELETE('/pos/invites/{id}', { params: { path: { id: invite.id } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['invites'] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('invites.revokeSure', { email: invite.email })}
      hint={t('invites.revokeHint')}
      action={t('invites.revoke')}
      isBusy={revoke.isPending}
      fault={revoke.isError ? words(revoke.error).title : undefined}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}
