import { Alert } from '@mantine/core'
import { useProblemWords } from './problem-words.ts'

interface Props {
  error: unknown
  /** Better words for this error than those of its code. */
  special?: string | undefined
}

/** Why a request was refused, in words; nothing while there is no error. */
export function RefusedAlert({ error, special }: Props) {
  const words = useProblemWords()
  if (error === null) return null
  return (
    <Alert color="red" role="alert">
      {special ?? words(error).title}
    </Alert>
  )
}
