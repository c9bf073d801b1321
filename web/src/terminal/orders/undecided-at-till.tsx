import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { SalesOrder } from '@mostrador/client'
import { isRefusal } from '../../api/refusal.ts'
import { RefundUndecided } from '../../refunds/refund-undecided.tsx'
import type { SentRefund } from '../../refunds/sent-refund.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import { orderTexts } from './texts.ts'
import type { useRefund } from './use-refund.ts'

interface Props {
  order: SalesOrder
  undecided: SentRefund
  refund: ReturnType<typeof useRefund>
  onLeave: () => void
}

/** The till's screen for a refund of which nobody knows whether it was made. */
export function UndecidedAtTill({ order, undecided, refund, onLeave }: Props) {
  const t = useWords(orderTexts)
  const tUi = useWords(uiTexts)
  return (
    <Stack>
      <Title order={3}>{t('giveBackTitle', { folio: order.folio })}</Title>
      {isRefusal(refund.error) && <FaultText error={refund.error} />}
      <RefundUndecided
        refund={undecided}
        typeName={t(`type.${undecided.order.type}`)}
        isBusy={refund.isBusy}
        onSend={() => void refund.sendAgain()}
      >
        <Refunded order={order} lines={undecided.order.lines} />
      </RefundUndecided>
      <Button variant="default" h={52} disabled={refund.isBusy} onClick={onLeave}>
        {tUi('close')}
      </Button>
    </Stack>
  )
}

/** The goods of a refund; without lines it is all that was left. */
function Refunded({ order, lines }: { order: SalesOrder; lines: SentRefund['order']['lines'] }) {
  const t = useWords(orderTexts)
  const tShop = useWords(shopTexts)
  if (lines === undefined) return <Text>{t('whole')}</Text>
  return lines.map(({ lineItemId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineItemId)
    if (line === undefined) return null
    return (
      <Group key={lineItemId} justify="space-between" wrap="nowrap">
        <Text>{line.productName}</Text>
        {quantity !== undefined && (
          <Text className="figures" style={{ flexShrink: 0 }}>
            {formatQuantity(quantity)} {tShop(`unit.${line.unit}`)}
          </Text>
        )}
      </Group>
    )
  })
}
