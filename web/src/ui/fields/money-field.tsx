import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatPesos, parsePesos } from '../format/money.ts'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'
import { useBarredForm } from './barred-form.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Centavos; `null` when empty or not a valid amount. */
  value?: number | null
  /** `isUnreadable`: something was typed, and it is no amount. */
  onChange: (amountCentavos: number | null, isUnreadable: boolean) => void
}

/** An amount in pesos, typed freely and held in centavos. While it cannot be read, its form is not sent. */
export function MoneyField({ value = null, onChange, onBlur, error, ...rest }: Props) {
  const t = useWords(uiTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const isUnreadable = value === null && isNoAmount(typed)
  // An amount from outside replaces what could not be read.
  const shown = value !== null && isNoAmount(typed) ? null : typed
  return (
    <TextInput
      ref={useBarredForm(isUnreadable)}
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      {...rest}
      error={isUnreadable ? t('notAnAmount') : error}
      value={shown ?? (value === null ? '' : formatPesos(value).replace('$', ''))}
      onChange={(event) => {
        const now = event.currentTarget.value
        setTyped(now)
        onChange(parsePesos(now), isNoAmount(now))
      }}
      onBlur={(event) => {
        if (value !== null) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

const isNoAmount = (typed: string | null) =>
  typed !== null && typed.trim() !== '' && parsePesos(typed) === null
