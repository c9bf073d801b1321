import { Group, Modal, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import type { SaleStatus } from '../api/types.ts'
import { useProblemWords } from '../session/problem-words.ts'
import type { Tone } from '../ui/illustrations/picture.tsx'
import { ErrorState, RowSkeletons } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { ReceiptPanel } from './airtime/receipt-panel.tsx'
import { useTerminalWords } from './words.ts'

export const statusTones: Record<SaleStatus, Tone> = {
  PENDING: 'wait',
  COMPLETED: 'good',
  FAILED: 'bad',
  REVERSED: 'undone',
}

/** One sale of the store, as it stands now, with its receipt. */
export function SaleDetail({ saleId, onClose }: { saleId: string | null; onClose: () => void }) {
  const t = useTerminalWords()
  const words = useProblemWords()
  const sale = useQuery({
    queryKey: ['sales', 'one', saleId],
    queryFn: ({ signal }) =>
      answer(api.GET('/vas/sale/{id}', { params: { path: { id: saleId ?? '' } }, signal })),
    enabled: saleId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 5000 : false),
  })
  return (
    <Modal opened={saleId !== null} onClose={onClose} title={`${t('folio')} ${sale.data?.folio ?? ''}`}>
      {sale.error !== null && <ErrorState {...words(sale.error)} onRetry={() => sale.refetch()} />}
      {sale.isPending && saleId !== null && <RowSkeletons rows={4} />}
      {sale.data !== undefined && (
        <Stack>
          <Group>
            <StatusChip tone={statusTones[sale.data.status]}>{t(`status.${sale.data.status}`)}</StatusChip>
          </Group>
          <Text>{sale.data.outcome.message}</Text>
          {sale.data.receipt.length > 0 && (
            <ReceiptPanel
              lines={sale.data.receipt}
              printLabel={t('printReceipt')}
              icon={<IconPrinter size={19} />}
            />
          )}
        </Stack>
      )}
    </Modal>
  )
}
