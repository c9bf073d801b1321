import type { CatalogCopy } from './catalog-copy.ts'

const databaseName = 'mostrador'
const storeName = 'catalogs'

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function withStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened()
  try {
    return await new Promise((resolve, reject) => {
      const request = ask(database.transaction(storeName, mode).objectStore(storeName))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    database.close()
  }
}

/** The copy that this device kept; `null` where it has none, or may keep none. */
export async function keptCopy(storeId: string): Promise<CatalogCopy | null> {
  try {
    return ((await withStore('readonly', (store) => store.get(storeId))) as CatalogCopy | undefined) ?? null
  } catch {
    return null
  }
}

/** Keeps it for the next start. A browser that forbids that costs a download each time, and nothing else. */
export async function keepCopy(storeId: string, copy: CatalogCopy): Promise<void> {
  try {
    await withStore('readwrite', (store) => store.put(copy, storeId))
  } catch {
    // The copy in memory serves until the page goes away.
  }
}
