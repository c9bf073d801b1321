import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import type { Merchant, Person, Store } from '../../../test/world.ts'
import { contrast } from './contrast.ts'

let app: App
let merchant: Merchant
let store: Store
let themeId: string
let who: Record<string, Person>
beforeAll(async () => {
  // A product of its own, because it counts all merchants.
  app = await startProduct()
  merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  const sibling = await app.world.store(merchant)
  who = {
    owner: merchant.owner,
    manager: await app.world.member(store, 'manager'),
    siblingManager: await app.world.member(sibling, 'manager'),
    supervisor: await app.world.member(store, 'supervisor'),
    cashier: await app.world.member(sibling, 'cashier'),
    otherMerchant: (await app.world.store()).manager,
    customer: await app.world.person(),
    operator: await app.world.operator(),
  }
  themeId = (await app.call(merchant.owner, 'GET', '/pos/merchant_themes')).body.items[0].id
})
afterAll(() => app.close())

const colors = { primary: '#123456', onPrimary: '#ffffff', background: '#fafafa', text: '#111111' }
const path = () => `/pos/merchant_themes/${themeId}`

test('contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  // The lightest grey with enough contrast to white, and the next one without.
  expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})

test.each([
  ['owner', 1, 200, 200],
  ['manager', 1, 200, 200],
  ['siblingManager', 1, 200, 200],
  ['supervisor', 1, 200, 403],
  ['cashier', 1, 200, 403],
  ['customer', 0, 404, 404],
  ['operator', 0, 404, 404],
])('%s', async (name, listed, read, write) => {
  const by = who[name]
  expect((await app.call(by, 'GET', '/pos/merchant_themes')).body.items).toHaveLength(listed)
  expect((await app.call(by, 'GET', path())).status).toBe(read)
  expect((await app.call(by, 'PATCH', path(), { darkMode: 'DARK' })).status).toBe(write)
})

test('another merchant’s theme gets the same answer as one that does not exist', async () => {
  const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
  const absent = '/pos/merchant_themes/01890000-0000-7000-8000-000000000000'
  const stranger = who['otherMerchant']
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { darkMode: 'DARK' }],
  ] as const) {
    const foreign = await app.call(stranger, method, path(), body)
    expect(foreign.status).toBe(404)
    expect(bare(foreign.text)).toBe(bare((await app.call(stranger, method, absent, body)).text))
  }
  expect((await app.call(undefined, 'GET', path())).status).toBe(401)
})

test('a theme changes one version at a time, with an audit entry and an event', async () => {
  const first = await app.call(merchant.owner, 'GET', path())
  const etag = first.headers.get('etag') ?? ''
  expect((await app.call(merchant.owner, 'GET', path(), undefined, { 'if-none-match': etag })).status).toBe(
    304,
  )
  const changed = await app.call(
    merchant.owner,
    'PATCH',
    path(),
    { colors, typography: 'SERIF' },
    { 'if-match': etag },
  )
  expect(changed.body).toMatchObject({ colors, typography: 'SERIF' })
  const late = await app.call(merchant.owner, 'PATCH', path(), { darkMode: 'LIGHT' }, { 'if-match': etag })
  expect(late.body).toMatchObject({ status: 412, code: 'version_mismatch' })
  const { rows } = await app.admin.query(
    `select (select count(*)::int from audit.log where action = 'theme.changed' and after ->> 'typography' = 'SERIF') as audited,
            (select count(*)::int from events.events where type = 'theme.changed' and payload ->> 'themeId' = $1
               and permission_set & 15 = 10) as told`,
    [themeId],
  )
  expect(rows[0].audited).toBe(1)
  expect(rows[0].told).toBeGreaterThan(0)
})

describe('is refused:', () => {
  test.each<[string, object, string]>([
    ['unreadable text', { colors: { ...colors, text: '#eeeeee' } }, '/colors/text'],
    ['an unreadable button', { colors: { ...colors, onPrimary: '#123457' } }, '/colors/onPrimary'],
    ['an invalid colour', { colors: { ...colors, primary: 'red' } }, '/colors/primary'],
    ['a missing colour', { colors: { primary: '#123456' } }, '/colors/onPrimary'],
    ['an unknown typeface', { typography: 'COMIC' }, '/typography'],
    ['a field that the server owns', { merchantId: 'x' }, '/merchantId'],
    ['a logo that does not exist', { logoFileId: '01890000-0000-7000-8000-000000000000' }, '/logoFileId'],
  ])('%s', async (_name, change, at) => {
    const answer = await app.call(merchant.owner, 'PATCH', path(), change)
    expect(answer.body, answer.text).toMatchObject({ status: 422, code: 'invalid_request' })
    expect(answer.body.errors.map((each: { path: string }) => each.path)).toContain(at)
  })
})

test('only platform staff can set a theme on behalf of a merchant', async () => {
  const whole = { colors, typography: 'ROUNDED', logoFileId: null, darkMode: 'LIGHT' }
  const at = `/platform/merchants/${merchant.id}/theme`
  const put = await app.call(who['operator'], 'PUT', at, whole)
  expect(put.body, put.text).toMatchObject({ id: themeId, merchantId: merchant.id, ...whole })
  const faint = { ...whole, colors: { ...colors, text: '#eeeeee' } }
  expect((await app.call(who['operator'], 'PUT', at, faint)).status).toBe(422)
  const absent = '/platform/merchants/01890000-0000-7000-8000-000000000000/theme'
  expect((await app.call(who['operator'], 'PUT', absent, whole)).status).toBe(404)
  for (const name of ['owner', 'cashier', 'customer'])
    expect((await app.call(who[name], 'PUT', at, whole)).status, name).toBe(403)
  expect((await app.call(undefined, 'PUT', at, whole)).status).toBe(401)
  const { rows } = await app.admin.query(
    `select user_id from audit.log where action = 'theme.changed' order by id desc limit 1`,
  )
  expect(rows[0].user_id).toBe(who['operator']?.id)
})

test('a merchant created by the platform has a theme from the start, and its permissions survive a refresh', async () => {
  const admin = await app.world.platformAdmin()
  const made = await app.call(admin, 'POST', '/pos/merchants', {
    name: 'Nueva',
    owner: { email: 'nueva@example.test', name: 'Nueva' },
  })
  expect(made.status, made.text).toBe(201)
  const rows = async (text: string) => (await app.admin.query(text)).rows
  expect(
    await rows(
      'select m.id from platform.merchants m where not exists (select from catalog.merchant_themes t where t.merchant_id = m.id)',
    ),
  ).toEqual([])
  expect(
    await rows(`select from catalog.merchant_themes where merchant_id = '${made.body.merchant.id}'`),
  ).toHaveLength(1)
  const sets = `select role, (select array_agg(s order by s) from unnest(readable) s) as r,
                       (select array_agg(s order by s) from unnest(updatable) s) as u from authz.role_sets order by role`
  const before = await rows(sets)
  await app.admin.query('select authz.refresh_sets()')
  expect(await rows(sets)).toEqual(before)
})
