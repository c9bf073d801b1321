import { Alert, Anchor, Button } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { isProblem } from '../../api/problem.ts'
import { Keypad } from '../../ui/keypad.tsx'
import { AttemptFault } from './attempt-fault.tsx'
import classes from './code-and-pin.module.css'
import { type Typed, useAttempt } from './use-attempt.ts'
import { useTillWords } from './words.ts'

const longest = 8
const shortest = 4

interface Props {
  /** The code, and the PIN that somebody else has minted: good for this once. */
  typed: Typed
  onChosen: () => unknown
  onBack: () => void
}

/** The PIN that only its holder knows, typed twice, in place of the one that was handed over. */
export function ChoosePin({ typed, onChosen, onBack }: Props) {
  const t = useTillWords()
  const id = useId()
  const { send, forgetFault, ...attempt } = useAttempt(
    (newPin: string) => answer(api.POST('/auth/terminal-pins', { body: { ...typed, newPin } })),
    onChosen,
  )
  const { field, value, isAgain, isDifferent, put, submit } = useTwice(attempt.isBusy, send, forgetFault)
  const press = (next: string) => {
    put(next)
    field.current?.focus()
  }
  return (
    <form className={classes['form']} onSubmit={submit} autoComplete="off">
      {isDifferent ? (
        <Alert color="red" role="alert" py="xs" title={t('different')}>
          {t('differentHint')}
        </Alert>
      ) : (
        <AttemptFault
          {...attempt}
          code={typed.code}
          describe={(error) =>
            isProblem(error, 'weak_pin') ? { title: t('weak'), hint: t('weakHint') } : null
          }
        />
      )}
      <div className={classes['label']}>
        <label htmlFor={id}>{isAgain ? t('newPinAgain') : t('newPin')}</label>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {t('pinOf', { code: typed.code })} · {t('otherCode')}
        </Anchor>
      </div>
      <input
        key={isAgain ? 'again' : 'new'}
        ref={field}
        id={id}
        className={classes['field']}
        type="password"
        // Not a password to be kept by the browser.
        autoComplete="one-time-code"
        // The keys are on the screen already.
        inputMode="none"
        data-autofocus
        data-pin
        aria-invalid={isDifferent || attempt.error !== null}
        disabled={attempt.isBusy}
        value={value}
        onChange={(event) => put(event.currentTarget.value)}
      />
      <Keypad
        onDigit={(digit) => press(value + digit)}
        onErase={() => press(value.slice(0, -1))}
        onClear={() => press('')}
      />
      <Button
        type="submit"
        size="lg"
        h={56}
        fullWidth
        loading={attempt.isBusy}
        disabled={value.length < shortest}
      >
        {isAgain ? t('choose') : t('next')}
      </Button>
    </form>
  )
}

/** What is typed, and typed again; a difference begins anew. */
function useTwice(isBusy: boolean, send: (pin: string) => Promise<void>, forgetFault: () => void) {
  const field = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  const [isDifferent, setIsDifferent] = useState(false)
  const isAgain = first !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step begins in the field, and so does a try after a refusal.
  useEffect(() => {
    if (!isBusy) field.current?.focus()
  }, [isAgain, isBusy])
  const put = (typed: string) => {
    forgetFault()
    setIsDifferent(false)
    setValue(typed.replaceAll(/\D/g, '').slice(0, longest))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.length < shortest || isBusy) return
    forgetFault()
    setValue('')
    if (first === null) return setFirst(value)
    setFirst(null)
    if (value === first) void send(value)
    else setIsDifferent(true)
  }
  return { field, value, isAgain, isDifferent, put, submit }
}
