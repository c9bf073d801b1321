/** Which orders the windows of this device work on. A window that is closed or reloaded lets go of its orders. */
export interface OrderHolds {
  /** Until it is released, other windows leave this order to this one. */
  take(key: string): void
  release(key: string): void
  /** The orders that any window works on, this one included. */
  held(): Promise<ReadonlySet<string>>
}

const prefix = 'mostrador-order '

/** Holds by the browser's locks, for windows of one profile. Without locks, as on an insecure address, nothing is held. */
export function windowHolds(): OrderHolds {
  const releases = new Map<string, () => void>()
  return {
    take(key) {
      if (!('locks' in navigator) || releases.has(key)) return
      const released = new Promise<void>((resolve) => releases.set(key, resolve))
      // Shared, because two windows that opened at the same time may both work on it.
      const locked = navigator.locks.request(`${prefix}${key}`, { mode: 'shared' }, () => released)
      // A page that is being closed gets no lock.
      locked.catch(() => undefined)
    },
    release(key) {
      releases.get(key)?.()
      releases.delete(key)
    },
    async held() {
      if (!('locks' in navigator)) return new Set()
      const { held = [] } = await navigator.locks.query()
      const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []))
      return new Set(names.map((name) => name.slice(prefix.length)))
    },
  }
}
