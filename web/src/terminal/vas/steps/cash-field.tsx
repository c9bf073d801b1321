import { UnstyledButton } from '@mantine/core'
import { formatPesos, formatShortPesos } from '../../../ui/money.ts'
import { MoneyField } from '../../../ui/money-field.tsx'
import { changeCentavos, suggestedTenders } from '../../selling/tender.ts'
import { useTerminalWords } from '../../words/words.ts'
import classes from './confirm-step.module.css'

interface Props {
  totalCentavos: number
  tenderedCentavos: number | null
  onChange: (tenderedCentavos: number | null) => void
}

/** What the customer hands over, in notes, and what goes back. */
export function CashField({ totalCentavos, tenderedCentavos, onChange }: Props) {
  const t = useTerminalWords()
  return (
    <>
      <fieldset className={classes['notes']} aria-label={t('received')}>
        {suggestedTenders(totalCentavos).map((amount) => (
          <UnstyledButton
            // The total may grow under the finger: the exact amount is the same button then.
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
  const t = useTerminalWords()
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
