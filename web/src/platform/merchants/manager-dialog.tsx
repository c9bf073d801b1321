import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { ShownOnce } from '../../ui/parts/shown-once.tsx'
import { useWords } from '../../ui/words/words.ts'
import { merchantListTexts } from './list-texts.ts'
import { merchantTexts } from './texts.ts'

const blank = { email: '', reason: '' }
type Values = typeof blank

interface Props {
  merchantId: string
  store: { id: string; name: string }
  onClose: () => void
}

/** Invites a manager to a store whose own staff cannot. The link is shown only once. */
export function ManagerDialog({ merchantId, store, onClose }: Props) {
  const fieldFaults = useFieldFaults()
  const t = useWords(merchantTexts)
  const tPlatform = useWords(merchantListTexts)
  const queryClient = useQueryClient()
  const invite = useMutation({
    mutationFn: ({ email, reason }: Values) =>
      answer(
        api.POST('/platform/merchants/{id}/manager-invites', {
          params: { path: { id: merchantId } },
          body: { storeId: store.id, email: email.trim(), reason: reason.trim() },
        }),
      ),
    onSettled: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' }),
  })
  const form = useForm<Values>({ initialValues: blank })
  const faults = fieldFaults(invite.error)
  const made = invite.data
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={invite.isPending}
      title={t('manager.title', { store: store.name })}
    >
      {made !== undefined ? (
        <ShownOnce
          hint={t('manager.invited', { email: made.email, store: store.name })}
          values={[{ label: tPlatform('link'), value: made.url }]}
          onClose={onClose}
        />
      ) : (
        <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
          <Stack>
            <Text>{t('manager.hint')}</Text>
            <RefusedAlert error={invite.error} fields={Object.keys(form.values)} />
            <TextInput
              label={t('manager.email')}
              type="email"
              required
              data-autofocus
              {...form.getInputProps('email')}
              error={faults['email']}
            />
            <TextInput
              label={t('assistance.reason')}
              required
              maxLength={300}
              {...form.getInputProps('reason')}
              error={faults['reason']}
            />
            <FormButtons label={t('manager.invite')} isBusy={invite.isPending} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Modal>
  )
}
