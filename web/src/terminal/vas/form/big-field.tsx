import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'
import classes from './big-field.module.css'

interface Props {
  label: string
  value: string
  onType: (typed: string) => void
  /** The field that the keypad writes into: it takes the focus. */
  isActive: boolean
  hint: string
  fault?: string | undefined
  isDone?: boolean
  /** The system's keyboard of this field, where no finger uses the keypad beside it. */
  inputMode: NonNullable<InputHTMLAttributes<HTMLInputElement>['inputMode']>
  placeholder?: string | undefined
}

/** One number, large enough to be checked from the other side of the counter. */
export function BigField(props: Props) {
  const { label, value, isActive, fault, isDone = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isActive) input.current?.focus()
  }, [isActive])
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className={classes['input']}
        // Fingers use the keypad beside it; the system's keyboard would cover the ticket.
        inputMode={isTouch && props.inputMode !== 'text' ? 'none' : props.inputMode}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint`}
        data-done={isDone || undefined}
        data-long={value.length > 18 || undefined}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
      <span
        id={`${id}-hint`}
        className={classes['hint']}
        data-fault={fault !== undefined || undefined}
        role="status"
      >
        {fault ?? props.hint}
      </span>
    </div>
  )
}
