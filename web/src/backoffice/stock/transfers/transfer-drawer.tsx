import { Group, Stack, Text } from '@mantine/core'
import type { StockTransfer } from '@mostrador/client'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { goodsQuery } from '../inventory/queries.ts'
import { CancelTransfer } from './cancel-transfer.tsx'
import { ReceiveForm, receivingKey } from './receive-form.tsx'
import { TransferLines } from './transfer-lines.tsx'
import { TransferState } from './transfer-state.tsx'
import { transferLinesQuery } from './transfers-query.ts'

interface Props {
  transfer: StockTransfer
  title: string
  barred: string | null
  onClose: () => void
}

/** One transfer: its lines, and what the person's store can do next. */
export function TransferDrawer({ transfer, title, barred, onClose }: Props) {
  const words = useProblemWords()
  const lines = useQuery(transferLinesQuery(transfer))
  const goods = useQuery(goodsQuery(transfer.storeId))
  const error = lines.error ?? goods.error
  const isReceived = transfer.direction === 'IN' && transfer.status === 'SENT' && barred === null
  const isSending = useIsMutating({ mutationKey: receivingKey(transfer.id) }) > 0
  return (
    <Drawer
      opened
      onClose={onClose}
      isSending={isReceived ? isSending : undefined}
      position="right"
      size={620}
      title={title}
    >
      <Stack gap="lg">
        <Group>
          <TransferState transfer={transfer} />
          {transfer.note !== null && <Text c="dimmed">{transfer.note}</Text>}
        </Group>
        {lines.data !== undefined && goods.data !== undefined ? (
          isReceived ? (
            <ReceiveForm transfer={transfer} lines={lines.data} goods={goods.data} onDone={onClose} />
          ) : (
            <TransferLines lines={lines.data} goods={goods.data} />
          )
        ) : error === null ? (
          <RowSkeletons rows={4} />
        ) : (
          <ErrorState
            {...words(error)}
            onRetry={() => {
              void lines.refetch()
              void goods.refetch()
            }}
          />
        )}
        {transfer.direction === 'OUT' && transfer.status === 'SENT' && (
          <CancelTransfer transfer={transfer} barred={barred} onDone={onClose} />
        )}
      </Stack>
    </Drawer>
  )
}
