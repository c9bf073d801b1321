import { useEffect } from 'react'
import { holdLock } from './lock.ts'

/** While it is busy, this screen is not locked: neither by itself nor by hand. */
export function useLockHold(isBusy: boolean): void {
  useEffect(() => (isBusy ? holdLock() : undefined), [isBusy])
}
