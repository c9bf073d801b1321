import { Alert, Button, Stack, Text } from '@mantine/core'
import { formatPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { refundedCentavos, type SentRefund } from './sent-refund.ts'
import { Sum } from './sums.tsx'
import { ordersTexts } from './texts.ts'

interface Props {
  refund: SentRefund
  isBusy: boolean
  onSend: () => void
}

/** For a refund of which nobody knows whether it was made: it is sent again as it was, and nothing else is. */
export function RefundUndecided({ refund, isBusy, onSend }: Props) {
  const t = useWords(ordersTexts)
  const { type, reason } = refund.order
  return (
    <Stack>
      <Alert color="yellow" role="alert" title={t('undecided')}>
        {t('undecidedHint')}
      </Alert>
      <Sum isStrong label={t(`kinds.${type}`)} value={formatPesos(refundedCentavos(refund))} />
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
      <Button size="md" loading={isBusy} onClick={onSend}>
        {t('sendAgain')}
      </Button>
    </Stack>
  )
}
