import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'
import classes from './big-field.module.css'

interface Props {
  label: string
  value: string
  onType: (typed: string) => void
  /** The keypad writes into this field, so it takes the focus. */
  isActive: boolean
  hint: string
  fault?: string | undefined
  isDone?: boolean
  /** The on-screen keyboard to use on devices without touch input. */
  inputMode: NonNullable<InputHTMLAttributes<HTMLInputElement>['inputMode']>
  placeholder?: string | undefined
}

/** One number, large enough to be checked from across the counter. */
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
        // Touch uses the keypad next to it; the on-screen keyboard would cover the ticket.
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
