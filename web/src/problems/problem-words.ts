import { useTranslation } from 'react-i18next'
import { ApiProblem, NoAnswer } from '../api/problem.ts'
import { sessionTexts } from '../session/words/texts.ts'
import { useSessionWords } from '../session/words/words.ts'
import { addTexts } from '../ui/i18n.ts'
import type { problemTexts } from './problem-texts.ts'

// Most refusals are seen after the first screen; until their words are here, `refused` stands in, with the code.
import('./problem-texts.ts').then(
  (texts) => addTexts('problem', texts.problemTexts),
  () => undefined,
)

type AtOnce = keyof typeof sessionTexts.problem

export interface ProblemWords {
  title: string
  hint?: string | undefined
}

/** What went wrong, in words for the person in front of the screen. */
export function useProblemWords(): (error: unknown) => ProblemWords {
  const t = useSessionWords()
  const { t: tProblem, i18n } = useTranslation('problem')
  return (error) => {
    if (error instanceof NoAnswer) return { title: t('problem.noAnswer'), hint: t('problem.noAnswerHint') }
    const unexpected = { title: t('problem.unexpected'), hint: t('problem.unexpectedHint') }
    if (!(error instanceof ApiProblem)) return unexpected
    if (error.code === 'too_many_attempts') {
      const seconds = Math.ceil((error.retryAfterMs ?? 5000) / 1000)
      return { title: t('problem.too_many_attempts', { seconds }) }
    }
    if (Object.hasOwn(sessionTexts.problem, error.code)) {
      return { title: t(`problem.${error.code as Exclude<AtOnce, 'too_many_attempts'>}`) }
    }
    if (i18n.exists(error.code, { ns: 'problem' })) {
      return { title: tProblem(error.code as keyof typeof problemTexts) }
    }
    // A refusal that has no words of its own yet is no fault of ours, and must not look like one.
    if (error.status >= 500) return unexpected
    return { title: t('problem.refused'), hint: t('problem.refusedHint', { code: error.code }) }
  }
}

/** Faults of a form's fields by name: `/owner/email` is `owner.email`. */
export function fieldFaults(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path.replace(/^\//, '').replaceAll('/', '.'), message]),
  )
}
