import { beforeAll, expect, test } from 'vitest'
import type { App } from './app.ts'
import { sharedProduct } from './shared-product.ts'

let app: App
beforeAll(async () => {
  app = await sharedProduct()
})

// Blocking also ends the sessions; if one remained, it would have no access.
test('a live session of a blocked account has no access', async () => {
  const person = await app.world.person()
  await app.admin.query(`update identity.accounts set status = 'BLOCKED' where id = $1`, [person.id])
  await app.admin.query('select authz.keep_caller($1)', [person.id])
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
})

test('a platform label without its second factor shows no rows, even without a guard', async () => {
  await app.world.store()
  const merchants = (await app.admin.query('select from platform.merchants')).rowCount
  const merchantsSeenBy = async (secondFactor: boolean) => {
    const { token } = await app.world.person({ labels: ['platformAdmin'], secondFactor })
    const client = await app.admin.connect()
    try {
      await client.query('begin')
      await client.query(`select app.authenticate(sha256($1::bytea), null, false, 'r')`, [token])
      await client.query('set local role mostrador_api')
      return (await client.query('select id from platform.merchants')).rowCount
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await merchantsSeenBy(true)).toBe(merchants)
  expect(await merchantsSeenBy(false)).toBe(0)
})
