import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Merchant, Person } from '../../../test/world.ts'
import { Grant } from '../../authorization/grant.ts'
import { tokenHashOf } from '../../authorization/one-time-token.ts'
import { type IntegerKey, registry } from './registry.ts'
import { integerOf } from './service.ts'

const key = 'vas.store_day_max_sales'
const usual = registry[key].default

let app: App
let admin: Person
let merchant: Merchant
let cashier: Member

beforeAll(async () => {
  app = await sharedProduct()
  admin = await app.world.platformAdmin()
})
beforeEach(async () => {
  merchant = await app.world.merchant()
  cashier = await app.world.member(await app.world.store(merchant), 'cashier')
  await app.admin.query('delete from settings.settings where key = $1', [key])
})

const putForAll = (value: unknown) => app.call(admin, 'PUT', `/platform/settings/${key}`, { value })
const putForOne = (value: unknown, as = admin, of = merchant.id, name: string = key) =>
  app.call(as, 'PUT', `/platform/merchants/${of}/settings/${name}`, { value })
const putOwn = (value: unknown, as: Person = merchant.owner, name: string = key) =>
  app.call(as, 'PUT', `/pos/settings/${name}`, { value })
const own = async (as: Person = merchant.owner) =>
  (await app.call(as, 'GET', '/pos/settings')).body.items.find((item: { key: string }) => item.key === key)

/** Reads the setting as the product does, in a cashier's transaction. */
const counts = (name: IntegerKey = key, as: Person = cashier, of = merchant.id) =>
  app.database.read(
    Grant.issue('authenticated', { credential: { tokenHash: tokenHashOf(as.token) }, requestId: 'test' }),
    (tx) => integerOf(tx, name, of),
  )

describe('the effective value for a merchant', () => {
  test('is the default, then the platform’s value for all, then its value for this merchant', async () => {
    expect(await counts()).toBe(usual)
    await putForAll(900)
    expect(await counts()).toBe(900)
    expect(await putForOne(5_000)).toMatchObject({
      status: 200,
      body: { platformValue: 900, merchantValue: 5_000, allowedValue: 5_000, ownerValue: null, value: 5_000 },
    })
    expect(await counts()).toBe(5_000)
    expect((await putForOne(null)).body).toMatchObject({ merchantValue: null, value: 900 })
    expect(await counts()).toBe(900)
  })

  test('is the owner’s value unless it is laxer than the platform allows', async () => {
    expect(await putOwn(40)).toMatchObject({ status: 200, body: { ownerValue: 40, value: 40 } })
    expect(await counts()).toBe(40)
    expect(await putOwn(usual)).toMatchObject({ status: 200 })
    expect(await putOwn(usual + 1)).toMatchObject({
      status: 422,
      body: { code: 'setting_not_allowed', allowedValue: usual },
    })
    expect(await counts()).toBe(usual)
    await putForOne(5_000)
    expect(await putOwn(4_000)).toMatchObject({ status: 200 })
    expect(await counts()).toBe(4_000)
  })

  test('becomes stricter immediately when the platform’s does, whatever the owner has set', async () => {
    await putOwn(800)
    await putForAll(100)
    expect(await counts()).toBe(100)
    expect(await own()).toMatchObject({ ownerValue: 800, allowedValue: 100, value: 100 })
    await putForAll(1_000)
    expect(await counts()).toBe(800)
    expect((await putOwn(null)).body).toMatchObject({ ownerValue: null, value: 1_000 })
  })

  test('ignores stored values of another type or out of bounds', async () => {
    await putOwn(40)
    await putForOne(60)
    for (const stored of ['"40"', 'true', '0', '1e30', '12.5', '{"value": 1}']) {
      await app.admin.query(
        `update settings.merchant_settings set owner_value = $2, platform_value = $2 where merchant_id = $1`,
        [merchant.id, stored],
      )
      expect(await counts(), stored).toBe(usual)
    }
  })

  test('applies to no other merchant, and is not readable there', async () => {
    await putOwn(40)
    const stranger = await app.world.member(await app.world.store(), 'manager')
    expect(await counts(key, stranger, stranger.merchantId)).toBe(usual)
    expect(await counts(key, stranger, merchant.id)).toBe(usual)
  })
})

