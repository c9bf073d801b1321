import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Order } from './order.ts'

interface Device extends DBSchema {
  orders: { key: string; value: Order }
}

/** The device's storage of orders; it outlives the page, the session and signing out. */
export interface Journal {
  /** All stored orders, of all accounts. */
  all(): Promise<Order[]>
  /**
   * Replaces the order under a key with what `change` returns, atomically across windows; `null` deletes it.
   * Resolves to the stored order once it is on disk.
   *
   * @throws when the device cannot store it; it must not be sent then
   */
  change(key: string, change: (kept: Order | null) => Order | null): Promise<Order | null>
}

/** Stored in IndexedDB, each change flushed to disk, because local storage is written seconds later. */
export function deviceJournal(): Journal {
  let opened: Promise<IDBPDatabase<Device>> | null = null
  const database = () => {
    opened ??= openDB<Device>('mostrador-orders', 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('orders', { keyPath: 'key' })
      },
      terminated: () => {
        opened = null
      },
    }).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    all: async () => (await (await database()).getAll('orders')).filter(isOrder),
    async change(key, change) {
      const work = (await database()).transaction('orders', 'readwrite', { durability: 'strict' })
      const kept = (await work.store.get(key)) ?? null
      const next = change(kept)
      if (next === null) await work.store.delete(key)
      else if (next !== kept) await work.store.put(next)
      await work.done
      // Requested once there is something to lose: the browser then evicts other pages first.
      void navigator.storage?.persist?.().catch(() => undefined)
      return next
    },
  }
}

/** An unreadable entry is left in place: it may represent money, and a person can look at it. */
export function isOrder(entry: unknown): entry is Order {
  const { key, accountId, openedAtMs, kind, state } = Object(entry) as Partial<Order>
  const isWhole = typeof key === 'string' && typeof accountId === 'string' && typeof openedAtMs === 'number'
  return isWhole && typeof kind === 'string' && typeof state === 'string'
}
