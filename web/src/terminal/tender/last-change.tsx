import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './last-change.module.css'

/** The change of the sale before, in sight until the next one begins. */
export function LastChange({ centavos }: { centavos: number }) {
  const t = useWords(terminalTexts)
  if (centavos === 0) return null
  return (
    <p className={classes['change']} role="status">
      {t('lastChange')}
      <strong>{formatPesos(centavos)}</strong>
    </p>
  )
}
