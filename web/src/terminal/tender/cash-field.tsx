import { UnstyledButton } from '@mantine/core'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { formatPesos, formatShortPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { changeCentavos, suggestedTenders } from '../selling/money/tender.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './cash-field.module.css'

interface Props {
  totalCentavos: number
  tenderedCentavos: number | null
  onChange: (tenderedCentavos: number | null) => void
}

/** Asks for the cash tendered, with suggested notes, and shows the change. */
export function CashField({ totalCentavos, tenderedCentavos, onChange }: Props) {
  const t = useWords(terminalTexts)
  return (
    <>
      <fieldset className={classes['notes']} aria-label={t('received')}>
        {suggestedTenders(totalCentavos).map((amount) => (
          <UnstyledButton
            // The total may change while tapping; the exact amount then keeps its button.
            key={amount === totalCentavos ? 'exact' : amount}
            className={classes['note']}
            aria-pressed={amount === tenderedCentavos}
            onClick={() => onChange(amount)}
          >
            {formatShortPesos(amount)}
            {amount === totalCentavos && <small>{t('exact')}</small>}
          </UnstyledButton>
        ))}
      </fieldset>
      <div className={classes['counted']}>
        <MoneyField label={t('otherAmount')} value={tenderedCentavos} onChange={onChange} w={180} />
        <Change totalCentavos={totalCentavos} tenderedCentavos={tenderedCentavos} />
      </div>
    </>
  )
}

function Change({ totalCentavos, tenderedCentavos }: Omit<Props, 'onChange'>) {
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
