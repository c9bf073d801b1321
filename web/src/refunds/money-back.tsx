import { Stack, Text } from '@mantine/core'
import type { RefundDetails } from '@mostrador/client'
import { formatPesos } from '../ui/format/money.ts'
import { useWords } from '../ui/words/words.ts'
import { moneyBackTexts } from './money-back-texts.ts'

interface Props {
  /** As the server booked them: one for each original payment, so that a method may occur twice. */
  payments: readonly Pick<RefundDetails['payments'][number], 'method' | 'amountCentavos'>[]
}

/** Cash first: it is handed over while the customer waits. */
const methods = ['CASH', 'CARD', 'TRANSFER'] as const

/** Says how a refund's money goes back. Only cash is handed over: the rest would leave the drawer short. */
export function MoneyBack({ payments }: Props) {
  const t = useWords(moneyBackTexts)
  const parts = methods
    .map((method) => ({
      method,
      amountCentavos: payments
        .filter((each) => each.method === method)
        .reduce((sum, each) => sum + each.amountCentavos, 0),
    }))
    .filter(({ amountCentavos }) => amountCentavos > 0)
  const isCashOnly = parts.every(({ method }) => method === 'CASH')
  return (
    <Stack gap={4}>
      {parts.length === 0 && <Text fw={650}>{t('none')}</Text>}
      {parts.map(({ method, amountCentavos }) => (
        <Text key={method} fw={650}>
          {t(isCashOnly ? 'cashOnly' : `way.${method}`, { amount: formatPesos(amountCentavos) })}
        </Text>
      ))}
    </Stack>
  )
}
