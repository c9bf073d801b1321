import { formatPesos } from '../../../ui/format/money.ts'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { shiftDeskTexts } from './texts.ts'

/** The difference between counted and expected cash; `null` when not counted yet. */
export function DifferenceChip({ differenceCentavos }: { differenceCentavos: number | null }) {
  const t = useWords(shiftDeskTexts)
  if (differenceCentavos === null) return <StatusChip tone="brand">{t('isOpen')}</StatusChip>
  if (differenceCentavos === 0) return <StatusChip tone="good">{t('exact')}</StatusChip>
  const amount = formatPesos(Math.abs(differenceCentavos))
  return differenceCentavos < 0 ? (
    <StatusChip tone="bad">{t('short', { amount })}</StatusChip>
  ) : (
    <StatusChip tone="wait">{t('over', { amount })}</StatusChip>
  )
}
