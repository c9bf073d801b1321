import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatPesos } from '../ui/format/money.ts'
import { focused } from '../ui/keys/focused.ts'
import { useWords } from '../ui/words/words.ts'
import { linesCentavos } from './lines-centavos.ts'
import type { SentRefund } from './sent-refund.ts'
import { undecidedRefundTexts } from './undecided-texts.ts'

interface Props {
  refund: SentRefund
  /** What the screen calls its type. */
  typeName: string
  isBusy: boolean
  onSend: () => void
  /** What of the sale it refunds, where its amount does not tell. */
  children?: ReactNode
}

/** For a refund of which nobody knows whether it was made: it is sent again as it was, and nothing else is. */
export function RefundUndecided({ refund, typeName, isBusy, onSend, children }: Props) {
  const t = useWords(undecidedRefundTexts)
  const { lines, reason } = refund.order
  const amountCentavos = lines === undefined ? null : linesCentavos(lines)
  return (
    <Stack>
      <Alert color="yellow" role="alert" title={t('title')}>
        {t('hint')}
      </Alert>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text fw={700}>{typeName}</Text>
        {amountCentavos !== null && (
          <Text fw={700} className="figures">
            {formatPesos(amountCentavos)}
          </Text>
        )}
      </Group>
      {children}
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
      <Button ref={focused} h={52} loading={isBusy} onClick={onSend}>
        {t('sendAgain')}
      </Button>
    </Stack>
  )
}
