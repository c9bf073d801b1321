import { useEffect, useSyncExternalStore } from 'react'
import { confirmBy } from '../../api/confirmation.ts'

interface Question {
  answer: (isConfirmed: boolean) => void
}

let question: Question | null = null
const listeners = new Set<() => void>()

function put(next: Question | null): void {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The pending question, `null` when there is none. The screen that uses this hook shows the dialog; when it
 * unmounts, the question is answered with no.
 */
export function useConfirmationQuestion(): Question | null {
  useEffect(() => {
    const stop = confirmBy(ask)
    return () => {
      stop()
      question?.answer(false)
    }
  }, [])
  return useSyncExternalStore(subscribe, () => question)
}

/** One question at a time: an older one is answered with no. */
function ask(): Promise<boolean> {
  question?.answer(false)
  return new Promise((resolve) => {
    put({
      answer: (isConfirmed) => {
        put(null)
        resolve(isConfirmed)
      },
    })
  })
}
