import { Anchor, Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Keypad } from '../../ui/keypad.tsx'
import type { ProblemWords } from '../problem-words.ts'
import { AttemptFault } from './attempt-fault.tsx'
import classes from './code-and-pin.module.css'
import type { Typed } from './use-attempt.ts'
import { useTillWords } from './words.ts'

const longest = 8
const shortest = 4

interface Props {
  /** Whose PIN is asked for, where that is settled; else the code is asked for first. */
  knownCode?: string | undefined
  /** What the button says that sends. */
  action: string
  isBusy: boolean
  error: unknown
  failedAtMs: number
  /** Refusals that only this act knows, in words. */
  describe?: (error: unknown) => ProblemWords | null
  onSend: (typed: Typed) => void
  /** Typing again: the last refusal has been read. */
  onType: () => void
  children?: ReactNode
}

/** Code, then PIN, with large keys for fingers. The PIN is gone from here the moment it is sent. */
export function CodeAndPin(props: Props) {
  const { knownCode, action, isBusy, children, error, failedAtMs, describe } = props
  const t = useTillWords()
  const id = useId()
  const { field, code, value, isPin, put, press, goBack, submit } = useTyping(props)
  const [hasLetters, setHasLetters] = useState(false)
  return (
    <form className={classes['form']} onSubmit={submit} autoComplete="off">
      <AttemptFault error={error} failedAtMs={failedAtMs} code={code} describe={describe} />
      <div className={classes['label']}>
        <label htmlFor={id}>{isPin ? t('pin') : t('code')}</label>
        {isPin && knownCode === undefined && (
          <Anchor component="button" type="button" size="sm" onClick={goBack}>
            {t('pinOf', { code })} · {t('otherCode')}
          </Anchor>
        )}
        {!isPin && !hasLetters && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setHasLetters(true)
              field.current?.focus()
            }}
          >
            {t('letters')}
          </Anchor>
        )}
      </div>
      <input
        // Another field for the PIN, so that nothing of the code stays in it.
        key={isPin ? 'pin' : 'code'}
        ref={field}
        id={id}
        className={classes['field']}
        type={isPin ? 'password' : 'text'}
        // Not a password to be kept by the browser.
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        // The keys are on the screen already; letters need the device's own.
        inputMode={!isPin && hasLetters ? 'text' : 'none'}
        data-autofocus
        data-pin={isPin || undefined}
        aria-invalid={error !== null}
        disabled={isBusy}
        value={value}
        onChange={(event) => put(event.currentTarget.value)}
      />
      <Keypad
        onDigit={(digit) => press(value + digit)}
        onErase={() => press(value.slice(0, -1))}
        onClear={() => press('')}
      />
      <Button type="submit" size="lg" h={56} fullWidth loading={isBusy} disabled={value.length < shortest}>
        {isPin ? action : t('next')}
      </Button>
      {children}
    </form>
  )
}

/** What has been typed, and where it goes. */
function useTyping({ knownCode, isBusy, onSend, onType }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState(knownCode ?? '')
  const [isPin, setIsPin] = useState(knownCode !== undefined)
  const [pin, setPin] = useState('')
  const value = isPin ? pin : code
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step begins in the field, and so does a try after a refusal.
  useEffect(() => {
    if (!isBusy) field.current?.focus()
  }, [isPin, isBusy])
  const put = (typed: string) => {
    onType()
    if (isPin) setPin(typed.replaceAll(/\D/g, '').slice(0, longest))
    else setCode(tidied(typed))
  }
  return {
    field,
    code,
    value,
    isPin,
    put,
    press: (typed: string) => {
      put(typed)
      field.current?.focus()
    },
    goBack: () => {
      onType()
      setPin('')
      setIsPin(false)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (value.length < shortest || isBusy) return
      onType()
      if (!isPin) return setIsPin(true)
      onSend({ code, pin })
      setPin('')
    },
  }
}

const tidied = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, longest)
