import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Invite, Membership, ProfileStore, StoreRole } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { meTexts } from '../../../session/me/texts.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { ShownOnce } from '../../../ui/parts/shown-once.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { inviteTexts } from './invite-texts.ts'

interface Props {
  store: ProfileStore
  /** A member without an e-mail, who adds one by accepting. */
  member?: Membership | undefined
  /** The open invitation to replace, because its link was lost. */
  lost?: Invite | undefined
  onClose: () => void
}

/** Creates an invitation, or replaces one; its link is shown only once. */
export function InviteDialog({ store, member, lost, onClose }: Props) {
  const t = useWords(inviteTexts)
  const tSession = useWords(meTexts)
  const queryClient = useQueryClient()
  const membershipId = member?.id ?? lost?.membershipId ?? null
  const make = useMutation({
    mutationFn: ({ email, role }: Values) =>
      answer(
        membershipId === null
          ? api.POST('/pos/invites', { body: { storeId: store.storeId, email, role } })
          : api.POST('/pos/memberships/{id}/email-invites', {
              params: { path: { id: membershipId } },
              body: { email },
            }),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['invites'] }),
    // A token does not stay in memory after the dialog has closed.
    gcTime: 0,
  })
  const title = () => {
    if (make.data !== undefined) return t('made', { email: make.data.email })
    if (lost !== undefined) return t('renewFor', { email: lost.email })
    return member === undefined ? t('add') : t('emailOf', { name: member.name })
  }
  return (
    <Modal opened onClose={onClose} isSending={make.isPending} title={title()}>
      {make.data !== undefined ? (
        <ShownOnce
          hint={
            membershipId === null
              ? t('madeHint', { role: tSession(`role.${make.data.role}`) })
              : t('emailMadeHint')
          }
          values={[{ label: t('link'), value: make.data.url }]}
          onClose={onClose}
        />
      ) : lost !== undefined ? (
        <Renewal isBusy={make.isPending} error={make.error} onMake={() => make.mutate(lost)} />
      ) : (
        <InviteForm
          store={store}
          member={member}
          isBusy={make.isPending}
          error={make.error}
          onMake={make.mutate}
        />
      )}
    </Modal>
  )
}

interface Values {
  email: string
  role: StoreRole
}

interface RenewalProps {
  isBusy: boolean
  error: Error | null
  onMake: () => void
}

function Renewal({ isBusy, error, onMake }: RenewalProps) {
  const t = useWords(inviteTexts)
  return (
    <Stack>
      <RefusedAlert error={error} fields={[]} />
      <Text>{t('renewHint')}</Text>
      <Group justify="flex-end">
        <Button data-autofocus loading={isBusy} onClick={onMake}>
          {t('renew')}
        </Button>
      </Group>
    </Stack>
  )
}

interface FormProps extends Pick<Props, 'store' | 'member'> {
  isBusy: boolean
  error: Error | null
  onMake: (values: Values) => void
}

function InviteForm({ store, member, isBusy, error, onMake }: FormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(inviteTexts)
  const tSession = useWords(meTexts)
  const missing = useMissingScope(store, 'POS_EMPLOYEES_WRITE')
  const roles: StoreRole[] = missing === null ? ['cashier', 'supervisor', 'manager'] : ['cashier']
  const form = useForm<Values>({ initialValues: { email: '', role: 'cashier' } })
  const faults = fieldFaults(error)
  return (
    <form onSubmit={form.onSubmit(onMake)}>
      <Stack>
        <RefusedAlert error={error} fields={Object.keys(form.values)} />
        <TextInput
          label={t('email')}
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
          error={faults['email']}
        />
        {member === undefined && (
          <Select
            label={t('role')}
            allowDeselect={false}
            data={roles.map((role) => ({ value: role, label: tSession(`roleTitle.${role}`) }))}
            {...form.getInputProps('role')}
            error={faults['role']}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('make')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t(member === undefined ? 'hint' : 'emailHint')}
        </Text>
      </Stack>
    </form>
  )
}
