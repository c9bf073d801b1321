import { UnstyledButton } from '@mantine/core'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { formatPesos, formatShortPesos } from '../../ui/format/money.ts'
import { focusedFirst } from '../../ui/keys/pointer.ts'
import { useWords } from '../../ui/words/words.ts'
import { suggestedTenders } from '../selling/money/tender.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './cash-field.module.css'

interface Props {
  totalCentavos: number
  tenderedCentavos: number | null
  /** Takes the focus when its dialog opens, on devices with a mouse. */
  isFirst?: boolean
  /** `isUnreadable`: something was typed, and it is no amount. */
  onChange: (tenderedCentavos: number | null, isUnreadable: boolean) => void
  /** A suggested note was tapped: it is charged at once. Absent where it is only noted, as for services. */
  onTender?: (tenderedCentavos: number) => void
}

/** Asks for the cash tendered, with suggested notes. */
export function CashField({ totalCentavos, tenderedCentavos, isFirst = false, onChange, onTender }: Props) {
  const t = useWords(terminalTexts)
  const detailOf = (amount: number) =>
    amount === totalCentavos
      ? t('exact')
      : onTender === undefined
        ? null
        : t('changeOf', { amount: formatPesos(amount - totalCentavos) })
  return (
    <>
      <fieldset className={classes['notes']} aria-label={t('received')}>
        {suggestedTenders(totalCentavos).map((amount) => (
          <UnstyledButton
            // The total may change while tapping; the exact amount then keeps its button.
            key={amount === totalCentavos ? 'exact' : amount}
            className={classes['note']}
            {...(onTender === undefined && { 'aria-pressed': amount === tenderedCentavos })}
            onClick={() => (onTender === undefined ? onChange(amount, false) : onTender(amount))}
          >
            {formatShortPesos(amount)} <small>{detailOf(amount)}</small>
          </UnstyledButton>
        ))}
      </fieldset>
      <MoneyField
        label={t('otherAmount')}
        value={tenderedCentavos}
        onChange={onChange}
        w={220}
        {...(isFirst && focusedFirst())}
      />
    </>
  )
}
