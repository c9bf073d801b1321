import { Alert } from '@mantine/core'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { CellFaults } from './cell-faults.tsx'
import { errorOf, fileFaultsOf } from './faults.ts'
import { chipTexts } from './texts.ts'

interface Props {
  /** The problem document, of an answer or of a run that has ended. */
  document: Readonly<Record<string, unknown>> | null
  /** The error of a request: without a document, no answer came. */
  error: Error | null
}

/** Why nothing was imported: faulty cells, or the file as a whole. */
export function Refusal({ document, error }: Props) {
  const refusalOf = useRefusal()
  const faults = fileFaultsOf(document)
  if (faults !== null) return <CellFaults faults={faults} />
  return (
    <Alert color="red" role="alert">
      {refusalOf(document, error)}
    </Alert>
  )
}

/** Says a refusal in words. */
export function useRefusal() {
  const t = useWords(chipTexts)
  const words = useProblemWords()
  return (document: Props['document'], error: Props['error'] = null): string => {
    const code = String(document?.['code'] ?? '')
    return Object.hasOwn(chipTexts.refusal, code)
      ? t(`refusal.${code as keyof typeof chipTexts.refusal}`)
      : words(error ?? errorOf(document)).title
  }
}
