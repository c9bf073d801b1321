import { Group, Text } from '@mantine/core'
import type { PlatformRole } from '@mostrador/client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { EmptyTeam } from '../../ui/illustrations/scenes.tsx'
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx'
import { DataList } from '../../ui/lists/data-list.tsx'
import { AddButton } from '../../ui/parts/add-button.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { later } from '../../ui/parts/later.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { AdminReach } from '../assignments/admin-reach.tsx'
import { useMissingOversight } from '../assignments/oversight.ts'
import { PasswordLinkButton } from '../links/link-button.tsx'
import { PendingResets } from '../second-factor/pending-resets.tsx'
import { AnybodysFactorResetButton, FactorResetButton } from '../second-factor/reset-button.tsx'
import { roleTexts } from './texts.ts'

const rolesQuery = pagesQuery(['roles'], (cursor, signal) =>
  answer(
    api.GET('/platform/roles', {
      params: { query: { limit: 100, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  ),
)

const GrantDialog = later(async () => (await import('./grant-dialog.tsx')).GrantDialog)

export function RolesPage() {
  const t = useWords(roleTexts)
  const words = useProblemWords()
  const [isGranting, setIsGranting] = useState(false)
  const [revoking, setRevoking] = useState<PlatformRole | null>(null)
  const barred = useMissingPage('roles')
  const confined = useMissingOversight()
  const listing = useInfiniteQuery(rolesQuery)
  // Administrators recover by mail or on the server.
  const administrators = new Set(
    listing.data?.filter(({ label }) => label === 'platformAdmin').map(({ accountId }) => accountId),
  )
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AnybodysFactorResetButton />
        <AddButton reason={barred ?? confined} onClick={() => setIsGranting(true)}>
          {t('add')}
        </AddButton>
      </PageHeader>
      <PendingResets />
      <DataList
        label={t('title')}
        listing={listing}
        idOf={(role) => `${role.accountId} ${role.label}`}
        describeError={words}
        empty={<EmptyState picture={<EmptyTeam />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          {
            accessor: 'name',
            title: t('person'),
            render: ({ name, email }) => (
              <div>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {email}
                </Text>
              </div>
            ),
          },
          {
            accessor: 'label',
            title: t('role'),
            render: ({ label }) => (
              <StatusChip tone={label === 'platformAdmin' ? 'brand' : 'idle'}>
                {t(`label.${label}`)}
              </StatusChip>
            ),
          },
          {
            accessor: 'merchants',
            title: t('merchants'),
            render: (role) => (role.label === 'platformAdmin' ? <AdminReach role={role} /> : '—'),
          },
          { accessor: 'grantedAt', title: t('since'), render: ({ grantedAt }) => formatDay(grantedAt) },
          {
            accessor: 'accountId',
            title: '',
            textAlign: 'right',
            render: (role) => (
              <Group gap="xs" justify="flex-end">
                {!administrators.has(role.accountId) && (
                  <PasswordLinkButton accountId={role.accountId} name={role.name} />
                )}
                <FactorResetButton person={{ ...role, id: role.accountId }} />
                <AllowedButton
                  variant="subtle"
                  color="red"
                  reason={confined}
                  onClick={() => setRevoking(role)}
                >
                  {t('take')}
                </AllowedButton>
              </Group>
            ),
          },
        ]}
      />
      {isGranting && <GrantDialog onClose={() => setIsGranting(false)} />}
      {revoking !== null && <Revocation role={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function Revocation({ role, onClose }: { role: PlatformRole; onClose: () => void }) {
  const t = useWords(roleTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => {
      const { accountId, label } = role
      return answer(
        api.DELETE('/platform/roles/{accountId}/{label}', { params: { path: { accountId, label } } }),
      )
    },
    onSuccess: () => {
      onClose()
      void queryClient.invalidateQueries()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('takeSure', { name: role.name })}
      hint={t('takeHint')}
      action={t('take')}
      isBusy={revoke.isPending}
      fault={revoke.isError ? words(revoke.error).title : undefined}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}
