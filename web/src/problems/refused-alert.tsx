import { Alert } from '@mantine/core'
import { useProblemWords } from './problem-words.ts'

/** Why a request was refused, in words; nothing while there is no error. */
export function RefusedAlert({ error }: { error: unknown }) {
  const words = useProblemWords()
  if (error === null) return null
  return (
    <Alert color="red" role="alert">
      {words(error).title}
    </Alert>
  )
}
