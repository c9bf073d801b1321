import { type DBSchema, openDB } from 'idb'
import type { CatalogCopy } from './catalog-copy.ts'

interface Device extends DBSchema {
  /** By the id of the store. */
  catalogs: { key: string; value: CatalogCopy }
}

const opened = () =>
  openDB<Device>('mostrador', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('catalogs')
    },
  })

/** The copy that this device kept; `null` where it has none, or may keep none. */
export async function keptCopy(storeId: string): Promise<CatalogCopy | null> {
  try {
    const database = await opened()
    const kept = await database.get('catalogs', storeId)
    database.close()
    return kept ?? null
  } catch {
    return null
  }
}

/** Keeps it for the next start. A browser that forbids that costs a download each time, and nothing else. */
export async function keepCopy(storeId: string, copy: CatalogCopy): Promise<void> {
  try {
    const database = await opened()
    await database.put('catalogs', copy, storeId)
    database.close()
  } catch {
    // The copy in memory serves until the page goes away.
  }
}
