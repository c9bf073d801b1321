import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Employee } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults, useProblemWords } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { ShownOnce } from '../../../ui/parts/shown-once.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { staffTexts } from './texts.ts'

interface Chosen {
  code: string
  pin: string
}

/** Gives an employee a new PIN, shown only once, or clears failed attempts. */
export function PinDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useWords(staffTexts)
  const queryClient = useQueryClient()
  const mint = useMutation({
    mutationFn: ({ code, pin }: Chosen) =>
      answer(
        api.POST('/pos/employees/{id}/pin', {
          params: { path: { id: employee.id } },
          body: { ...(code !== '' && { code }), ...(pin !== '' && { pin }) },
        }),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['employees'] }),
    // The PIN must not stay in the cache after it was shown.
    gcTime: 0,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={mint.isPending}
      title={mint.data === undefined ? t('pinOf', { name: employee.name }) : t('made')}
    >
      {mint.data === undefined ? (
        <PinForm employee={employee} isBusy={mint.isPending} error={mint.error} onMint={mint.mutate} />
      ) : (
        <ShownOnce
          hint={t('madeHint')}
          values={[
            { label: t('code'), value: mint.data.code },
            { label: t('madePin'), value: mint.data.pin },
          ]}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface FormProps {
  employee: Employee
  isBusy: boolean
  error: Error | null
  onMint: (chosen: Chosen) => void
}

function PinForm({ employee, isBusy, error, onMint }: FormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(staffTexts)
  const form = useForm<Chosen>({
    initialValues: { code: '', pin: '' },
    validate: {
      code: (code) => (/^([0-9A-Z]{4,8})?$/.test(code) ? null : t('codeFault')),
      pin: (pin) => (/^([0-9]{4,8})?$/.test(pin) ? null : t('pinFault')),
    },
  })
  const faults = fieldFaults(error)
  return (
    <form onSubmit={form.onSubmit(onMint)}>
      <Stack>
        <RefusedAlert error={error} fields={Object.keys(form.values)} />
        <Text c="dimmed">{t('pinHint')}</Text>
        <TextInput
          label={t('chosenCode')}
          description={t('chosenCodeHint')}
          placeholder={employee.code ?? ''}
          autoComplete="off"
          maxLength={8}
          {...form.getInputProps('code')}
          onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
          error={form.errors['code'] ?? faults['code']}
        />
        <TextInput
          label={t('chosenPin')}
          description={t('chosenPinHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          {...form.getInputProps('pin')}
          error={form.errors['pin'] ?? faults['pin']}
        />
        <Group justify="space-between">
          {employee.code === null ? <span /> : <Unlock employeeId={employee.id} />}
          <Button type="submit" loading={isBusy}>
            {t('make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Clears the failed attempts at every terminal of the store. */
function Unlock({ employeeId }: { employeeId: string }) {
  const t = useWords(staffTexts)
  const words = useProblemWords()
  const unlock = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/employees/{id}/unlock', { params: { path: { id: employeeId } } })),
  })
  return (
    <Group gap="sm">
      <Button variant="default" loading={unlock.isPending} onClick={() => unlock.mutate()}>
        {t('unlock')}
      </Button>
      {unlock.isSuccess && (
        <Text role="status" size="sm">
          {t('unlocked')}
        </Text>
      )}
      {unlock.isError && (
        <Text role="alert" size="sm" c="red">
          {words(unlock.error).title}
        </Text>
      )}
    </Group>
  )
}
