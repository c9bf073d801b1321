import { Alert } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useEffect, useState } from 'react'
import { type ProblemWords, useProblemWords } from '../../problems/problem-words.ts'
import { useWords } from '../../ui/words/words.ts'
import { tillTexts } from './texts.ts'

interface Props {
  error: unknown
  failedAtMs: number
  /** The code of the last attempt. */
  code: string
  /** Explains refusals that only this act has; `null` for all others. */
  describe?: ((error: unknown) => ProblemWords | null) | undefined
}

/** Why code and PIN were refused, in words; a lockout counts down. */
export function AttemptFault({ error, failedAtMs, code, describe }: Props) {
  const t = useWords(tillTexts)
  const words = useProblemWords()
  if (error === null) return null
  if (isProblem(error, 'employee_locked')) {
    return <Locked code={code} untilMs={failedAtMs + (error.retryAfterMs ?? 15 * 60_000)} />
  }
  const { title, hint } = isProblem(error, 'invalid_employee_code')
    ? { title: t('wrong'), hint: t('wrongHint') }
    : isProblem(error, 'terminal_not_enabled')
      ? { title: t('notEnabled'), hint: t('notEnabledHint') }
      : isProblem(error, 'pin_expired')
        ? { title: t('expired'), hint: t('expiredHint') }
        : isProblem(error, 'pin_not_chosen')
          ? { title: t('unchosen'), hint: t('unchosenHint') }
          : (describe?.(error) ?? words(error))
  return (
    <Alert color="red" role="alert" py="xs" title={title}>
      {hint}
    </Alert>
  )
}

function Locked({ code, untilMs }: { code: string; untilMs: number }) {
  const t = useWords(tillTexts)
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const leftSeconds = Math.ceil((untilMs - nowMs) / 1000)
  if (leftSeconds <= 0) return <Alert role="status">{t('lockedOver')}</Alert>
  const time = `${Math.floor(leftSeconds / 60)}:${String(leftSeconds % 60).padStart(2, '0')}`
  return (
    <Alert color="red" role="alert" py="xs" title={t('locked', { code })}>
      {/* Screen readers announce it once, not every second. */}
      <span aria-live="off">{t('lockedHint', { time })}</span>
    </Alert>
  )
}
