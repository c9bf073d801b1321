import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { BankAccount } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { balanceQuery } from '../wallet/queries.ts'
import { settlementTexts } from './texts.ts'
import { type PayoutOrder, useRequest } from './use-request.ts'

interface Props {
  storeId: string
  /** Only accounts that can be paid to. */
  accounts: readonly BankAccount[]
  onClose: () => void
}

const leastCentavos = 100_00

/** Requests a payout to a verified account. */
export function RequestDialog({ storeId, accounts, onClose }: Props) {
  const fieldFaults = useFieldFaults()
  const t = useWords(settlementTexts)
  const wallet = useQuery(balanceQuery(storeId))
  const form = useForm<PayoutOrder>({
    initialValues: { amountCentavos: null, bankAccountId: accounts[0]?.id ?? null },
    validate: {
      amountCentavos: (amount) => (amount === null || amount < leastCentavos ? t('amountFault') : null),
      bankAccountId: (id) => (id === null ? t('accountMissing') : null),
    },
  })
  const request = useRequest(storeId, onClose)
  return (
    <Modal opened onClose={onClose} isSending={request.isPending} title={t('request')}>
      <form
        noValidate
        onSubmit={form.onSubmit((order) =>
          request.mutate(order, { onError: (error) => form.setErrors(fieldFaults(error)) }),
        )}
      >
        <Stack>
          <RefusedAlert error={request.error} fields={Object.keys(form.values)} />
          <MoneyField
            label={t('amount')}
            description={
              wallet.data && t('available', { amount: formatPesos(wallet.data.availableCentavos) })
            }
            required
            data-autofocus
            {...form.getInputProps('amountCentavos')}
          />
          <Select
            label={t('account')}
            allowDeselect={false}
            data={accounts.map(({ id, bank, clabeLastFour }) => ({
              value: id,
              label: `${bank.name} •••• ${clabeLastFour}`,
            }))}
            {...form.getInputProps('bankAccountId')}
          />
          <Text c="dimmed" size="sm">
            {t('requestHint')}
          </Text>
          <Group justify="flex-end">
            <Button type="submit" loading={request.isPending}>
              {t('requestDo')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
