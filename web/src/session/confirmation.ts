import { useSyncExternalStore } from 'react'
import { isProblem } from '../api/problem.ts'

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

/** The question that waits for the person, `null` while there is none. */
export function useConfirmationQuestion(): Question | null {
  return useSyncExternalStore(subscribe, () => question)
}

/**
 * Does a dangerous act. When the server asks who it is anew, the person is asked for password and code,
 * and the act is tried once more; the first refusal stands when they would rather not.
 */
export async function confirmed<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isProblem(error, 'confirmation_required')) throw error
    question?.answer(false)
    const isConfirmed = await new Promise<boolean>((resolve) => {
      put({
        answer: (given) => {
          put(null)
          resolve(given)
        },
      })
    })
    if (!isConfirmed) throw error
    return act()
  }
}
