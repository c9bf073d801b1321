import { useEffect } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import { isLockHeld } from '../../session/lock/lock.ts'
import { takeScans } from '../../ui/scanner/scanner.ts'
import { useLockMinutes } from './lock-minutes.ts'
import { lockTill } from './lock-till.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
const lookMs = 1000

/**
 * Locks the till when nobody has touched it for a while. A payment or a sale on its way counts as somebody; without the
 * network it stays open, since nobody could prove who they are to a server out of reach.
 */
export function useIdleLock(): void {
  const minutes = useLockMinutes()
  const isOnline = useIsOnline()
  useEffect(() => {
    // Here when it is needed, whatever the network does then.
    void import('../../session/lock-screen/lock-screen.tsx')
  }, [])
  useEffect(() => {
    let seenAtMs = Date.now()
    const see = () => {
      seenAtMs = Date.now()
    }
    const timer = setInterval(() => {
      if (isLockHeld() || !isOnline) see()
      else if (Date.now() - seenAtMs >= minutes * 60_000) lockTill()
    }, lookMs)
    for (const sign of signs) window.addEventListener(sign, see, { capture: true, passive: true })
    // A scan's keys reach nobody else, and who scans is there.
    const unsee = takeScans(see)
    return () => {
      unsee()
      clearInterval(timer)
      for (const sign of signs) window.removeEventListener(sign, see, { capture: true })
    }
  }, [minutes, isOnline])
}
