import { PaperView } from '../../ui/paper/paper-view.tsx'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'
import { paperLanguage } from '../../ui/words/language.ts'
import { usePaperWords, useWords } from '../../ui/words/words.ts'
import classes from '../paper/paper.module.css'
import { Paper } from '../paper/paper.tsx'
import type { OfflineOrder } from '../selling/orders/order.ts'
import { provisionalSlip } from './provisional-slip.ts'
import { offlineTexts } from './texts.ts'

interface Props {
  entry: OfflineOrder
  /** It was sold just now: the slip is printed without being asked for, if this device is set so. */
  isNew?: boolean
}

/** The slip of an offline sale, on the screen and to print. */
export function ProvisionalPaper({ entry, isNew = false }: Props) {
  const t = useWords(offlineTexts)
  const paper = provisionalSlip(usePaperWords(offlineTexts), entry)
  const hasCash = entry.sale.payments.some(({ method }) => method === 'CASH')
  return (
    <>
      <Paper printLabel={t('print')} paper={paper} />
      {isNew && <DoneAtOnce key={entry.key} id={entry.key} paper={paper} hasCash={hasCash} />}
      <div className={classes['screenTicket']}>
        <PaperView paper={paper} lang={paperLanguage} />
      </div>
    </>
  )
}
