import { IconDeviceFloppy } from '@tabler/icons-react'
import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { DoneScreen } from '../done/done-screen.tsx'
import { provisionalName } from '../selling/cart/offline-order.ts'
import type { OfflineOrder } from '../selling/orders/order.ts'
import { ProvisionalPaper } from './provisional-paper.tsx'
import { offlineTexts } from './texts.ts'

/** After an offline sale: the change, and the provisional slip. */
export function ProvisionalScreen({ entry, onNext }: { entry: OfflineOrder; onNext: () => void }) {
  const t = useWords(offlineTexts)
  const { changeCentavos } = entry
  return (
    <DoneScreen
      title={t('soldTitle')}
      icon={<IconDeviceFloppy size={36} color="var(--tone-wait)" aria-hidden="true" />}
      changeLabel={changeCentavos > 0 ? t('change') : t('exact')}
      changeCentavos={changeCentavos}
      nextLabel={t('next')}
      onNext={onNext}
      ticketLabel={t('receipt.heading')}
      ticket={<ProvisionalPaper entry={entry} isNew />}
    >
      <p className="figures">
        {formatPesos(entry.totalCentavos)} · {provisionalName(entry.key)}
      </p>
      <p>{t('soldHint')}</p>
    </DoneScreen>
  )
}
