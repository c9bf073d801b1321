import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatPesos, parsePesos } from '../format/money.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Centavos; `null` when empty or not a valid amount. */
  value?: number | null
  onChange: (amountCentavos: number | null) => void
}

/** An amount in pesos, typed freely and held in centavos. */
export function MoneyField({ value, onChange, onBlur, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null || value === undefined ? '' : formatPesos(value).replace('$', ''))
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      {...rest}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(parsePesos(event.currentTarget.value))
      }}
      onBlur={(event) => {
        if (value !== null && value !== undefined) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
