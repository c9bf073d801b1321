import { Alert, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults, useProblemWords } from '../../../problems/problem-words.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { connectionTexts } from './texts.ts'

/** The server's rule: printable, and without a colon, which separates key and secret on the wire. */
const credential = /^[\x21-\x39\x3b-\x7e]{4,200}$/

/** Connects a provider account. Key and secret are sent with the form and cannot be read back. */
export function ConnectionForm({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(connectionTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const isCredential = (typed: string) => (credential.test(typed) ? null : t('secretFault'))
  const form = useForm({
    initialValues: { name: '', apiKey: '', apiSecret: '' },
    validate: {
      name: (name) => (name.trim() === '' ? tUi('missing') : null),
      apiKey: isCredential,
      apiSecret: isCredential,
    },
  })
  const add = useMutation({
    // The query client keeps a mutation's variables for a while, so secrets are read from the form instead.
    mutationFn: () => {
      const { name, apiKey, apiSecret } = form.getValues()
      return answer(
        api.POST('/pos/connections', {
          body: { storeId, provider: 'dtone', name: name.trim(), apiKey, apiSecret },
        }),
      )
    },
    onSuccess: () => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: ['connections'] })
    },
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  return (
    <Modal opened onClose={onClose} isSending={add.isPending} title={t('add')}>
      <form noValidate onSubmit={form.onSubmit(() => add.mutate())}>
        <Stack>
          {add.isError && (
            <Alert color="red" role="alert" title={words(add.error).title}>
              {words(add.error).hint}
            </Alert>
          )}
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            required
            data-autofocus
            maxLength={60}
            {...form.getInputProps('name')}
          />
          <TextInput label={t('provider')} value="DT One" readOnly />
          <PasswordInput
            label={t('apiKey')}
            description={t('secretHint')}
            autoComplete="off"
            required
            {...form.getInputProps('apiKey')}
          />
          <PasswordInput
            label={t('apiSecret')}
            description={t('secretHint')}
            autoComplete="off"
            required
            {...form.getInputProps('apiSecret')}
          />
          <FormButtons label={t('add')} isBusy={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
