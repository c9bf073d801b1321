import type { TFunction } from 'i18next'
import { ApiProblem, NoAnswer } from '../api/problem.ts'
import { sessionTexts } from './texts.ts'
import { useSessionWords } from './words.ts'

type Known = keyof typeof sessionTexts.problem

export interface ProblemWords {
  title: string
  hint?: string | undefined
}

/** What went wrong, in words for the person in front of the screen. */
function problemWords(t: TFunction<'session'>, error: unknown): ProblemWords {
  if (error instanceof NoAnswer) return { title: t('problem.noAnswer'), hint: t('problem.noAnswerHint') }
  const unexpected = { title: t('problem.unexpected'), hint: t('problem.unexpectedHint') }
  if (!(error instanceof ApiProblem)) return unexpected
  // A refusal that has no words of its own yet is no fault of ours, and must not look like one.
  if (!Object.hasOwn(sessionTexts.problem, error.code)) {
    if (error.status >= 500) return unexpected
    return { title: t('problem.refused'), hint: t('problem.refusedHint', { code: error.code }) }
  }
  if (error.code === 'too_many_attempts') {
    const seconds = Math.ceil((error.retryAfterMs ?? 5000) / 1000)
    return { title: t('problem.too_many_attempts', { seconds }) }
  }
  return { title: t(`problem.${error.code as Exclude<Known, 'too_many_attempts'>}`) }
}

export function useProblemWords(): (error: unknown) => ProblemWords {
  const t = useSessionWords()
  return (error) => problemWords(t, error)
}

/** Faults of a form's fields by name: `/owner/email` is `owner.email`. */
export function fieldFaults(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {}
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path.replace(/^\//, '').replaceAll('/', '.'), message]),
  )
}
