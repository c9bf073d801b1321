import { NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { useWords } from '../../ui/words/words.ts'
import { MerchantPicker } from '../merchant-picker/merchant-picker.tsx'
import { pspTexts } from './texts.ts'

const environments = ['sandbox', 'live'] as const

const blank = {
  provider: '',
  environment: 'sandbox',
  publicKey: '',
  secretKey: '',
  webhookSecret: '',
}
type Values = typeof blank

/** Adds credentials. Secrets are sent with the form and cannot be read back. */
export function PspForm({ onClose }: { onClose: () => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(pspTexts)
  const queryClient = useQueryClient()
  const form = useForm<Values>({ initialValues: blank })
  const [merchantId, setMerchantId] = useState<string | null>(null)
  const add = useMutation({
    // The query client keeps a mutation's variables for a while, so secrets are read from the form instead.
    mutationFn: () =>
      answer(api.POST('/admin/psp-credentials', { body: bodyOf(form.getValues(), merchantId) })),
    onSuccess: onClose,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['psp-credentials'] }),
  })
  const faults = fieldFaults(add.error)
  const field = (name: keyof Values) => ({ ...form.getInputProps(name), error: faults[name] })
  return (
    <Modal opened onClose={onClose} isSending={add.isPending} title={t('add')}>
      <form onSubmit={form.onSubmit(() => add.mutate())}>
        <Stack>
          <RefusedAlert error={add.error} fields={Object.keys(form.values)} />
          <TextInput
            label={t('provider')}
            description={t('providerHint')}
            required
            data-autofocus
            pattern="[a-z][a-z0-9_\-]{1,39}"
            {...field('provider')}
          />
          <NativeSelect
            label={t('environment')}
            data={environments.map((value) => ({ value, label: t(`env.${value}`) }))}
            {...field('environment')}
          />
          <MerchantPicker
            label={t('merchant')}
            description={t('merchantHint')}
            error={faults['merchantId']}
            value={merchantId}
            onChange={setMerchantId}
          />
          <TextInput label={t('publicKey')} autoComplete="off" {...field('publicKey')} />
          <PasswordInput
            label={t('secretKey')}
            description={t('secretHint')}
            autoComplete="off"
            required
            minLength={8}
            {...field('secretKey')}
          />
          <PasswordInput
            label={t('webhookSecret')}
            description={t('secretHint')}
            autoComplete="off"
            minLength={8}
            {...field('webhookSecret')}
          />
          <FormButtons isBusy={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

function bodyOf(
  { provider, environment, publicKey, secretKey, webhookSecret }: Values,
  merchantId: string | null,
) {
  return {
    provider: provider.trim(),
    environment: environments.find((each) => each === environment) ?? 'sandbox',
    secretKey,
    ...(merchantId !== null && { merchantId }),
    ...(publicKey.trim() !== '' && { publicKey: publicKey.trim() }),
    ...(webhookSecret !== '' && { webhookSecret }),
  }
}
