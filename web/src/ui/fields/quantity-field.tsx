import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { Unit } from '../format/quantity.ts'
import { readQuantity, typedQuantity } from '../format/typed-quantity.ts'
import { useWords } from '../words/words.ts'
import { useBarredForm } from './barred-form.ts'
import { fieldTexts } from './texts.ts'

/** What a quantity field holds: a quantity, `''` when it is empty, and `NaN` while what was typed is no quantity. */
export type Typed = number | ''

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  unit: Unit
  /** What is written behind it, as `kg`. */
  unitLabel?: string
  /** A minus in front is read, too. */
  isSigned?: boolean
  value?: Typed
  onChange: (value: Typed) => void
}

/** A quantity of goods, typed freely. While it cannot be read, it is marked, and its form is not sent. */
export function QuantityField(props: Props) {
  const { unit, unitLabel, isSigned = false, value = '', onChange, onBlur, error, ...rest } = props
  const t = useWords(fieldTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const isUnreadable = Number.isNaN(value)
  // A quantity from outside replaces what was typed.
  const isOwn = typed !== null && Object.is(typedValue(typed, unit, isSigned), value)
  return (
    <TextInput
      ref={useBarredForm(isUnreadable)}
      inputMode={isSigned ? 'text' : 'decimal'}
      autoComplete="off"
      rightSection={unitLabel}
      {...rest}
      error={isUnreadable ? t(unit === 'PIECE' ? 'notPieces' : 'notAQuantity') : error}
      value={isOwn ? typed : textOf(value)}
      onChange={(event) => {
        const now = event.currentTarget.value
        setTyped(now)
        onChange(typedValue(now, unit, isSigned))
      }}
      onBlur={(event) => {
        if (!isUnreadable) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

/** What a field holds with this text. */
export function typedValue(text: string, unit: Unit, isSigned: boolean): Typed {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const [, minus = '', rest = ''] = /^([-−]?)(.*)$/.exec(trimmed) ?? []
  const quantity = readQuantity(rest, unit)
  if (quantity === null || (minus !== '' && !isSigned)) return Number.NaN
  return minus === '' ? quantity : -quantity
}

/** The quantity that a field holds; `null` when it holds none. */
export const quantityIn = (value: Typed) => (value === '' || Number.isNaN(value) ? null : value)

function textOf(value: Typed): string {
  const quantity = quantityIn(value)
  return quantity === null ? '' : typedQuantity(quantity)
}
