import { Avatar, Group, Text } from '@mantine/core'
import type { Membership, ProfileStore } from '@mostrador/client'
import { IconMailForward, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPageIn, useMissingScope } from '../../../session/me/abilities.ts'
import { useMe } from '../../../session/me/me.ts'
import { useIsOwner } from '../../../session/me/merchant-choice.ts'
import { meTexts } from '../../../session/me/texts.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { EmptyTeam } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { MemberMenu } from './member-menu.tsx'
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

const CashierDialog = later(async () => (await import('./cashier-dialog.tsx')).CashierDialog)
const InviteDialog = later(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export function Members({ store }: { store: ProfileStore }) {
  const t = useWords(teamTexts)
  const tSession = useWords(meTexts)
  const words = useProblemWords()
  const [adding, setAdding] = useState<'cashier' | 'invite' | Membership | null>(null)
  const close = () => setAdding(null)
  const managing = useMissingScope(store, 'POS_EMPLOYEES_WRITE')
  const inviting = useMissingPageIn(store, 'invites')
  const { account } = useMe()
  const isOwner = useIsOwner(store.merchantId)
  // The owner's own password is changed in its account.
  const isOwnersFor = (member: Membership) => isOwner && member.accountId !== account.id
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton
          variant="default"
          reason={inviting}
          leftSection={<IconMailForward size={19} />}
          onClick={() => setAdding('invite')}
        >
          {t('invite')}
        </AllowedButton>
        <AllowedButton
          reason={inviting}
          leftSection={<IconUserPlus size={19} />}
          onClick={() => setAdding('cashier')}
        >
          {t('addCashier')}
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
            render: (member) => (
              <MemberMenu
                member={member}
                isManaged={managing === null}
                isOwners={isOwnersFor(member)}
                onAddEmail={inviting === null && member.email === null ? () => setAdding(member) : undefined}
              />
            ),
          },
        ]}
      />
      {adding === 'cashier' && <CashierDialog store={store} onClose={close} />}
      {adding !== null && adding !== 'cashier' && (
        <InviteDialog store={store} member={adding === 'invite' ? undefined : adding} onClose={close} />
      )}
    </>
  )
}

function Person({ member }: { member: Membership }) {
  const t = useWords(teamTexts)
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={member.name} color="agave" size={38} />
      <div>
        <Text fw={600}>{member.name}</Text>
        <Text size="sm" c="dimmed">
          {member.email ?? t('noEmail')}
        </Text>
      </div>
    </Group>
  )
}
