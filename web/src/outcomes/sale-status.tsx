import type { VasSaleStatus } from '@mostrador/client'
import type { Tone } from '../ui/illustrations/picture.tsx'
import { StatusChip } from '../ui/parts/status-chip.tsx'
import { useWords } from '../ui/words/words.ts'
import { outcomeTexts } from './texts.ts'

export const saleTones: Record<VasSaleStatus, Tone> = {
  PENDING: 'wait',
  COMPLETED: 'good',
  FAILED: 'bad',
  REVERSED: 'undone',
}

/** The status of a top-up, PIN or bill. */
export function SaleStatusChip({ status }: { status: VasSaleStatus }) {
  const t = useWords(outcomeTexts)
  return <StatusChip tone={saleTones[status]}>{t(`status.${status}`)}</StatusChip>
}
