import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OfflineEntry } from './offline-sale.ts'

interface Offline extends DBSchema {
  sales: { key: string; value: OfflineEntry }
}

/** Where the queue is kept; it outlives page, session and sign-out. */
export interface OfflineStorage {
  all(): Promise<OfflineEntry[]>
  /** Resolves when it is on the disk. @throws when the device cannot keep it; then it was not sold. */
  put(entry: OfflineEntry): Promise<void>
  remove(id: string): Promise<void>
}

export function offlineStorage(): OfflineStorage {
  let opened: Promise<IDBPDatabase<Offline>> | null = null
  const database = () => {
    opened ??= openDB<Offline>('mostrador-offline', 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('sales', { keyPath: 'id' })
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
    all: async () => (await database()).getAll('sales'),
    async put(entry) {
      const work = (await database()).transaction('sales', 'readwrite', { durability: 'strict' })
      await Promise.all([work.store.put(entry), work.done])
      // Asked once there is something to lose: a browser short of room then spares this page.
      void navigator.storage?.persist?.().catch(() => undefined)
    },
    async remove(id) {
      await (await database()).delete('sales', id)
    },
  }
}
