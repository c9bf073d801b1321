import { ActionIcon, Avatar, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Membership, ProfileStore, StoreRole } from '@mostrador/client'
import { IconDots, IconMailForward } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPage, useMissingScope } from '../../../session/me/abilities.ts'
import { useMe } from '../../../session/me/me.ts'
import { meTexts } from '../../../session/me/texts.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { EmptyTeam } from '../../../ui/illustrations/scenes.tsx'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ShownOnce } from '../../../ui/parts/shown-once.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { teamTexts } from './team-texts.ts'

const membersQuery = (storeId: string) =>
  pagesQuery(['members', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/memberships', {
        params: { query: { storeId, limit: 100, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

const InviteDialog = later(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export function Members({ store }: { store: ProfileStore }) {
  const t = useWords(teamTexts)
  const tSession = useWords(meTexts)
  const words = useProblemWords()
  const [isInviting, setIsInviting] = useState(false)
  const missing = useMissingScope(store, 'POS_EMPLOYEES_WRITE')
  const { merchant, account } = useMe()
  // The owner's own password is changed in its account.
  const isOwnersFor = (member: Membership) =>
    merchant?.isOwner === true && merchant.id === store.merchantId && member.accountId !== account.id
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton
          reason={useMissingPage('invites')}
          leftSection={<IconMailForward size={19} />}
          onClick={() => setIsInviting(true)}
        >
          {t('invite')}
        </AllowedButton>
      </PageHeader>
      <DataList
        label={t('title')}
        listing={useInfiniteQuery(membersQuery(store.storeId))}
        idOf={(member) => member.id}
        describeError={words}
        empty={<EmptyState picture={<EmptyTeam />} title={t('empty')} hint={t('emptyHint')} />}
        columns={[
          { accessor: 'name', title: t('name'), render: (member) => <Person member={member} /> },
          {
            accessor: 'role',
            title: t('role'),
            render: ({ role }) => tSession(`roleTitle.${role}`),
          },
          { accessor: 'createdAt', title: t('since'), render: ({ createdAt }) => formatDay(createdAt) },
          {
            accessor: 'id',
            title: '',
            textAlign: 'right',
            render: (member) =>
              missing === null ? <MemberMenu member={member} isOwners={isOwnersFor(member)} /> : null,
          },
        ]}
      />
      {isInviting && <InviteDialog store={store} onClose={() => setIsInviting(false)} />}
    </>
  )
}

function Person({ member }: { member: Membership }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={member.name} color="agave" size={38} />
      <div>
        <Text fw={600}>{member.name}</Text>
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
      </div>
    </Group>
  )
}

const roles: readonly StoreRole[] = ['cashier', 'supervisor', 'manager']

function MemberMenu({ member, isOwners }: { member: Membership; isOwners: boolean }) {
  const t = useWords(teamTexts)
  const tSession = useWords(meTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const params = { path: { id: member.id } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['members'] })
  const changeRole = useMutation({
    mutationFn: (role: StoreRole) => answer(api.PATCH('/pos/memberships/{id}', { params, body: { role } })),
    onSuccess: refresh,
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
  })
  const end = useMutation({
    mutationFn: () => answer(api.DELETE('/pos/memberships/{id}', { params })),
    onSuccess: refresh,
  })
  const makeLink = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/accounts/{id}/password-resets', { params: { path: { id: member.accountId } } })),
    // A token does not stay in memory after the dialog has closed.
    gcTime: 0,
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
  })
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={t('actions', { name: member.name })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('changeRole')}</Menu.Label>
          {roles.map((role) => (
            <Menu.Item key={role} disabled={role === member.role} onClick={() => changeRole.mutate(role)}>
              {tSession(`roleTitle.${role}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {isOwners && <Menu.Item onClick={() => makeLink.mutate()}>{t('passwordLink')}</Menu.Item>}
          <Menu.Item color="red" onClick={() => setIsConfirming(true)}>
            {t('end')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {makeLink.data !== undefined && (
        <Modal
          opened
          onClose={makeLink.reset}
          title={<Text fw={700}>{t('passwordLinkFor', { name: member.name })}</Text>}
        >
          <ShownOnce
            hint={t('passwordLinkHint')}
            values={[{ label: t('passwordLink'), value: makeLink.data.url }]}
            onClose={makeLink.reset}
          />
        </Modal>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('endSure', { name: member.name })}
        hint={t('endHint')}
        action={t('end')}
        isBusy={end.isPending}
        fault={end.isError ? words(end.error).title : undefined}
        onConfirm={() => end.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}
