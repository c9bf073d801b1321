import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Membership, StoreRole } from '@mostrador/client'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { meTexts } from '../../../session/me/texts.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { ShownOnce } from '../../../ui/parts/shown-once.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { teamTexts } from './team-texts.ts'

const roles: readonly StoreRole[] = ['cashier', 'supervisor', 'manager']

interface Props {
  member: Membership
  /** The caller manages the team: roles, and the end of access. */
  isManaged: boolean
  /** The caller owns the merchant, and this is somebody else. */
  isOwners: boolean
  /** For a member without an e-mail, whom the caller may invite to add one. */
  onAddEmail: (() => void) | undefined
}

/** What the caller can do about a member; nothing, if there is nothing. */
export function MemberMenu({ member, isManaged, isOwners, onAddEmail }: Props) {
  const t = useWords(teamTexts)
  const tSession = useWords(meTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const params = { path: { id: member.id } }
  const refresh = () => {
    for (const list of ['members', 'employees']) void queryClient.invalidateQueries({ queryKey: [list] })
  }
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
  if (!isManaged && onAddEmail === undefined) return null
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={t('actions', { name: member.name })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onAddEmail !== undefined && <Menu.Item onClick={onAddEmail}>{t('addEmail')}</Menu.Item>}
          {isManaged && (
            <>
              <Menu.Label>{t('changeRole')}</Menu.Label>
              {roles.map((role) => (
                <Menu.Item key={role} disabled={role === member.role} onClick={() => changeRole.mutate(role)}>
                  {tSession(`roleTitle.${role}`)}
                </Menu.Item>
              ))}
              <Menu.Divider />
              {isOwners && member.email !== null && (
                <Menu.Item onClick={() => makeLink.mutate()}>{t('passwordLink')}</Menu.Item>
              )}
              <Menu.Item color="red" onClick={() => setIsConfirming(true)}>
                {t('end')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {makeLink.data !== undefined && (
        <Modal
          opened
          onClose={makeLink.reset}
          closeOnClickOutside={false}
          title={t('passwordLinkFor', { name: member.name })}
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
