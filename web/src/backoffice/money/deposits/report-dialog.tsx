import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { daysAgo } from '../../../ui/format/calendar-days.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { depositTexts } from './texts.ts'

interface Report {
  amountCentavos: number | null
  claveRastreo: string
  paidOn: string
  bank: string
  proof: string
}

/** Reports a transfer. */
export function ReportDialog({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(depositTexts)
  const queryClient = useQueryClient()
  const form = useForm<Report>({
    initialValues: { amountCentavos: null, claveRastreo: '', paidOn: daysAgo(0), bank: '', proof: '' },
    validate: {
      amountCentavos: (amount) => (amount === null || amount <= 0 ? t('amountFault') : null),
      claveRastreo: (typed) => (/^[A-Za-z0-9]{1,30}$/.test(typed.trim()) ? null : t('trackingFault')),
      paidOn: (day) => (day === '' || day > daysAgo(0) ? t('paidOnFault') : null),
    },
  })
  const report = useMutation({
    mutationFn: ({ amountCentavos, claveRastreo, paidOn, bank, proof }: Report) =>
      answer(
        api.POST('/pos/deposits', {
          body: {
            storeId,
            amountCentavos: amountCentavos ?? 0,
            claveRastreo: claveRastreo.trim(),
            paidOn,
            ...(bank.trim() !== '' && { bank: bank.trim() }),
            ...(proof.trim() !== '' && { proof: proof.trim() }),
          },
        }),
      ),
    onSuccess: () => {
      notifications.show({ message: t('reported'), color: 'agave' })
      onClose()
    },
    onError: (error) => form.setErrors(fieldFaults(error)),
    // Without an answer it may have been reported: the list shows whether it was.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['deposits'] }),
  })
  return (
    <Modal opened onClose={onClose} isSending={report.isPending} title={t('report')}>
      <form noValidate onSubmit={form.onSubmit((told) => report.mutate(told))}>
        <Stack>
          <RefusedAlert error={report.error} fields={Object.keys(form.values)} />
          <Text c="dimmed" size="sm">
            {t('reportHint')}
          </Text>
          <MoneyField label={t('amount')} required data-autofocus {...form.getInputProps('amountCentavos')} />
          <TextInput
            label={t('tracking')}
            description={t('trackingHint')}
            required
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('claveRastreo')}
          />
          <TextInput
            type="date"
            label={t('paidOn')}
            required
            max={daysAgo(0)}
            {...form.getInputProps('paidOn')}
          />
          <TextInput label={t('bank')} maxLength={60} {...form.getInputProps('bank')} />
          <TextInput
            label={t('proof')}
            description={t('proofHint')}
            maxLength={500}
            {...form.getInputProps('proof')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={report.isPending}>
              {t('reportDo')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
