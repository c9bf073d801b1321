import { expect, test } from 'vitest'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

// A literal address is not looked up, and nothing here sends to it.
const url = 'https://8.8.8.8/'

test('the webhooks of one merchant of an owner are listed without those of the other', async () => {
  const app = await sharedProduct()
  const { owner, ...merchant } = await app.world.merchant()
  const second = await app.world.merchant({ owner })
  const store = await app.world.store({ owner, ...merchant })
  await app.world.store(second)
  const subscribe = async (place: object): Promise<string> =>
    (await app.call(owner, 'POST', '/pos/webhooks', { url, ...place })).body.id
  const wide = await subscribe({ merchantId: merchant.id })
  const ofStore = await subscribe({ storeId: store.id })
  const others = await subscribe({ merchantId: second.id })
  const listed = async (query: string, who: Person = owner) =>
    (await app.call(who, 'GET', `/pos/webhooks${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await listed('')).toEqual([others, ofStore, wide])
  expect(await listed(`?merchantId=${merchant.id}`)).toEqual([ofStore, wide])
  expect(await listed(`?merchantId=${second.id}`)).toEqual([others])
  expect(await listed(`?merchantId=${second.id}&storeId=${store.id}`)).toEqual([])
  const stranger = (await app.world.store()).manager
  expect(await listed(`?merchantId=${merchant.id}`, stranger)).toEqual([])
})
