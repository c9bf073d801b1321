import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWords } from '../../ui/words/words.ts'
import { offlineOfPaid } from '../selling/cart/offline-order.ts'
import { type References, unprovenMethods } from '../selling/money/charge.ts'
import type { OfflineOrder, UnansweredPayment } from '../selling/orders/order.ts'
import { offlineQueue } from '../selling/till/till.ts'
import { ReferenceFields } from '../tender/reference-fields.tsx'
import { FaultText } from '../words/fault-text.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import { QueueRow } from './queue-row.tsx'
import { offlineTexts } from './texts.ts'

/** A payment without an answer that another person left here. `reason`: why it cannot be sent. */
export function LeftRow({ payment, reason }: { payment: UnansweredPayment; reason: string | null }) {
  const t = useWords(offlineTexts)
  const missing = useWords(shopTexts)('referenceOrNoSlip')
  const form = useId()
  const [references, setReferences] = useState<References>({})
  const send = useMutation({ mutationFn: (order: OfflineOrder) => offlineQueue.sendLeft(order) })
  const unproven = unprovenMethods(payment.payment.payments)
  const entry = offlineOfPaid(payment, payment.seller, references)
  const isProven = unprovenMethods(entry.sale.payments).length === 0
  return (
    <QueueRow entry={entry} reason={reason ?? (isProven ? null : missing)} form={form}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isProven) send.mutate(entry)
        }}
      >
        <Text size="sm" mt={4}>
          {t('leftHint')}
        </Text>
        {reason === null && (
          <ReferenceFields {...{ unproven, references }} reason={missing} onChange={setReferences} />
        )}
      </form>
      <FaultText error={send.error} />
    </QueueRow>
  )
}
