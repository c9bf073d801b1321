import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { patient } from '../../../test/patience.ts'
import { type PaidShop, settlementShop, trackingKey } from '../../../test/settlement-shop.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let operator: Person
let shops: ReturnType<typeof settlementShop>
beforeAll(async () => {
  app = await startProduct({ DATABASE_POOL_SIZE: '12' })
  operator = await app.world.operator()
  shops = settlementShop(app, operator)
})
afterAll(() => app.close())

const setAccount = (id: string, status: string, validFor: string) =>
  app.admin.query(
    'update money.bank_accounts set status = $2, expires_at = now() + $3::interval where id = $1',
    [id, status, validFor],
  )
const nothing = '01900000-0000-7000-8000-000000000000'

describe('money goes', () => {
  test('go only to verified merchants, even when unverified ones may sell', async () => {
    await app.admin.query(
      `insert into settings.settings (key, value) values ('merchant.unverifiedCanOperate', 'true')`,
    )
    const of = await shops.shop()
    const waiting: Record<string, string> = {}
    for (const status of ['REQUESTED', 'APPROVED', 'PROCESSING'])
      waiting[status] = await shops.settlementIn(status, of)
    await shops.verify(of.store.merchantId, false)
    expect(await shops.ask(of.manager, shops.order(of))).toMatchObject({
      status: 403,
      body: { code: 'merchant_unverified' },
    })
    for (const [from, to] of [
      ['REQUESTED', 'APPROVED'],
      ['APPROVED', 'PROCESSING'],
    ] as const) {
      const refused = await shops.decide(operator, waiting[from] as string, to)
      expect(refused).toMatchObject({ status: 403, body: { code: 'merchant_unverified' } })
    }
    // A payout that cannot be paid can still be rejected.
    expect((await shops.decide(operator, waiting['APPROVED'] as string, 'REJECTED')).status).toBe(200)
    await app.admin.query('delete from settings.settings')
  })

  test('go only to verified bank accounts, at approval and when they are sent', async () => {
    const of = await shops.shop()
    const { merchantId } = of.store
    for (const [status, validFor] of [
      ['REJECTED', '1 year'],
      ['EXPIRED', '-1 day'],
      ['VERIFIED', '-1 second'],
    ] as const) {
      const account = await shops.bankAccount(merchantId, status, validFor)
      expect(await shops.ask(of.manager, shops.order(of, { bankAccountId: account }))).toMatchObject({
        status: 409,
        body: { code: 'bank_account_unverified' },
      })
    }
    const pending = await shops.bankAccount(merchantId, 'PENDING')
    const { body } = await shops.ask(of.manager, shops.order(of, { bankAccountId: pending }))
    expect(body.status).toBe('REQUESTED')
    expect(await shops.decide(operator, body.id, 'APPROVED')).toMatchObject({
      status: 409,
      body: { code: 'bank_account_unverified', bankAccountStatus: 'PENDING' },
    })
    const set = (status: string, validFor: string) => setAccount(pending, status, validFor)
    await set('VERIFIED', '1 month')
    expect((await shops.decide(operator, body.id, 'APPROVED')).status).toBe(200)
    for (const [status, validFor] of [
      ['VERIFIED', '-1 second'],
      ['REJECTED', '1 month'],
    ] as const) {
      await set(status, validFor)
      const refused = await shops.decide(operator, body.id, 'PROCESSING')
      expect(refused).toMatchObject({ status: 409, body: { code: 'bank_account_unverified' } })
    }
    await set('VERIFIED', '1 month')
    expect((await shops.decide(operator, body.id, 'PROCESSING')).status).toBe(200)
  })

  const lapses: [string, (of: PaidShop) => Promise<unknown>][] = [
    ['the bank account’s twelve months end', ({ account }) => setAccount(account, 'VERIFIED', '-1 second')],
    ['the bank account is rejected', ({ account }) => setAccount(account, 'REJECTED', '1 month')],
    ['the merchant’s verification is withdrawn', ({ store }) => shops.verify(store.merchantId, false)],
  ]
  test.each(lapses)('and a transfer at the bank is recorded as paid after %s', async (_what, lapse) => {
    const of = await shops.shop()
    const sent = await shops.settlementIn('PROCESSING', of)
    const held = await shops.wallet(of.store.merchantId)
    await lapse(of)
    const paid = await shops.decide(operator, sent, 'PAID')
    expect(paid.status, paid.text).toBe(200)
    expect(await shops.wallet(of.store.merchantId)).toEqual({ ...held, held: 0 })
  })

  test.each([
    ['REQUESTED', 'APPROVED'],
    ['APPROVED', 'PROCESSING'],
  ])('a payout that is %s waits for a withdrawn verification, and is not %s', async (from, to) => {
    const of = await shops.shop()
    const id = await shops.settlementIn(from, of)
    const withdrawing = await app.admin.connect()
    let paying: ReturnType<typeof shops.decide>
    try {
      await withdrawing.query('begin')
      await withdrawing.query('select app.lock_authority($1)', [of.store.merchantId])
      await withdrawing.query(`select platform.set_verification($1, 'LAPSED')`, [of.store.merchantId])
      paying = shops.decide(operator, id, to)
      await expect
        .poll(() => lockWaits(app.name, 'money.decide_settlement'), { timeout: patient(10_000) })
        .toBeGreaterThan(0)
      await withdrawing.query('commit')
    } finally {
      withdrawing.release()
    }
    expect(await paying).toMatchObject({ status: 403, body: { code: 'merchant_unverified' } })
    expect((await shops.decide(operator, id, 'REJECTED')).status).toBe(200)
  })

  test.each([
    ['REQUESTED', 'APPROVED', 'REJECTED'],
    ['APPROVED', 'PROCESSING', 'REJECTED'],
  ])('a payout that is %s waits for a suspension, and is not %s', async (from, to, end) => {
    const of = await shops.shop()
    const id = await shops.settlementIn(from, of)
    const suspending = await app.admin.connect()
    let deciding: ReturnType<typeof shops.decide>
    try {
      await suspending.query('begin')
      await suspending.query('select app.lock_authority($1)', [of.store.merchantId])
      await suspending.query(`select platform.write_status($1, 'SUSPENDED')`, [of.store.merchantId])
      deciding = shops.decide(operator, id, to)
      await expect
        .poll(() => lockWaits(app.name, 'money.decide_settlement'), { timeout: patient(10_000) })
        .toBeGreaterThan(0)
      await suspending.query('commit')
    } finally {
      suspending.release()
    }
    expect((await deciding).body.code).toBe('merchant_suspended')
    expect((await shops.decide(operator, id, end)).status).toBe(200)
  })

  test('go only to the merchant’s own bank accounts: another’s is answered as absent', async () => {
    const [of, other] = [await shops.shop(), await shops.shop()]
    const answers = await Promise.all(
      [other.account, nothing].map((bankAccountId) =>
        shops.ask(of.manager, shops.order(of, { bankAccountId })),
      ),
    )
    const without = answers.map(({ body: { requestId: _, ...rest } }) => rest)
    expect(without[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect(without[1]).toEqual(without[0])
  })

  test('cannot be decided by the person who requested them', async () => {
    const of = await shops.shop()
    const both = await app.world.member(of.store, 'manager')
    const { id } = (await shops.ask(both, shops.order(of))).body
    await app.world.joinPlatform(both)
    for (const status of ['APPROVED', 'REJECTED'])
      expect(await shops.decide(both, id, status)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    for (const status of ['APPROVED', 'PROCESSING'])
      expect((await shops.decide(operator, id, status)).status).toBe(200)
    const paid = { claveRastreo: trackingKey() }
    expect((await shops.decide(both, id, 'PAID', paid)).body.code).toBe('forbidden')
    expect((await shops.decide(operator, id, 'PAID', paid)).status).toBe(200)
  })

  test('stop for a suspended merchant: no request, no start, but outcomes at the bank are recorded', async () => {
    const of = await shops.shop()
    const [asked, approved, sent] = [
      await shops.settlementIn('REQUESTED', of),
      await shops.settlementIn('APPROVED', of),
      await shops.settlementIn('PROCESSING', of),
    ]
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [of.store.merchantId])
    expect((await shops.ask(of.manager, shops.order(of))).body.code).toBe('merchant_suspended')
    expect((await shops.cancel(of.manager, asked)).body.code).toBe('merchant_suspended')
    expect((await shops.decide(operator, asked, 'APPROVED')).body.code).toBe('merchant_suspended')
    expect((await shops.decide(operator, approved, 'PROCESSING')).body.code).toBe('merchant_suspended')
    expect((await shops.decide(operator, approved, 'REJECTED')).status).toBe(200)
    expect((await shops.decide(operator, sent, 'PAID', { claveRastreo: trackingKey() })).status).toBe(200)
  })
})

describe('concurrency', () => {
  test('twenty concurrent requests on a wallet that covers seven leave exactly zero', async () => {
    const of = await shops.shop(7 * 30_000)
    const managers = await Promise.all(
      Array.from({ length: 20 }, () => app.world.member(of.store, 'manager')),
    )
    const answers = await Promise.all(managers.map((who) => shops.ask(who, shops.order(of))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
    expect(answers.filter(({ body }) => body.code === 'insufficient_funds')).toHaveLength(13)
    expect(await shops.wallet(of.store.merchantId)).toEqual({ available: 0, held: 7 * 30_000 })
    expect(await shops.openOnes(of.store.merchantId)).toBe(7)
  })

  test('one transfer pays one settlement, also when ten are marked with it concurrently', async () => {
    // A cluster creates one merchant at a time.
    const tenShops: Awaited<ReturnType<typeof shops.shop>>[] = []
    for (let no = 0; no < 10; no++) tenShops.push(await shops.shop())
    const ids = await Promise.all(tenShops.map((of) => shops.settlementIn('PROCESSING', of)))
    const claveRastreo = trackingKey()
    const answers = await Promise.all(
      ids.map((id, no) =>
        shops.decide(operator, id, 'PAID', {
          claveRastreo: no % 2 ? claveRastreo : claveRastreo.toLowerCase(),
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.find(({ status }) => status === 200)?.body.id
    const refused = answers.filter(({ body }) => body.code === 'tracking_key_used')
    expect(refused).toHaveLength(9)
    for (const { body } of refused) expect(body).toMatchObject({ status: 409, settlementId: winner })
    const held = await Promise.all(
      tenShops.map(async ({ store }) => (await shops.wallet(store.merchantId)).held),
    )
    expect(held.reduce((sum, each) => sum + each, 0)).toBe(9 * 30_000)
  })

  test('ten concurrent operators pay a settlement once, and it is cancelled or approved, not both', async () => {
    const of = await shops.shop()
    const id = await shops.settlementIn('PROCESSING', of)
    const operators = await Promise.all(Array.from({ length: 10 }, () => app.world.operator()))
    const answers = await Promise.all(
      operators.map((who) => shops.decide(who, id, 'PAID', { claveRastreo: trackingKey() })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'invalid_transition')).toHaveLength(9)
    expect((await shops.postingsOf(id)).map(({ kind }) => kind)).toEqual([
      'settlement_reserve',
      'settlement_capture',
    ])

    for (let round = 0; round < 5; round++) {
      const asked = await shops.settlementIn('REQUESTED', of)
      const both = await Promise.all([
        shops.cancel(of.manager, asked),
        shops.decide(operator, asked, 'APPROVED'),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })
})

test('the books balance after all of this, and would not if a settlement held nothing', async () => {
  const faults = async () => (await app.admin.query('select * from money.imbalances()')).rows
  expect(await faults()).toEqual([])
  const of = await shops.shop()
  const id = await shops.settlementIn('REQUESTED', of)
  await app.admin.query(`update money.settlements set status = 'CANCELED' where id = $1`, [id])
  expect(await faults()).toEqual([
    {
      merchant_id: of.store.merchantId,
      fault: 'held differs from what is open',
      expected: 0n,
      found: 30_000n,
    },
  ])
})
