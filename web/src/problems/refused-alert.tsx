import { Alert } from '@mantine/core'
import { useWords } from '../ui/words/words.ts'
import { faultyFields, useProblemWords } from './problem-words.ts'
import { problemTexts } from './texts.ts'

interface Props {
  error: unknown
  /** Better words for this error than those of its code. */
  special?: string | undefined
  /** The form's fields. What is wrong with one of them is said there, and the alert only points to it. */
  fields?: readonly string[]
}

/** Why a request was refused, in words; nothing while there is no error. */
export function RefusedAlert({ error, special, fields = [] }: Props) {
  const t = useWords(problemTexts)
  const words = useProblemWords()
  if (error === null) return null
  const isAtField = faultyFields(error).some((name) => fields.includes(name))
  return (
    <Alert color="red" role="alert">
      {special ?? (isAtField ? t('invalid_request') : words(error).title)}
    </Alert>
  )
}
