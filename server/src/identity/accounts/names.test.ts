import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
beforeAll(async () => {
  app = await sharedProduct()
})

/** Names that the API's role can read for these people, asking as `caller`. */
async function namesFor(caller: Person, people: readonly Person[]): Promise<string[]> {
  const client = await app.admin.connect()
  try {
    await client.query('begin')
    await client.query(`select app.authenticate(sha256($1::bytea), null, false, 'r')`, [caller.token])
    await client.query('set local role mostrador_api')
    const ids = people.map(({ id }) => id)
    const { rows } = await client.query('select name from identity.names_seen($1) order by name', [ids])
    return rows.map(({ name }) => name)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('names are visible to readers of that staff and to the platform only', async () => {
  const store = await app.world.store()
  const cashier = await app.world.member(store, 'cashier', await app.world.person({ name: 'Ana' }))
  const stranger = await app.world.member(
    await app.world.store(),
    'cashier',
    await app.world.person({ name: 'Beto' }),
  )
  const people = [cashier, stranger]
  expect(await namesFor(store.manager, people)).toEqual(['Ana'])
  expect(await namesFor(cashier, people)).toEqual(['Ana'])
  expect(await namesFor(await app.world.operator(), people)).toEqual(['Ana', 'Beto'])
})
