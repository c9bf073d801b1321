import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApiKey } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { apiKeyTexts } from './texts.ts'

/** Gives a key another name. */
export function RenameForm({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(apiKeyTexts)
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() === '' ? t('nameMissing') : null) },
  })
  const save = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH('/pos/api_keys/{id}', {
          params: { path: { id } },
          body: { name: form.getValues().name.trim() },
        }),
      ),
    onSuccess: onClose,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['apiKeys'] }),
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  return (
    <Modal opened onClose={onClose} isSending={save.isPending} title={t('rename')}>
      <form noValidate onSubmit={form.onSubmit(() => save.mutate())}>
        <Stack>
          <RefusedAlert error={save.error} fields={Object.keys(form.values)} />
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            required
            data-autofocus
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <FormButtons isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
