import { onUse } from '../../api/unattended.ts'
import { isLockHeld } from './lock.ts'

// Windows of one browser share a session, and the lock of one ends it for all. A window that is about to lock asks,
// because a browser slows the timers of one that is hidden, but not its messages.
const name = 'mostrador.use'
const question = 'used?'
const used = 'used'
const tellMs = 1000

/**
 * Announces to the other windows of this browser that this one is used, or that its lock is held. Only for pages with a session:
 * a customer may touch their display while nobody attends the till.
 *
 * @returns a function that stops it
 */
export function shareUse(): () => void {
  const channel = new BroadcastChannel(name)
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tell = () => {
    const nowMs = performance.now()
    if (nowMs - toldAtMs < tellMs) return
    toldAtMs = nowMs
    channel.postMessage(used)
  }
  channel.onmessage = ({ data }) => {
    if (data === question && isLockHeld()) channel.postMessage(used)
  }
  const unhear = onUse(tell)
  // What holds it may end by itself: the others wait from then on.
  const timer = setInterval(() => {
    if (isLockHeld()) tell()
  }, tellMs)
  return () => {
    unhear()
    clearInterval(timer)
    channel.close()
  }
}

interface Others {
  /** Has every window that must not be interrupted say that it is used. */
  ask(): void
  stop(): void
}

/** Calls `see` when a window of this browser is used. */
export function watchUse(see: () => void): Others {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    // Other tills ask as well.
    if (data === used) see()
  }
  return { ask: () => channel.postMessage(question), stop: () => channel.close() }
}
