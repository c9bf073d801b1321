import { NoAnswer, ProblemError } from '@mostrador/client'
import { useTranslation } from 'react-i18next'
import { useWords } from '../ui/words/words.ts'
import { problemTexts } from './texts.ts'

// Most refusals are seen after the first screen; until their words are here, `refused` stands in, with the code.
import('./refusal-texts.ts').catch(() => undefined)

type AtOnce = Exclude<keyof typeof problemTexts, 'too_many_attempts' | 'refusedHint'>

const isAtOnce = (code: string): code is AtOnce => Object.hasOwn(problemTexts, code)

export interface ProblemWords {
  title: string
  hint?: string | undefined
}

/** What went wrong, in words for the person in front of the screen. */
export function useProblemWords(): (error: unknown) => ProblemWords {
  const t = useWords(problemTexts)
  // By its name, since the catalog itself comes late.
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
    // A refusal that has no words of its own yet is no fault of ours, and must not look like one.
    if (error.status >= 500) return unexpected
    return { title: t('refused'), hint: t('refusedHint', { code: error.code }) }
  }
}

/** Faults of a form's fields by name: `/owner/email` is `owner.email`. */
export function fieldFaults(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path.replace(/^\//, '').replaceAll('/', '.'), message]),
  )
}
