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
}

const prefix = 'mostrador-order '

/** Claims as locks of the browser, which all windows of a profile share. Only secure addresses have locks. */
export function browserClaims(): OrderClaims {
  const releases = new Map<string, () => void>()
  return {
    get areShared() {
      return 'locks' in navigator
    },
    claim(key) {
      if (!this.areShared || releases.has(key)) return
      const released = new Promise<void>((resolve) => releases.set(key, resolve))
      // Shared, because two windows that opened at the same time may both work on it.
      const lock = navigator.locks.request(`${prefix}${key}`, { mode: 'shared' }, () => released)
      // A page that is being closed gets no lock.
      lock.catch(() => undefined)
    },
    release(key) {
      releases.get(key)?.()
      releases.delete(key)
    },
    async claimed() {
      if (!this.areShared) return new Set()
      const { held = [] } = await navigator.locks.query()
      const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []))
      return new Set(names.map((name) => name.slice(prefix.length)))
    },
  }
}
