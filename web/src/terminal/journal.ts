import type { OpenOrder } from './order.ts'

const prefix = 'mostrador.order.'

/**
 * The orders whose outcome this device does not know yet, one entry each, so that two windows never
 * overwrite each other. An order is written before it is sent and erased when its end is known.
 */
export interface Journal {
  /** Every open order, oldest first, whoever opened it. */
  all(): OpenOrder[]
  /** @throws when the device cannot keep it; then it must not be sent. */
  write(open: OpenOrder): void
  erase(key: string): void
}

export function orderJournal(storage: Storage): Journal {
  return {
    all() {
      const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '')
      return keys
        .filter((key) => key.startsWith(prefix))
        .map((key) => parseOrder(storage.getItem(key)))
        .filter((open) => open !== null)
        .sort((a, b) => a.openedAtMs - b.openedAtMs)
    },
    write(open) {
      storage.setItem(prefix + open.key, JSON.stringify(open))
    },
    erase(key) {
      storage.removeItem(prefix + key)
    },
  }
}

/** An entry that cannot be read is left where it is: it may hold money, and a person can look at it. */
function parseOrder(text: string | null): OpenOrder | null {
  try {
    const open = JSON.parse(text ?? 'null') as OpenOrder | null
    const isWhole =
      open !== null &&
      typeof open.key === 'string' &&
      typeof open.openedAtMs === 'number' &&
      typeof open.order.product.id === 'string'
    return isWhole ? open : null
  } catch {
    return null
  }
}
