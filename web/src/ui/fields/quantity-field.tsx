import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { readQuantity, typedQuantity, type Unit } from '../format/typed-quantity.ts'
import { useWords } from '../words/words.ts'
import { useBarredForm } from './barred-form.ts'
import { fieldTexts } from './texts.ts'

/** What a quantity field holds: a quantity, `''` when it is empty, and `NaN` while what was typed is no quantity. */
export type Typed = number | ''

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  unit: Unit
  /** What is written behind it, as `kg`. */
  unitLabel?: string | undefined
  /** A minus in front is read, too. */
  isSigned?: boolean
  value?: Typed
  onChange: (value: Typed) => void
}

/** A quantity of goods, typed freely. While it cannot be read, it is marked, and its form is not sent. */
export function QuantityField(props: Props) {
  const { unit, unitLabel, isSigned = false, value = '', onChange, onBlur, error, ...rest } = props
  const t = useWords(fieldTexts)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Typed } | null>(null)
  // A quantity from outside replaces what was typed.
  const text = typed !== null && Object.is(typed.value, value) ? typed.text : textOf(value)
  const isUnreadable = Number.isNaN(value)
  const type = (now: string) => {
    const held = typedValue(now, unit, isSigned)
    setTyped({ text: now, value: held })
    onChange(held)
  }
  useEffect(() => {
    // Another unit, or a minus that is possible now, gives the same text another meaning.
    const held = typedValue(text, unit, isSigned)
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
      error={isUnreadable ? t(readQuantity(text, 'KILOGRAM') === null ? 'notAQuantity' : 'notPieces') : error}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
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
