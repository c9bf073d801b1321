import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProfileStore, StoreRole } from '@mostrador/client'
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

/** Creates an invitation; its link is shown only once. */
export function InviteDialog({ store, onClose }: { store: ProfileStore; onClose: () => void }) {
  const t = useWords(inviteTexts)
  const queryClient = useQueryClient()
  const make = useMutation({
    mutationFn: (values: { email: string; role: StoreRole }) =>
      answer(api.POST('/pos/invites', { body: { storeId: store.storeId, ...values } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['invites'] }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={700}>{make.data === undefined ? t('add') : t('made', { email: make.data.email })}</Text>
      }
    >
      {make.data === undefined ? (
        <InviteForm store={store} isBusy={make.isPending} error={make.error} onMake={make.mutate} />
      ) : (
        <Made url={make.data.url} role={make.data.role} onClose={onClose} />
      )}
    </Modal>
  )
}

interface FormProps {
  store: ProfileStore
  isBusy: boolean
  error: Error | null
  onMake: (values: { email: string; role: StoreRole }) => void
}

function InviteForm({ store, isBusy, error, onMake }: FormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(inviteTexts)
  const tSession = useWords(meTexts)
  const missing = useMissingScope(store, 'POS_EMPLOYEES_WRITE')
  const roles: StoreRole[] = missing === null ? ['cashier', 'supervisor', 'manager'] : ['cashier']
  const form = useForm<{ email: string; role: StoreRole }>({ initialValues: { email: '', role: 'cashier' } })
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
        <Select
          label={t('role')}
          allowDeselect={false}
          data={roles.map((role) => ({ value: role, label: tSession(`roleTitle.${role}`) }))}
          {...form.getInputProps('role')}
          error={faults['role']}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('make')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
      </Stack>
    </form>
  )
}

function Made({ url, role, onClose }: { url: string; role: StoreRole; onClose: () => void }) {
  const t = useWords(inviteTexts)
  const tSession = useWords(meTexts)
  return (
    <ShownOnce
      hint={t('madeHint', { role: tSession(`role.${role}`) })}
      values={[{ label: t('link'), value: url }]}
      onClose={onClose}
    />
  )
}
