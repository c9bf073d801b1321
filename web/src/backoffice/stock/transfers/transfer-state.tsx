import type { StockTransfer } from '@mostrador/client'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { transferTexts } from './texts.ts'

const tones = { SENT: 'wait', RECEIVED: 'good', CANCELED: 'idle' } as const

export function TransferState({ transfer: { direction, status } }: { transfer: StockTransfer }) {
  const t = useWords(transferTexts)
  return <StatusChip tone={tones[status]}>{t(`status.${direction}.${status}`)}</StatusChip>
}
