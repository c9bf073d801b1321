import { type DBSchema, openDB } from 'idb'
import { type CatalogCopy, copyWithoutCosts } from './catalog-copy.ts'

interface Device extends DBSchema {
  /** By store id. */
  catalogs: { key: string; value: CatalogCopy }
}

const opened = () =>
  openDB<Device>('mostrador', 2, {
    upgrade: async (database, from, _to, within) => {
      if (from < 1) {
        database.createObjectStore('catalogs')
        return
      }
      // Copies of the first version have the costs of goods, if a manager has signed in.
      let cursor = await within.objectStore('catalogs').openCursor()
      while (cursor !== null) {
        await cursor.update(copyWithoutCosts(cursor.value))
        cursor = await cursor.continue()
      }
    },
  })

/** The copies that were read from this device or written to it. */
const stored = new WeakSet<CatalogCopy>()

/** The copy stored on this device; `null` when there is none or storage is forbidden. */
export async function keptCopy(storeId: string): Promise<CatalogCopy | null> {
  try {
    const database = await opened()
    const kept = await database.get('catalogs', storeId)
    database.close()
    if (kept !== undefined) stored.add(kept)
    return kept ?? null
  } catch {
    return null
  }
}

/** Stores the copy for the next start, unless it already is: it is large. Without storage, the only cost is a download each time. */
export async function keepCopy(storeId: string, copy: CatalogCopy): Promise<void> {
  if (stored.has(copy)) return
  try {
    const database = await opened()
    await database.put('catalogs', copy, storeId).finally(() => database.close())
    stored.add(copy)
  } catch {
    // The copy in memory is enough until the page closes.
  }
}
