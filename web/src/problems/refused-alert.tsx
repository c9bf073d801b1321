import { Alert } from '@mantine/core'
import { useWords } from '../ui/words/words.ts'
import { faultyFields, useActWords, useProblemWords } from './problem-words.ts'
import { problemTexts } from './texts.ts'

interface Props {
  error: unknown
  /** Better words for this error than those of its code. */
  special?: string | undefined
  /** The form's fields. What is wrong with one of them is said there, and the alert only points to it. */
  fields?: readonly string[]
  /** Whether sending it again does no harm. A lost answer then needs no look at a list. */
  isRepeatable?: boolean
}

/** Why a request was refused, in words; nothing while there is no error. */
export function RefusedAlert({ error, special, fields = [], isRepeatable = false }: Props) {
  const t = useWords(problemTexts)
  const words = useProblemWords()
  const actWords = useActWords()
  if (error === null) return null
  const isAtField = faultyFields(error).some((name) => fields.includes(name))
  return (
    <Alert color="red" role="alert">
      {special ?? (isAtField ? t('invalid_request') : isRepeatable ? words(error).title : actWords(error))}
    </Alert>
  )
}
