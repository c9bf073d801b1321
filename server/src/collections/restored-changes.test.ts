import { beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../test/app.ts'
import type { Store } from '../../test/world.ts'

let app: App
let store: Store

// Restored databases of its own: everybody who keeps a copy of one reads everything again.
beforeAll(async () => {
  app = await startProduct()
  store = await app.world.store()
})

const changes = (list: string, since: string) =>
  app.call(store.manager, 'GET', `/pos/${list}?storeId=${store.id}&updatedSince=${since}`)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Marks the database as put back to one moment, which was found at another. */
async function restored(dataUntil: string, foundAt: string): Promise<void> {
  await app.admin.query(
    `insert into platform.restorations (id, identity, data_until, found_at, reconciled_at)
     values (app.uuid_v7(), 'test', $1, $2, now())`,
    [dataUntil, foundAt],
  )
}
const lists = ['catalog', 'products', 'variants', 'barcodes', 'categories', 'tax_rates']

test('changes since a moment that a restore has lost are refused, and those since before it or after it are listed', async () => {
  await restored(minutesAgo(120), minutesAgo(60))
  for (const list of lists) {
    for (const lost of [minutesAgo(119), minutesAgo(90), minutesAgo(61)])
      expect((await changes(list, lost)).body, list).toMatchObject({ status: 409, code: 'resync_required' })
    for (const known of ['2000-01-01T00:00:00Z', minutesAgo(180), minutesAgo(59)])
      expect((await changes(list, known)).status, list).toBe(200)
  }
})

test('changes since a moment a little earlier are refused too: what was read with it may be from later', async () => {
  // It was given the start of the oldest change that ran, which is some minutes before it read.
  await restored(minutesAgo(300), minutesAgo(290))
  expect((await changes('products', minutesAgo(305))).status).toBe(409)
})

test('what was read before a restore is found is refused after it, and what is read again is enough', async () => {
  const early = (await changes('products', minutesAgo(30))).body.syncedTo
  const whole = (await app.call(store.manager, 'GET', `/pos/catalog?storeId=${store.id}`)).body.syncedTo
  await restored(minutesAgo(20), new Date(Date.now() - 1000).toISOString())
  expect((await changes('products', early)).status).toBe(409)
  expect((await changes('catalog', whole)).status).toBe(409)
  await expect
    .poll(async () => {
      const { syncedTo } = (await changes('products', '2000-01-01T00:00:00Z')).body
      return (await changes('products', syncedTo)).status
    })
    .toBe(200)
})
