import { useEffect } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import { signsOfUse } from '../../api/unattended.ts'
import { isLockHeld, lockScreen } from '../../session/lock/lock.ts'
import { watchUse } from '../../session/lock/shared-use.ts'
import { takeScans } from '../../ui/scanner/scanner.ts'
import { useLockMinutes } from './lock-minutes.ts'

const lookMs = 1000

/**
 * Locks an idle till. A payment or a sale in progress counts as activity, also in another window of this browser,
 * whose session would end. Offline the till stays unlocked, because nobody could unlock it without the server.
 */
export function useIdleLock(): void {
  const minutes = useLockMinutes()
  const isOnline = useIsOnline()
  useEffect(() => {
    // Preloaded, because the network may be gone when it is needed.
    void import('../../session/lock-screen/lock-screen.tsx')
  }, [])
  useEffect(() => {
    let seenAtMs = Date.now()
    let isAsked = false
    const see = () => {
      seenAtMs = Date.now()
      isAsked = false
    }
    const others = watchUse(see)
    const timer = setInterval(() => {
      // A clock that was set back would keep the till unlocked for as long again.
      if (Date.now() < seenAtMs) see()
      if (isLockHeld() || !isOnline) return see()
      if (Date.now() - seenAtMs < minutes * 60_000) return
      // The others have until the next look to answer.
      if (isAsked) lockScreen()
      else others.ask()
      isAsked = true
    }, lookMs)
    for (const sign of signsOfUse) window.addEventListener(sign, see, { capture: true, passive: true })
    // Scanned keys reach no other listener, and a scan is activity.
    const unsee = takeScans(see)
    return () => {
      unsee()
      others.stop()
      clearInterval(timer)
      for (const sign of signsOfUse) window.removeEventListener(sign, see, { capture: true })
    }
  }, [minutes, isOnline])
}
