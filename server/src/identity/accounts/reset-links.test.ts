import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type App, startProduct } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let cashier: Member
let admin: Person
const password = 'pablito clavó un clavito'
const spent = { status: 409, code: 'reset_link_spent' }

beforeAll(async () => {
  app = await startProduct()
  store = await app.world.store()
  cashier = await app.world.member(store, 'cashier')
  admin = await app.world.platformAdmin()
  await app.admin.query(`update identity.credentials set password_hash = 'x'`)
})
afterAll(() => app.close())

const asOwner = (as: Pick<Person, 'token'> | undefined, id: string) =>
  app.call(as, 'POST', `/pos/accounts/${id}/password-resets`)
const asAdmin = (as: Pick<Person, 'token'> | undefined, id: string) =>
  app.call(as, 'POST', `/platform/accounts/${id}/password-resets`)
const redeem = (link: string) =>
  app.call(undefined, 'POST', '/auth/password-resets/redeem', {
    token: new URLSearchParams(new URL(link).hash.slice(1)).get('token'),
    password,
  })
const withPassword = async (person: Person) => {
  await app.admin.query(`update identity.credentials set password_hash = 'x' where account_id = $1`, [
    person.id,
  ])
  return person
}
const issuers = async (id: string) =>
  (
    await app.admin.query(
      `select after ->> 'by' as by from audit.log where entity_id = $1 and action = 'password_reset.issued' order by id`,
      [id],
    )
  ).rows.map(({ by }) => by)

test('without a mail server nothing is queued, and the answer says so', async () => {
  const asked = await app.call(undefined, 'POST', '/auth/password-resets', { email: cashier.email })
  expect([asked.status, asked.body]).toEqual([202, { isMailed: false }])
  expect((await app.admin.query('select from identity.mails')).rowCount).toBe(0)
})

test('the owner hands a link to a person of its stores', async () => {
  const made = await asOwner(store.manager, cashier.id)
  expect(made.status, made.text).toBe(201)
  expect(made.body.url).toMatch(new RegExp(`^${app.url}/recuperar#token=`))
  expect(made.headers.get('cache-control')).toContain('no-store')
  expect((await redeem(made.body.url)).status).toBe(204)
  const session = { email: cashier.email, password }
  expect((await app.call(undefined, 'POST', '/auth/sessions', session)).status).toBe(201)
  expect(await issuers(cashier.id)).toEqual(['owner'])
})

test('the owner hands a link to a person of two merchants, one of which is suspended', async () => {
  const { owner } = await app.world.merchant()
  const suspended = await app.world.merchant({ owner })
  const active = await app.world.merchant({ owner })
  // The suspended one is the older one, which is found first.
  expect(suspended.id < active.id).toBe(true)
  const person = await app.world.person()
  for (const merchant of [suspended, active])
    await app.world.member(await app.world.store(merchant), 'cashier', person)
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [suspended.id])
  const made = await asOwner(owner, person.id)
  expect(made.status, made.text).toBe(201)
})

test('managers, other owners, and the owner for itself get none', async () => {
  const manager = await app.world.member(store, 'manager')
  const other = await app.world.store()
  expect((await asOwner(manager, cashier.id)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await asOwner(undefined, cashier.id)).status).toBe(401)
  for (const [as, id] of [
    [other.manager, cashier.id],
    [store.manager, store.manager.id],
    [store.manager, '01900000-0000-7000-8000-000000000000'],
  ] as const)
    expect((await asOwner(as, id)).body).toMatchObject({ status: 404, code: 'not_found' })
})

test('a person who also works elsewhere gets no link from an owner, who would get into that too', async () => {
  const other = await app.world.store()
  const both = (await withPassword(await app.world.member(store, 'cashier'))) as Member
  await app.world.member(other, 'cashier', both)
  expect((await asOwner(store.manager, both.id)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await asAdmin(admin, both.id)).status).toBe(201)
  expect(await issuers(both.id)).toEqual(['admin'])
})

test('the owner of a suspended merchant hands out none until it is active again', async () => {
  const shop = await app.world.store()
  const member = await withPassword(await app.world.member(shop, 'cashier'))
  const be = (status: string) =>
    app.call(admin, 'PATCH', `/pos/merchants/${shop.merchantId}/status`, { status, reason: 'Prueba' })
  await be('SUSPENDED')
  expect((await asOwner(shop.manager, member.id)).body).toMatchObject({
    status: 403,
    code: 'merchant_suspended',
  })
  expect(await issuers(member.id)).toEqual([])
  await be('ACTIVE')
  expect((await asOwner(shop.manager, member.id)).status).toBe(201)
})

