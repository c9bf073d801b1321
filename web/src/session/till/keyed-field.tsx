import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Keypad } from '../../ui/fields/keypad.tsx'
import classes from './code-and-pin.module.css'

/** The least length of codes and PINs. */
export const shortest = 4
const longest = 8

export const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '').slice(0, longest)
export const codeOf = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, longest)

interface Props {
  /** The field's name. Each field is its own element, so that nothing typed in one stays in the next. */
  name: string
  label: string
  /** Shown next to the label: a back button, or the switch to letters. */
  aside: ReactNode
  /** The label of the submit button. */
  action: string
  isSecret: boolean
  /** Letters are typed on the device's keyboard, digits on the keys below. */
  hasLetters?: boolean
  isInvalid: boolean
  isBusy: boolean
  value: string
  onType: (typed: string) => void
}

/** A field with large keys, its label and its submit button. It has the focus at every step. */
export function KeyedField(props: Props) {
  const { name, label, aside, action, isSecret, hasLetters = false, isInvalid, isBusy, value, onType } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const press = (typed: string) => {
    onType(typed)
    field.current?.focus()
  }
  return (
    <>
      <div className={classes['label']}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <FocusedInput
        key={`${name} ${hasLetters}`}
        field={field}
        id={id}
        className={classes['field']}
        type={isSecret ? 'password' : 'text'}
        // Keeps the browser from offering to save it as a password.
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        inputMode={hasLetters ? 'text' : 'none'}
        data-autofocus
        data-pin={isSecret || undefined}
        aria-invalid={isInvalid}
        disabled={isBusy}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Keypad
        onDigit={(digit) => press(value + digit)}
        onErase={() => press(value.slice(0, -1))}
        onClear={() => press('')}
      />
      <Button type="submit" size="lg" h={56} fullWidth loading={isBusy} disabled={value.length < shortest}>
        {action}
      </Button>
    </>
  )
}

/** Takes the focus when it appears and after each answer. */
function FocusedInput({
  field,
  ...props
}: ComponentProps<'input'> & { field: RefObject<HTMLInputElement | null>; disabled: boolean }) {
  const { disabled } = props
  useEffect(() => {
    if (!disabled) field.current?.focus()
  }, [disabled, field])
  return <input ref={field} {...props} />
}
