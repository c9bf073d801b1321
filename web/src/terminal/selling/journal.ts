import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Order } from './order.ts'

interface Device extends DBSchema {
  orders: { key: string; value: Order }
}

/** Where this device keeps its orders; it outlives page, session and sign-out. */
export interface Journal {
  /** Every order that is kept here, whoever opened it. */
  all(): Promise<Order[]>
  /**
   * Keeps under a key what `change` makes of what is kept there: in one step, between which no other window comes.
   * `null` stands for nothing. Resolves to what is kept from now on, once that is on the disk.
   *
   * @throws when the device cannot keep it; then it must not be sent
   */
  change(key: string, change: (kept: Order | null) => Order | null): Promise<Order | null>
}

/** Kept in IndexedDB, with every change flushed to the disk: local storage is written seconds later. */
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
      // Asked once there is something to lose: a browser short of room then spares this page.
      void navigator.storage?.persist?.().catch(() => undefined)
      return next
    },
  }
}

/** An entry that cannot be read is left where it is: it may hold money, and a person can look at it. */
export function isOrder(entry: unknown): entry is Order {
  const { key, accountId, openedAtMs, kind, state } = Object(entry) as Partial<Order>
  const isWhole = typeof key === 'string' && typeof accountId === 'string' && typeof openedAtMs === 'number'
  return isWhole && typeof kind === 'string' && typeof state === 'string'
}
