import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { doubtSession } from '../me/query-client.ts'

/** An employee's code and PIN. */
export interface Typed {
  readonly code: string
  readonly pin: string
}

interface Attempt {
  readonly isBusy: boolean
  readonly error: unknown
  /** When the last refusal came; waiting times count from here. */
  readonly failedAtMs: number
}

const resting: Attempt = { isBusy: false, error: null, failedAtMs: 0 }

/** Sends code and PIN, one attempt at a time. Unlike a mutation it keeps no copy of them. */
export function useAttempt<T, V = Typed>(ask: (typed: V) => Promise<T>, onDone: (answer: T) => unknown) {
  const queryClient = useQueryClient()
  const [attempt, setAttempt] = useState(resting)
  const isUnderWay = useRef(false)
  const send = async (typed: V) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setAttempt((last) => ({ ...last, isBusy: true }))
    try {
      const answered = await ask(typed)
      setAttempt(resting)
      await onDone(answered)
    } catch (error) {
      setAttempt({ isBusy: false, error, failedAtMs: Date.now() })
      doubtSession(error, queryClient)
    } finally {
      isUnderWay.current = false
    }
  }
  return { ...attempt, send, forgetFault: () => setAttempt(resting) }
}
