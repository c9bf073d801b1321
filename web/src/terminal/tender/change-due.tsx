import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { changeCentavos } from '../selling/money/tender.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './change-due.module.css'

interface Props {
  totalCentavos: number
  /** `null`: not said, so nothing is shown. */
  tenderedCentavos: number | null
}

/** The change for the cash tendered, or what is missing. */
export function ChangeDue({ totalCentavos, tenderedCentavos }: Props) {
  const t = useWords(terminalTexts)
  if (tenderedCentavos === null) return null
  const change = changeCentavos(totalCentavos, tenderedCentavos)
  return (
    <p className={classes['change']} data-short={change === null || undefined} role="status">
      <span>{t('changeDue')}</span>
      <strong>
        {change === null
          ? t('tooLittle', { amount: formatPesos(totalCentavos - tenderedCentavos) })
          : formatPesos(change)}
      </strong>
    </p>
  )
}
