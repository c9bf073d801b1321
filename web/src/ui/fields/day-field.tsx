import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface DayFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  /** The first and the last day that can be meant. */
  readonly min?: string
  readonly max?: string
  readonly onDay: (day: string) => void
}

/**
 * A day that something is filtered by. It reports days as they are typed, but none that cannot be meant: while a year is
 * typed, its first digits are years as well.
 */
export function DayField({ value, min = '1900-01-01', max = '2999-12-31', onDay, ...props }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }
  const isMeant = (day: string) => day === '' || (day.length === min.length && day >= min && day <= max)
  return (
    <TextInput
      type="date"
      {...props}
      min={min}
      max={max}
      value={typed}
      error={!isMeant(typed)}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value
        setTyped(day)
        if (isMeant(day)) onDay(day)
      }}
    />
  )
}
