import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Cashier, ProfileStore } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { ShownOnce } from '../../../ui/parts/shown-once.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { cashierTexts } from './cashier-texts.ts'

interface Typed {
  name: string
  code: string
}

/** Adds a cashier by name; code and PIN are shown once, to hand over. */
export function CashierDialog({ store, onClose }: { store: ProfileStore; onClose: () => void }) {
  const t = useWords(cashierTexts)
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: ({ name, code }: Typed) =>
      answer(
        api.POST('/pos/cashiers', {
          body: { storeId: store.storeId, name: name.trim(), ...(code !== '' && { code }) },
        }),
      ),
    onSettled: () => {
      for (const list of ['members', 'employees', 'first-steps'])
        void queryClient.invalidateQueries({ queryKey: [list] })
    },
    // The PIN must not stay in the cache after it was shown.
    gcTime: 0,
  })
  return (
    <Modal opened onClose={onClose} isSending={add.isPending} title={titleOf(add.data, t)}>
      {add.data === undefined ? (
        <CashierForm isBusy={add.isPending} error={add.error} onAdd={add.mutate} />
      ) : (
        <HandOver cashier={add.data} onClose={onClose} />
      )}
    </Modal>
  )
}

function titleOf(made: Cashier | undefined, t: ReturnType<typeof useWords<typeof cashierTexts>>): string {
  if (made === undefined) return t('title')
  return t(made.pin === null ? 'madeBefore' : 'made', { name: made.name })
}

function HandOver({ cashier, onClose }: { cashier: Cashier; onClose: () => void }) {
  const t = useWords(cashierTexts)
  const { code, pin } = cashier
  return (
    <ShownOnce
      hint={t(pin === null ? 'madeBeforeHint' : 'madeHint')}
      values={[
        { label: t('madeCode'), value: code },
        ...(pin === null ? [] : [{ label: t('pin'), value: pin }]),
      ]}
      onClose={onClose}
    />
  )
}

interface FormProps {
  isBusy: boolean
  error: Error | null
  onAdd: (typed: Typed) => void
}

function CashierForm({ isBusy, error, onAdd }: FormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(cashierTexts)
  const form = useForm<Typed>({
    initialValues: { name: '', code: '' },
    validate: { code: (code) => (/^([0-9A-Z]{4,8})?$/.test(code) ? null : t('codeFault')) },
  })
  const faults = fieldFaults(error)
  return (
    <form onSubmit={form.onSubmit(onAdd)}>
      <Stack>
        <RefusedAlert error={error} fields={Object.keys(form.values)} />
        <Text c="dimmed">{t('hint')}</Text>
        <TextInput
          label={t('name')}
          required
          data-autofocus
          autoComplete="off"
          maxLength={120}
          {...form.getInputProps('name')}
          error={faults['name']}
        />
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          autoComplete="off"
          maxLength={8}
          {...form.getInputProps('code')}
          onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
          error={form.errors['code'] ?? faults['code']}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
