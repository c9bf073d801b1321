/**
 * Which orders the windows of this device work on. Other windows leave a claimed order alone. A window that is closed or
 * reloaded loses its claims.
 */
export interface OrderClaims {
  /** Whether the claims of other windows are known. */
  readonly areShared: boolean
  claim(key: string): void
  release(key: string): void
  /** The orders that any window works on, this one included. */
  claimed(): Promise<ReadonlySet<string>>
  /** Whether this window worked on it before it was reloaded. */
  hadBefore(key: string): boolean
}

const prefix = 'mostrador-order '
const keptName = 'mostrador.claims'
/** Within what time the browser ends the claims of a page that was reloaded. */
const endedWithinMs = 2_000
const lookAgainMs = 100

/** Claims as locks of the browser, which all windows of a profile share. Only secure addresses have locks. */
export function browserClaims(): OrderClaims {
  const releases = new Map<string, () => void>()
  const loadedMs = performance.now()
  const before = new Set(keptKeys())
  const keep = () => keepKeys([...before, ...releases.keys()])
  return {
    get areShared() {
      return 'locks' in navigator
    },
    claim(key) {
      if (releases.has(key)) return
      const released = new Promise<void>((resolve) => releases.set(key, resolve))
      before.delete(key)
      keep()
      if (!this.areShared) return
      // Shared, because two windows that opened at the same time may both work on it.
      const lock = navigator.locks.request(`${prefix}${key}`, { mode: 'shared' }, () => released)
      // A page that is being closed gets no lock.
      lock.catch(() => undefined)
    },
    release(key) {
      releases.get(key)?.()
      releases.delete(key)
      before.delete(key)
      keep()
    },
    async claimed() {
      if (!this.areShared) return new Set()
      // The browser may end the claims of the page before a reload a moment later. Claims that stay are another
      // window's: a duplicated tab has the session storage of the first one.
      for (;;) {
        const keys = await lockedKeys()
        const isOver = performance.now() - loadedMs >= endedWithinMs
        if (isOver || ![...before].some((key) => keys.has(key))) return keys
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
      }
    },
    hadBefore: (key) => before.has(key),
  }
}

async function lockedKeys(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

/** What this window works on, kept for when it is reloaded. */
function keptKeys(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keptName) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []
  } catch {
    // Without storage, or with something else in it, a reloaded window is like a new one.
    return []
  }
}

function keepKeys(keys: readonly string[]): void {
  try {
    sessionStorage.setItem(keptName, JSON.stringify(keys))
  } catch {
    // Without storage a reloaded window is like a new one.
  }
}
