import { NoAnswer, ProblemError } from '@mostrador/client'
import { useTranslation } from 'react-i18next'
import { ChangedFile } from '../api/chosen-file.ts'
import { useWords } from '../ui/words/words.ts'
import { problemTexts } from './texts.ts'

// Most refusals come after the first screen. Until their texts are loaded, `refused` is shown with the code.
import('./refusal-texts.ts').catch(() => undefined)

type AtOnce = Exclude<keyof typeof problemTexts, 'too_many_attempts' | 'refusedHint' | 'field'>

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
    if (error instanceof ChangedFile) return { title: t('changedFile') }
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

/** Says why an act was refused. Without an answer it may have been carried out, and its list has to be looked at. */
export function useActWords(): (error: unknown) => string {
  const t = useWords(problemTexts)
  const words = useProblemWords()
  return (error) => (error instanceof NoAnswer ? t('mayBeDone') : words(error).title)
}

/** The names of the fields that a refusal is about: its path `/owner/email` becomes `owner.email`. */
export function faultyFields(error: unknown): string[] {
  if (!(error instanceof ProblemError)) return []
  return error.fields.map(({ path }) => path.replace(/^\//, '').replaceAll('/', '.'))
}

/** What is wrong with each field, by its name. The server's own messages are for programs, in English, and not shown. */
export function useFieldFaults(): (error: unknown) => Record<string, string> {
  const t = useWords(problemTexts)
  const words = useProblemWords()
  return (error) => {
    const isShape = error instanceof ProblemError && error.code === 'invalid_request'
    const fault = isShape ? t('field') : words(error).title
    return Object.fromEntries(faultyFields(error).map((name) => [name, fault]))
  }
}
