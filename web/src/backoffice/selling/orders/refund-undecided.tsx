import { Alert, Button, Stack, Text } from '@mantine/core'
import { formatPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { SentRefund } from './sent-refund.ts'
import { Sum } from './sums.tsx'
import { ordersTexts } from './texts.ts'

interface Props {
  refund: SentRefund
  isBusy: boolean
  onSend: () => void
}

/** For a refund of which nobody knows whether it was made: it is sent again as it was, and nothing else is. */
export function RefundUndecided({ refund: { order }, isBusy, onSend }: Props) {
  const t = useWords(ordersTexts)
  const amountCentavos = order.lines.reduce((sum, line) => sum + line.amountCentavos, 0)
  return (
    <Stack>
      <Alert color="yellow" role="alert" title={t('undecided')}>
        {t('undecidedHint')}
      </Alert>
      <Sum isStrong label={t(`kinds.${order.type}`)} value={formatPesos(amountCentavos)} />
      <Text size="sm" c="dimmed">
        {order.reason}
      </Text>
      <Button size="md" loading={isBusy} onClick={onSend}>
        {t('sendAgain')}
      </Button>
    </Stack>
  )
}
