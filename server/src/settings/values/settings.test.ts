import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'
import { Grant } from '../../authorization/grant.ts'
import { tokenHashOf } from '../../authorization/one-time-token.ts'
import { type BooleanKey, registry, type Setting } from './registry.ts'
import { isOn } from './service.ts'

let app: App
let admin: Person

beforeAll(async () => {
  app = await sharedProduct()
  admin = await app.world.platformAdmin()
})

const put = (key: string, body: unknown, as = admin) => app.call(as, 'PUT', `/platform/settings/${key}`, body)
const list = async (as = admin) => (await app.call(as, 'GET', '/platform/settings')).body.items

/** Reads the setting as the product does, in its own transaction. */
const ask = (key: BooleanKey) =>
  app.database.read(
    Grant.issue('authenticated', { credential: { tokenHash: tokenHashOf(admin.token) }, requestId: 'test' }),
    (tx) => isOn(tx, key),
  )

test('every setting is listed with its safe default before it is set', async () => {
  expect(await list()).toEqual(
    Object.entries<Setting>(registry).map(([key, setting]) => ({
      key,
      type: setting.type,
      scope: setting.scope,
      unit: setting.type === 'integer' ? setting.unit : null,
      format: setting.type === 'text' ? (setting.format ?? null) : null,
      minimum: setting.type === 'boolean' ? null : setting.type === 'integer' ? setting.minimum : 0,
      maximum: setting.type === 'boolean' ? null : setting.maximum,
      meaning: setting.meaning,
      default: setting.default,
      value: setting.default,
      updatedAt: null,
    })),
  )
})

test('a change takes effect immediately, and is audited with before and after', async () => {
  expect(await ask('vas_chips')).toBe(false)
  expect(await put('vas_chips', { value: true })).toMatchObject({ status: 200, body: { value: true } })
  expect(await ask('vas_chips')).toBe(true)
  await put('vas_chips', { value: false })
  expect(await ask('vas_chips')).toBe(false)
  const { rows } = await app.admin.query(
    `select before, after, user_id from audit.log
      where action = 'setting.changed' and entity_id = 'vas_chips' and user_id = $1 order by id`,
    [admin.id],
  )
  expect(rows).toEqual([
    { before: null, after: { value: true }, user_id: admin.id },
    { before: { value: true }, after: { value: false }, user_id: admin.id },
  ])
})

test.each([
  ['no_such_setting', { value: true }, 404, 'setting_not_found'],
  ['toString', { value: true }, 404, 'setting_not_found'],
  ['vas_chips', { value: 'true' }, 422, 'invalid_request'],
  ['vas_chips', { value: null }, 422, 'invalid_request'],
  ['vas_chips', { value: 1 }, 422, 'invalid_request'],
  ['vas_chips', {}, 422, 'invalid_request'],
  ['vas_chips', { value: true, extra: 1 }, 422, 'invalid_request'],
  ['vas.store_day_max_sales', { value: true }, 422, 'invalid_request'],
  ['vas.store_day_max_sales', { value: '20' }, 422, 'invalid_request'],
  ['vas.store_day_max_sales', { value: 20.5 }, 422, 'invalid_request'],
  ['vas.store_day_max_sales', { value: 0 }, 422, 'invalid_request'],
  ['vas.store_day_max_sales', { value: 20_001 }, 422, 'invalid_request'],
  ['vas.store_day_max_sales', { value: null }, 422, 'invalid_request'],
  ['deposits.clabe', { value: 1 }, 422, 'invalid_request'],
  ['deposits.clabe', { value: '646180110400000008' }, 422, 'invalid_request'],
  ['deposits.clabe', { value: '64618011040000000' }, 422, 'invalid_request'],
  ['deposits.clabe', { value: '6461801104000000070' }, 422, 'invalid_request'],
  ['deposits.clabe', { value: null }, 422, 'invalid_request'],
  ['deposits.beneficiary', { value: 'x'.repeat(81) }, 422, 'invalid_request'],
  ['deposits.beneficiary', { value: 'Mostrador\nSA' }, 422, 'invalid_request'],
  ['deposits.beneficiary', { value: 'Mostrador\u0000SA' }, 422, 'invalid_request'],
  ['deposits.beneficiary', { value: '  ' }, 422, 'invalid_request'],
  ['vas_chips', { value: '\u0000' }, 422, 'invalid_request'],
  ['vas_chips', { value: ['\ud800'] }, 422, 'invalid_request'],
  ['vas_chips', { value: '\ud800' }, 422, 'invalid_request'],
])('setting %s to %j is refused: %i %s', async (key, body, status, code) => {
  expect(await put(key, body)).toMatchObject({ status, body: { code } })
})

