import { Button, Stack, Text, Title } from '@mantine/core'
import type { Refunded } from '../../api/types.ts'
import { formatPesos } from '../../ui/money.ts'
import { Receipt } from '../../ui/receipt.tsx'
import { Paper } from '../payment/paper.tsx'
import { useShopWords } from '../words/shop-words.ts'

/** What was given back, and the paper about it. */
export function RefundDone({ refunded, onLeave }: { refunded: Refunded; onLeave: () => void }) {
  const t = useShopWords()
  const lines = [
    { label: t('receipt.folio'), value: refunded.folio },
    { label: t('receipt.cashier'), value: refunded.cashierName },
    { label: t('order.reason'), value: refunded.reason },
    ...refunded.payments.map(({ method, amountCentavos }) => ({
      label: t(`method.${method}`),
      value: formatPesos(amountCentavos),
    })),
    { label: t('receipt.total'), value: formatPesos(refunded.amountCentavos) },
  ]
  const heading = t(`receipt.title.${refunded.type}`)
  return (
    <Stack role="status">
      <Title order={3}>{t('order.doneTitle')}</Title>
      <Text fw={650}>{t('order.doneHint', { amount: formatPesos(refunded.amountCentavos) })}</Text>
      <Paper printLabel={t('print')}>
        <Receipt heading={heading} lines={lines} />
      </Paper>
      <Receipt heading={heading} lines={lines} />
      <Button h={52} onClick={onLeave}>
        {t('done')}
      </Button>
    </Stack>
  )
}
