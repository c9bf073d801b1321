import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { parseQuantity, typedQuantity, type Unit } from '../format/typed-quantity.ts'
import { useWords } from '../words/words.ts'
import { useBarredForm } from './barred-form.ts'
import { fieldTexts } from './texts.ts'

/** What a quantity field holds: a quantity, `''` when it is empty, and `NaN` while what was typed is no quantity. */
export type QuantityValue = number | ''

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Absent for goods that are not known here: decimals are allowed, and the server refuses parts of a piece. */
  unit?: Unit | undefined
  /** What is written behind it, as `kg`. */
  unitLabel?: string | undefined
  /** A minus in front is read, too. */
  isSigned?: boolean
  value?: QuantityValue
  onChange: (value: QuantityValue) => void
}

/** A quantity of goods, typed freely. While it cannot be read, it is marked, and its form is not sent. */
export function QuantityField(props: Props) {
  const {
    unit = 'KILOGRAM',
    unitLabel,
    isSigned = false,
    value = '',
    onChange,
    onBlur,
    error,
    ...rest
  } = props
  const t = useWords(fieldTexts)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: QuantityValue } | null>(null)
  // A quantity from outside replaces what was typed.
  const text = typed !== null && Object.is(typed.value, value) ? typed.text : textOf(value)
  const isUnreadable = Number.isNaN(value)
  const type = (now: string) => {
    const held = parseValue(now, unit, isSigned)
    setTyped({ text: now, value: held })
    onChange(held)
  }
  useEffect(() => {
    // Another unit, or a minus that is possible now, gives the same text another meaning.
    const held = parseValue(text, unit, isSigned)
    if (Object.is(held, value)) return
    setTyped({ text, value: held })
    onChange(held)
  }, [text, unit, isSigned, value, onChange])
  return (
    <TextInput
      ref={useBarredForm(isUnreadable)}
      inputMode={isSigned ? 'text' : 'decimal'}
      autoComplete="off"
      rightSection={unitLabel}
      {...rest}
      error={
        isUnreadable ? t(parseQuantity(text, 'KILOGRAM') === null ? 'notAQuantity' : 'notPieces') : error
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        if (!isUnreadable) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

type LimitedProps = Omit<Props, 'value' | 'onChange'> & {
  value: number
  max: number
  onChange: (quantity: number) => void
}

/** A quantity of at most `max`. A field that is empty or cannot be read counts as 0, and keeps its text. */
export function LimitedQuantityField({ value, max, onChange, ...rest }: LimitedProps) {
  const [entry, setEntry] = useState<QuantityValue>(value)
  const quantity = quantityOf(entry)
  // The maximum, or a button beside the field, replaces what was typed.
  const isShown = quantity === null ? value === 0 : quantity === value
  return (
    <QuantityField
      {...rest}
      value={isShown ? entry : value}
      onChange={(now) => {
        setEntry(now)
        onChange(Math.min(quantityOf(now) ?? 0, max))
      }}
    />
  )
}

/** What a field holds with this text. */
export function parseValue(text: string, unit: Unit, isSigned: boolean): QuantityValue {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const [, minus = '', rest = ''] = /^([-−]?)(.*)$/.exec(trimmed) ?? []
  const quantity = parseQuantity(rest, unit)
  if (quantity === null || (minus !== '' && !isSigned)) return Number.NaN
  return minus === '' ? quantity : -quantity
}

/** The quantity that a field holds; `null` when it holds none. */
export const quantityOf = (value: QuantityValue) => (value === '' || Number.isNaN(value) ? null : value)

function textOf(value: QuantityValue): string {
  const quantity = quantityOf(value)
  return quantity === null ? '' : typedQuantity(quantity)
}
