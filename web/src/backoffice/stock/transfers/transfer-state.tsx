import type { StockTransfer } from '../../../api/types.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { useTransferWords } from './words.ts'

const tones = { SENT: 'wait', RECEIVED: 'good', CANCELED: 'idle' } as const

export function TransferState({ transfer: { direction, status } }: { transfer: StockTransfer }) {
  const t = useTransferWords()
  return <StatusChip tone={tones[status]}>{t(`status.${direction}.${status}`)}</StatusChip>
}
