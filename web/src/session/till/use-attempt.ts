import { isProblem } from '@mostrador/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { forget } from '../me/me.ts'

/** What an employee types to be known. */
export interface Typed {
  readonly code: string
  readonly pin: string
}

interface Attempt {
  readonly isBusy: boolean
  readonly error: unknown
  /** When the last refusal came: what it says of waiting counts from there. */
  readonly failedAtMs: number
}

const resting: Attempt = { isBusy: false, error: null, failedAtMs: 0 }

/** Sends what was typed, one try at a time. Unlike a mutation it keeps nothing of it, since a PIN is in it. */
export function useAttempt<T, V = Typed>(ask: (typed: V) => Promise<T>, onDone: (answer: T) => unknown) {
  const queryClient = useQueryClient()
  const router = useRouter()
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
      if (isProblem(error, 'unauthenticated')) {
        forget(queryClient)
        void router.invalidate()
      }
    } finally {
      isUnderWay.current = false
    }
  }
  return { ...attempt, send, forgetFault: () => setAttempt(resting) }
}
