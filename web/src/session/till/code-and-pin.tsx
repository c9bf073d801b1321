import { Anchor } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ProblemWords } from '../../problems/problem-words.ts'
import { useWords } from '../../ui/words/words.ts'
import { AttemptFault } from './attempt-fault.tsx'
import classes from './code-and-pin.module.css'
import { codeOf, digitsOf, KeyedField, shortest } from './keyed-field.tsx'
import { tillTexts } from './texts.ts'
import type { Typed } from './use-attempt.ts'

interface Props {
  /** The employee code, if known; otherwise it is asked for first. */
  knownCode?: string | undefined
  /** The label of the submit button. */
  action: string
  isBusy: boolean
  error: unknown
  failedAtMs: number
  /** Explains refusals that only this act has. */
  describe?: (error: unknown) => ProblemWords | null
  onSend: (typed: Typed) => void
  /** Called on the first key, to dismiss the last refusal. */
  onType: () => void
  children?: ReactNode
}

/** Asks for code, then PIN, with large keys for touch. The PIN is cleared as soon as it is sent. */
export function CodeAndPin(props: Props) {
  const { knownCode, action, isBusy, children, error, failedAtMs, describe } = props
  const t = useWords(tillTexts)
  const { code, value, isPin, put, goBack, submit } = useTyping(props)
  const [hasLetters, setHasLetters] = useState(false)
  return (
    <form className={classes['form']} onSubmit={submit} autoComplete="off">
      <AttemptFault error={error} failedAtMs={failedAtMs} code={code} describe={describe} />
      <KeyedField
        name={isPin ? 'pin' : 'code'}
        label={isPin ? t('pin') : t('code')}
        aside={
          isPin
            ? knownCode === undefined && (
                <Anchor component="button" type="button" size="sm" onClick={goBack}>
                  {t('pinOf', { code })} · {t('otherCode')}
                </Anchor>
              )
            : !hasLetters && (
                <Anchor component="button" type="button" size="sm" onClick={() => setHasLetters(true)}>
                  {t('letters')}
                </Anchor>
              )
        }
        action={isPin ? action : t('next')}
        isSecret={isPin}
        hasLetters={!isPin && hasLetters}
        isInvalid={error !== null}
        isBusy={isBusy}
        value={value}
        onType={put}
      />
      {children}
    </form>
  )
}

/** What has been typed, and how it is sent. */
function useTyping({ knownCode, isBusy, onSend, onType }: Props) {
  const [code, setCode] = useState(knownCode ?? '')
  const [isPin, setIsPin] = useState(knownCode !== undefined)
  const [pin, setPin] = useState('')
  const value = isPin ? pin : code
  const put = (typed: string) => {
    onType()
    if (isPin) setPin(digitsOf(typed))
    else setCode(codeOf(typed))
  }
  return {
    code,
    value,
    isPin,
    put,
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