test.each([
  '"true"',
  'null',
  '1',
  '{"on": true}',
])('a stored value of another type, %s, falls back to the safe default', async (stored) => {
  await app.admin.query(
    `insert into settings.settings (key, value) values ('vas_adeudo_lookup', $1), ('platform.second_factor_required', $1)
       on conflict (key) do update set value = excluded.value`,
    [stored],
  )
  expect(await ask('vas_adeudo_lookup')).toBe(false)
  expect(await ask('platform.second_factor_required')).toBe(true)
  expect((await list()).find(({ key }: { key: string }) => key === 'vas_adeudo_lookup').value).toBe(false)
  // The database also reads this one, and must agree.
  const weak = await app.world.person({ labels: ['platformOperator'], secondFactor: false })
  expect((await app.call(weak, 'GET', '/platform/settings')).body.code).toBe('mfa_required')
})

test('waiving the second factor opens platform routes on the next request, and closes them again', async () => {
  const operator = await app.world.person({ labels: ['platformOperator'], secondFactor: false })
  const status = async () => (await app.call(operator, 'GET', '/platform/settings')).status
  expect(await status()).toBe(403)
  await put('platform.second_factor_required', { value: false })
  expect(await status()).toBe(200)
  await put('platform.second_factor_required', { value: true })
  expect(await status()).toBe(403)
})

test('where deposits go is changed only by an administrator of all merchants who has just confirmed it, and audited', async () => {
  const key = 'deposits.clabe'
  const [first, second] = ['646180110400000007', '002010077777777771']
  expect(await put(key, { value: first })).toMatchObject({ status: 200, body: { value: first } })
  const confined = await app.world.platformAdmin()
  const { id: merchantId } = await app.world.merchant()
  const assigned = { email: confined.email, merchantId }
  expect((await app.call(admin, 'POST', '/platform/admin-assignments', assigned)).status).toBe(201)
  const late = await app.world.session(admin.id, { confirmed: false })
  for (const [as, code] of [
    [await app.world.operator(), 'forbidden'],
    [(await app.world.store()).manager, 'forbidden'],
    [confined, 'forbidden'],
    [{ ...admin, token: late }, 'confirmation_required'],
  ] as const)
    expect((await put(key, { value: second }, as)).body.code).toBe(code)
  expect((await list()).find((each: { key: string }) => each.key === key).value).toBe(first)
  expect((await put(key, { value: second })).status).toBe(200)
  const { rows } = await app.admin.query(
    `select before, after from audit.log where action = 'setting.changed' and entity_id = $1 and user_id = $2 order by id`,
    [key, admin.id],
  )
  expect(rows.at(-1)).toEqual({ before: { value: first }, after: { value: second } })
  await put(key, { value: '' })
})

test('a setting that only a newer version knows is neither listed nor set here', async () => {
  const before = await list()
  await app.admin.query(
    `insert into settings.setting_definitions (key, type, scope, default_value) values ('next.switch', 'boolean', 'platform', 'true')`,
  )
  try {
    expect(await list()).toEqual(before)
    expect(await put('next.switch', { value: false })).toMatchObject({
      status: 404,
      body: { code: 'setting_not_found' },
    })
    const { rows } = await app.admin.query(`select from settings.settings where key = 'next.switch'`)
    expect(rows).toEqual([])
  } finally {
    await app.admin.query(`delete from settings.setting_definitions where key = 'next.switch'`)
  }
})