test('an administrator issues links to people and operators, but not to administrators', async () => {
  const operator = await withPassword(await app.world.operator())
  expect((await asAdmin(admin, operator.id)).status).toBe(201)
  const second = await withPassword(await app.world.platformAdmin())
  for (const id of [second.id, admin.id])
    expect((await asAdmin(admin, id)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await asAdmin(operator, cashier.id)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await issuers(second.id)).toEqual([])
})

test('a confined administrator issues none to people of merchants out of its reach, or to staff', async () => {
  const mine = await app.world.store()
  const own = await withPassword(await app.world.member(mine, 'cashier'))
  const confined = await app.world.platformAdmin()
  await app.admin.query(
    'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $3)',
    [confined.id, mine.merchantId, admin.id],
  )
  expect((await asAdmin(confined, own.id)).status).toBe(201)
  expect((await asAdmin(confined, cashier.id)).body).toMatchObject({ status: 404, code: 'not_found' })
  const operator = await withPassword(await app.world.operator())
  expect((await asAdmin(confined, operator.id)).body).toMatchObject({ status: 403, code: 'forbidden' })
})

test('who has not joined yet gets an invitation, and no link', async () => {
  const made = await app.call(admin, 'POST', '/pos/merchants', {
    name: 'Nueva',
    owner: { email: 'no-ha-entrado@example.test', name: 'Dueña' },
  })
  expect(made.status, made.text).toBe(201)
  expect((await asAdmin(admin, made.body.merchant.owner.id)).body).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('the link of an owner who lost the merchant sets no password', async () => {
  const shop = await app.world.store()
  const member = await withPassword(await app.world.member(shop, 'manager'))
  const link = (await asOwner(shop.manager, member.id)).body.url
  const { email, name } = await app.world.person()
  const moved = await app.call(admin, 'PATCH', `/pos/merchants/${shop.merchantId}/owner`, {
    owner: { email, name },
    reason: 'Se vendió el negocio',
  })
  expect(moved.status, moved.text).toBe(200)
  expect((await redeem(link)).body).toMatchObject(spent)
})

test('nor does the link of an owner whose merchant is suspended, or of whom a person came to work elsewhere', async () => {
  const [shop, other] = [await app.world.store(), await app.world.store()]
  const member = (await withPassword(await app.world.member(shop, 'cashier'))) as Member
  const link = (await asOwner(shop.manager, member.id)).body.url
  const be = (status: string) =>
    app.call(admin, 'PATCH', `/pos/merchants/${shop.merchantId}/status`, { status, reason: 'Prueba' })
  await be('SUSPENDED')
  expect((await redeem(link)).body).toMatchObject(spent)
  await be('ACTIVE')
  await app.world.member(other, 'cashier', member)
  expect((await redeem(link)).body).toMatchObject(spent)
})

test.each<[string, (issuer: Person) => Promise<Answer>]>([
  ['lost the label', ({ id }) => app.call(admin, 'DELETE', `/platform/roles/${id}/platformAdmin`)],
  [
    'was blocked',
    ({ id }) =>
      app.call(admin, 'PATCH', `/platform/accounts/${id}/status`, { status: 'BLOCKED', reason: 'Prueba' }),
  ],
  [
    'was confined to other merchants',
    async ({ email }) =>
      app.call(admin, 'POST', '/platform/admin-assignments', {
        email,
        merchantId: (await app.world.merchant()).id,
      }),
  ],
])('nor does the link of an administrator who %s', async (_, lower) => {
  const issuer = await app.world.platformAdmin()
  const member = await withPassword(await app.world.member(store, 'cashier'))
  const link = (await asAdmin(issuer, member.id)).body.url
  expect((await lower(issuer)).status).toBeLessThan(300)
  expect((await redeem(link)).body).toMatchObject(spent)
  const next = await asAdmin(admin, member.id)
  expect((await redeem(next.body.url)).status).toBe(204)
})

test('a link needs a recent confirmation', async () => {
  await app.admin.query(`update identity.sessions set confirmed_at = null where account_id = $1`, [admin.id])
  expect((await asAdmin(admin, cashier.id)).body.code).toBe('confirmation_required')
  await app.admin.query(`update identity.sessions set confirmed_at = now() where account_id = $1`, [admin.id])
})

const accounts = (...args: readonly string[]) =>
  runCommand(['accounts', ...args], {
    DATABASE_ADMIN_URL: app.adminUrl,
    PUBLIC_URL: 'https://pos.example.test',
  })

test('on the machine everybody is recovered, administrators too, and it is audited', async () => {
  const done = await accounts('recover', admin.email.toUpperCase())
  expect(done.code, done.err).toBe(0)
  const link = /https:\/\/pos\.example\.test\/recuperar#token=\S+/.exec(done.out)?.[0] ?? ''
  expect((await redeem(link)).status).toBe(204)
  expect(await issuers(admin.id)).toEqual(['machine'])
  expect((await redeem(link)).body.code).toBe('reset_link_spent')
})

test('recovering an unknown address, or without one, says what to do', async () => {
  const unknown = await accounts('recover', 'nadie@example.test')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('nadie@example.test')])
  const nobody = await accounts('recover')
  expect([nobody.code, nobody.err]).toEqual([
    1,
    expect.stringContaining('mostrador accounts recover <e-mail>'),
  ])
})
