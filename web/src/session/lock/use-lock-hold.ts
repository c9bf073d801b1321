import { useEffect } from 'react'
import { holdLock } from './lock.ts'

/** While busy, the screen does not lock, neither by itself nor by hand. */
export function useLockHold(isBusy: boolean): void {
  useEffect(() => (isBusy ? holdLock() : undefined), [isBusy])
}
