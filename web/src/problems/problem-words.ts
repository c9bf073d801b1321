import { NoAnswer, ProblemError } from '@mostrador/client'
import { useTranslation } from 'react-i18next'
import { useWords } from '../ui/words/words.ts'
import { problemTexts } from './texts.ts'

// Most refusals come after the first screen. Until their texts are loaded, `refused` is shown with the code.
import('./refusal-texts.ts').catch(() => undefined)

type AtOnce = Exclude<keyof typeof problemTexts, 'too_many_attempts' | 'refusedHint'>

const isAtOnce = (code: string): code is AtOnce => Object.hasOwn(problemTexts, code)

export interface ProblemWords {
  title: string
  hint?: string | undefined
}

/** Explains an error to the person at the screen. */
export function useProblemWords(): (error: unknown) => ProblemWords {
  const t = useWords(problemTexts)
  // By name, because this catalog is loaded late.
  const { t: tRefusal, i18n } = useTranslation('refusal')
  return (error) => {
    if (error instanceof NoAnswer) return { title: t('noAnswer'), hint: t('noAnswerHint') }
    const unexpected = { title: t('unexpected'), hint: t('unexpectedHint') }
    if (!(error instanceof ProblemError)) return unexpected
    if (error.code === 'too_many_attempts') {
      const seconds = Math.ceil((error.retryAfterMs ?? 5000) / 1000)
      return { title: t('too_many_attempts', { seconds }) }
    }
    if (isAtOnce(error.code)) return { title: t(error.code) }
    if (i18n.exists(error.code, { ns: 'refusal' })) return { title: tRefusal(error.code) }
    // A refusal that has no text yet must not look like a fault of ours.
    if (error.status >= 500) return unexpected
    return { title: t('refused'), hint: t('refusedHint', { code: error.code }) }
  }
}

/** Faults by field name: `/owner/email` becomes `owner.email`. */
export function fieldFaults(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path.replace(/^\//, '').replaceAll('/', '.'), message]),
  )
}
