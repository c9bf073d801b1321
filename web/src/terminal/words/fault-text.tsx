import { Text } from '@mantine/core'
import { inSentences, useFaultWords } from './fault-words.ts'

interface Props {
  error: unknown
  /** Better words for this error than its own. */
  special?: string | undefined
}

/** What went wrong at the till and what to do, in words; nothing while there is no error. */
export function FaultText({ error, special }: Props) {
  const words = useFaultWords()
  if (error === null) return null
  return (
    <Text c="red" role="alert">
      {special ?? inSentences(words(error))}
    </Text>
  )
}
