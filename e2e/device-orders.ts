import type { Page } from 'playwright-core'

/** An order as the till stores it on its device. */
export interface KeptOrder {
  key: string
  kind: string
  state: string
  openedAtMs: number
  sentAtMs: number | null
}

/** The orders stored on a device, oldest first, read from any page of the product. */
export function keptOrders(page: Page): Promise<KeptOrder[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'mostrador-orders')) return []
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('mostrador-orders')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const reading = database.transaction('orders').objectStore('orders').getAll()
    const orders = await new Promise<KeptOrder[]>((resolve, reject) => {
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    database.close()
    return orders.sort((a, b) => a.openedAtMs - b.openedAtMs)
  })
}

/** Services whose outcome the device does not know. */
export const openServices = async (page: Page) =>
  (await keptOrders(page)).filter(({ kind }) => kind !== 'goods').length

/** Makes the stored orders older; use it on a page where no till is running. */
export function ageOrders(page: Page, byMs: number): Promise<void> {
  return page.evaluate(async (ms) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('mostrador-orders')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const work = database.transaction('orders', 'readwrite')
    const orders = work.objectStore('orders')
    const reading = orders.getAll()
    reading.onsuccess = () => {
      for (const order of reading.result as KeptOrder[]) {
        const sentAtMs = order.sentAtMs === null ? null : order.sentAtMs - ms
        orders.put({ ...order, openedAtMs: order.openedAtMs - ms, sentAtMs })
      }
    }
    await new Promise<void>((resolve, reject) => {
      work.oncomplete = () => resolve()
      work.onerror = () => reject(work.error)
    })
    database.close()
  }, byMs)
}

/** Everything that the browser stores beyond this page, as text. */
export function allKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        const entries = await new Promise<unknown[]>((resolve, reject) => {
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        texts.push(JSON.stringify(entries, (_name, value) => (value instanceof Map ? [...value] : value)))
      }
      database.close()
    }
    return texts.join('\n')
  })
}
