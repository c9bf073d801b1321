import { Group, Stack } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useNothingLeft } from '../../../refunds/use-sent-refunds.ts'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { OrderDetail } from './order-detail.tsx'
import { type Order, orderQuery, refundableQuery } from './orders-query.ts'
import { Papers } from './papers.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { ordersTexts } from './texts.ts'

interface Props {
  orderId: string
  storeId: string
  onClose: () => void
}

/** One sale with its refunds, its receipts, and the button to refund it. */
export function OrderDrawer({ orderId, storeId, onClose }: Props) {
  const words = useProblemWords()
  const { data: order, error, refetch } = useQuery(orderQuery(orderId))
  return (
    <Drawer opened onClose={onClose} position="right" size={480} title={order?.folio ?? ''}>
      {order === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {order === undefined && error === null && <RowSkeletons rows={5} />}
      {order !== undefined && (
        <Stack gap="lg">
          <OrderDetail order={order} />
          <Papers storeId={storeId} orderId={order.id} isOwnBarred={order.receiptId === null} />
          <GivingBack order={order} />
        </Stack>
      )}
    </Drawer>
  )
}

function GivingBack({ order }: { order: Order }) {
  const t = useWords(ordersTexts)
  const [isOpen, setIsOpen] = useState(false)
  const refundable = useQuery(refundableQuery(order.id))
  const isOver = useNothingLeft(order.id, refundable.data)
  return (
    <>
      <Group grow>
        <AllowedButton
          color="red"
          variant="light"
          loading={refundable.isLoading}
          leftSection={<IconArrowBackUp size={19} />}
          reason={isOver ? t('nothingLeft') : null}
          onClick={() => setIsOpen(true)}
        >
          {t('refund')}
        </AllowedButton>
      </Group>
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  )
}
