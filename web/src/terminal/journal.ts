import type { OpenOrder, Order } from './order.ts'

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

/** What an entry may look like that an earlier version of the till has written. */
type Written = Omit<OpenOrder, 'order'> & {
  order: Partial<Order> & Pick<Order, 'product'> & { digits?: string }
}

/** An entry that cannot be read is left where it is: it may hold money, and a person can look at it. */
function parseOrder(text: string | null): OpenOrder | null {
  try {
    const open = JSON.parse(text ?? 'null') as Written | null
    const isWhole =
      open !== null &&
      typeof open.key === 'string' &&
      typeof open.openedAtMs === 'number' &&
      typeof open.order.product.id === 'string'
    return isWhole ? { ...open, order: upToDate(open.order) } : null
  } catch {
    return null
  }
}

/** Tills knew airtime alone once, and called its number digits. */
function upToDate({ digits, ...order }: Written['order']): Order {
  const written = { reference: digits ?? '', amountCentavos: order.product.amountCentavos ?? 0, quote: null }
  return { ...written, ...order } as Order
}
