import { Alert, Anchor } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { type FormEvent, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useWords } from '../../ui/words/words.ts'
import { AttemptFault } from './attempt-fault.tsx'
import classes from './code-and-pin.module.css'
import { digitsOf, KeyedField, shortest } from './keyed-field.tsx'
import { tillTexts } from './texts.ts'
import { type Typed, useAttempt } from './use-attempt.ts'

interface Props {
  /** The code, and the one-time PIN that a manager created. */
  typed: Typed
  onChosen: () => unknown
  onBack: () => void
}

/** Replaces a one-time PIN with one that only its holder knows, typed twice. */
export function ChoosePin({ typed, onChosen, onBack }: Props) {
  const t = useWords(tillTexts)
  const { send, forgetFault, ...attempt } = useAttempt(
    (newPin: string) => answer(api.POST('/auth/terminal-pins', { body: { ...typed, newPin } })),
    onChosen,
  )
  const { value, isAgain, isDifferent, put, submit } = useTwice(attempt.isBusy, send, forgetFault)
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
      <KeyedField
        name={isAgain ? 'again' : 'new'}
        label={isAgain ? t('newPinAgain') : t('newPin')}
        aside={
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('pinOf', { code: typed.code })} · {t('otherCode')}
          </Anchor>
        }
        action={isAgain ? t('choose') : t('next')}
        isSecret
        isInvalid={isDifferent || attempt.error !== null}
        isBusy={attempt.isBusy}
        value={value}
        onType={put}
      />
    </form>
  )
}

/** The new PIN and its repetition. When they differ, both are cleared. */
function useTwice(isBusy: boolean, send: (pin: string) => Promise<void>, forgetFault: () => void) {
  const [value, setValue] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  const [isDifferent, setIsDifferent] = useState(false)
  const isAgain = first !== null
  const put = (typed: string) => {
    forgetFault()
    setIsDifferent(false)
    setValue(digitsOf(typed))
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
  return { value, isAgain, isDifferent, put, submit }
}
