import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Merchant } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { ShownOnce } from '../../ui/parts/shown-once.tsx'
import { useWords } from '../../ui/words/words.ts'
import { actTexts } from '../acts/texts.ts'
import { isTypedName } from '../acts/typed-name.ts'
import { merchantListTexts } from './list-texts.ts'
import { merchantTexts } from './texts.ts'

const blank = { name: '', email: '', reason: '', typedName: '' }
type Values = typeof blank

/**
 * Transfers a merchant to another owner. It explains the consequences first, and shows a new owner's
 * invitation afterwards.
 */
export function OwnerDialog({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const t = useWords(merchantTexts)
  const tPlatform = useWords(merchantListTexts)
  const queryClient = useQueryClient()
  const move = useMutation({
    mutationFn: ({ name, email, reason }: Values) =>
      answer(
        api.PATCH('/pos/merchants/{id}/owner', {
          params: { path: { id: merchant.id } },
          body: { owner: { name: name.trim(), email: email.trim() }, reason: reason.trim() },
        }),
      ),
    onSettled: () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' }),
  })
  const moved = move.data
  const link = moved?.invite?.url ?? null
  const { name } = merchant
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={move.isPending}
      title={
        moved === undefined
          ? t('owner.title', { name })
          : t('owner.moved', { name, owner: moved.merchant.owner.name })
      }
    >
      {moved === undefined ? (
        <Form name={name} isBusy={move.isPending} error={move.error} onMove={move.mutate} onClose={onClose} />
      ) : (
        <ShownOnce
          hint={moved.invite === null ? t('owner.movedKnown') : t('owner.movedHint')}
          values={link === null ? [] : [{ label: tPlatform('link'), value: link }]}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface FormProps {
  name: string
  isBusy: boolean
  error: Error | null
  onMove: (values: Values) => void
  onClose: () => void
}

function Form({ name, isBusy, error, onMove, onClose }: FormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(merchantTexts)
  const tPlatform = useWords(merchantListTexts)
  const tAct = useWords(actTexts)
  const form = useForm<Values>({ initialValues: blank })
  const faults = fieldFaults(error)
  return (
    <form onSubmit={form.onSubmit(onMove)}>
      <Stack>
        <Text>{t('owner.hint')}</Text>
        <Text c="dimmed">{t('owner.money')}</Text>
        <RefusedAlert error={error} fields={Object.keys(form.values)} />
        <TextInput
          label={t('owner.name')}
          required
          data-autofocus
          {...form.getInputProps('name')}
          error={faults['owner.name']}
        />
        <TextInput
          label={t('owner.email')}
          type="email"
          required
          {...form.getInputProps('email')}
          error={faults['owner.email']}
        />
        <TextInput
          label={tPlatform('reason')}
          description={tAct('reasonHint')}
          required
          minLength={3}
          maxLength={500}
          {...form.getInputProps('reason')}
          error={faults['reason']}
        />
        <TextInput
          label={tAct('typedName', { name })}
          autoComplete="off"
          required
          {...form.getInputProps('typedName')}
        />
        <FormButtons
          label={t('owner.move')}
          isBusy={isBusy}
          isDisabled={!isTypedName(form.values.typedName, name)}
          isDanger
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