test('changes by either are audited with before, after and the merchant', async () => {
  await putOwn(40)
  await putOwn(30)
  await putForOne(2_000)
  const { rows } = await app.admin.query(
    `select entity_id, before, after, user_id from audit.log
      where action = 'merchant.setting.changed' and merchant_id = $1 order by id`,
    [merchant.id],
  )
  expect(rows).toEqual([
    { entity_id: key, before: { ownerValue: null }, after: { ownerValue: 40 }, user_id: merchant.owner.id },
    { entity_id: key, before: { ownerValue: 40 }, after: { ownerValue: 30 }, user_id: merchant.owner.id },
    { entity_id: key, before: { platformValue: null }, after: { platformValue: 2_000 }, user_id: admin.id },
  ])
})

describe('permissions to set it', () => {
  test('only the owner sets it for their own merchant, with a recent confirmation', async () => {
    const store = await app.world.store(merchant)
    for (const role of ['cashier', 'supervisor', 'manager'] as const) {
      const member = await app.world.member(store, role)
      expect(await putOwn(10, member)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(await app.call(member, 'GET', '/pos/settings')).toMatchObject({ status: 403 })
    }
    const stale = {
      ...merchant.owner,
      token: await app.world.session(merchant.owner.id, { confirmed: false }),
    }
    expect(await putOwn(10, stale)).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
    expect(await counts()).toBe(usual)
  })

  test('an owner of several merchants must name one, and another’s merchant is answered as absent', async () => {
    const other = await app.world.merchant()
    await app.admin.query('update platform.merchants set owner_id = $2 where id = $1', [
      other.id,
      merchant.owner.id,
    ])
    await app.admin.query('select authz.keep_merchant($1)', [other.id])
    expect(await putOwn(10)).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
    const named = { value: 10, merchantId: other.id }
    expect(await app.call(merchant.owner, 'PUT', `/pos/settings/${key}`, named)).toMatchObject({
      status: 200,
    })
    expect(
      (await app.call(merchant.owner, 'GET', `/pos/settings?merchantId=${other.id}`)).body.items,
    ).toContainEqual(expect.objectContaining({ key, value: 10 }))
    const foreign = await app.call(
      merchant.owner,
      'GET',
      `/pos/settings?merchantId=${(await app.world.merchant()).id}`,
    )
    const absent = await app.call(
      merchant.owner,
      'GET',
      '/pos/settings?merchantId=01900000-0000-7000-8000-000000000000',
    )
    expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden'])
    expect([absent.status, absent.body.code]).toEqual([403, 'forbidden'])
  })

  test('the owner of a suspended merchant can neither read nor set it', async () => {
    await app.call(admin, 'PATCH', `/pos/merchants/${merchant.id}/status`, {
      status: 'SUSPENDED',
      reason: 'Prueba',
    })
    expect(await putOwn(10)).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
    expect(await app.call(merchant.owner, 'GET', '/pos/settings')).toMatchObject({ status: 403 })
  })

  test('an owner can read and set it before the merchant has a store', async () => {
    const bare = await app.world.merchant()
    expect(await putOwn(10, bare.owner)).toMatchObject({ status: 200 })
    expect(await own(bare.owner)).toMatchObject({ ownerValue: 10, value: 10 })
  })

  test('an operator can read but not set it; a confined administrator cannot see other merchants', async () => {
    const operator = await app.world.person({ labels: ['platformOperator'] })
    const path = `/platform/merchants/${merchant.id}/settings`
    expect((await app.call(operator, 'GET', path)).body.items).toContainEqual(
      expect.objectContaining({ key, value: usual, unit: 'sales', stricter: 'lower' }),
    )
    expect(await putForOne(10, operator)).toMatchObject({ status: 403 })
    const confined = await app.world.platformAdmin()
    await app.call(admin, 'POST', '/platform/admin-assignments', {
      email: confined.email,
      merchantId: (await app.world.merchant()).id,
    })
    expect(await putForOne(10, confined)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await app.call(confined, 'GET', path)).toMatchObject({ status: 404 })
    expect(await putForOne(10, admin, '01900000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
  })

  test.each([
    ['vas_chips', true, 404, 'setting_not_found'],
    ['no_such_setting', 1, 404, 'setting_not_found'],
    [key, true, 422, 'invalid_request'],
    [key, '10', 422, 'invalid_request'],
    [key, 0, 422, 'invalid_request'],
    [key, 10.5, 422, 'invalid_request'],
  ])('setting %s to %j is refused for owner and platform: %i %s', async (name, value, status, code) => {
    expect(await putOwn(value, merchant.owner, name)).toMatchObject({ status, body: { code } })
    expect(await putForOne(value, admin, merchant.id, name)).toMatchObject({ status, body: { code } })
  })
})
