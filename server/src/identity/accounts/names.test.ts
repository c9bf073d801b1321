import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { plannedBuffersOf } from '../../../test/buffers.ts'
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

test('names and addresses are found without reading the memberships of other merchants', async () => {
  const store = await app.world.store()
  const stranger = await app.world.person()
  const client = await app.admin.connect()
  const pages = async (question: string) => {
    await client.query('analyze shop.memberships, identity.accounts')
    await client.query('begin')
    await client.query(`select app.authenticate(sha256($1::bytea), null, false, 'r')`, [store.manager.token])
    const read = await plannedBuffersOf(client, question, [[stranger.id]])
    await client.query('rollback')
    return read
  }
  const questions = ['select from identity.names_seen($1)', 'select from identity.emails_seen($1)']
  try {
    const before = []
    for (const question of questions) before.push(await pages(question))
    const other = await app.world.store()
    await client.query(
      `with former as (
         insert into identity.accounts (id, kind, name) select app.uuid_v7(), 'MACHINE', 'x' from generate_series(1, 5000)
         returning id)
       insert into shop.memberships (merchant_id, id, store_id, permission_set, account_id, role, ended_at)
       select m.merchant_id, app.uuid_v7(), m.store_id, m.permission_set, former.id, 'cashier', now()
         from shop.memberships m cross join former where m.merchant_id = $1`,
      [other.merchantId],
    )
    await client.query(
      `select authz.keep_caller(id) from identity.accounts where kind = 'MACHINE' and name = 'x'`,
    )
    for (const [at, question] of questions.entries())
      expect(await pages(question)).toBeLessThan((before[at] as number) + 20)
  } finally {
    client.release()
  }
})

test('invitations that an account has sent are withdrawn without reading those of other people', async () => {
  const sender = await app.world.person()
  const { manager, merchantId } = await app.world.store()
  const client = await app.admin.connect()
  const pages = async () => {
    await client.query('analyze shop.invites')
    return plannedBuffersOf(client, 'select shop.withdraw_invites(null, $1)', [sender.id])
  }
  try {
    const before = await pages()
    await client.query(
      `insert into shop.invites (merchant_id, id, email, token_hash, invited_by, expires_at, revoked_at)
       select $1, app.uuid_v7(), 'x@example.test', sha256(('names ' || no)::bytea), $2, now(), now() from generate_series(1, 5000) no`,
      [merchantId, manager.id],
    )
    expect(await pages()).toBeLessThan(before + 20)
  } finally {
    client.release()
  }
})
