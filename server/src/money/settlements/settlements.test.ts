import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { funds, settlementShop, stepsTo } from '../../../test/settlement-shop.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let operator: Person
let shops: ReturnType<typeof settlementShop>
beforeAll(async () => {
  app = await sharedProduct()
  operator = await app.world.operator()
  shops = settlementShop(app, operator)
})

describe('a settlement', () => {
  test('is held from the request on, paid out once, and audited at every step', async () => {
    const of = await shops.shop()
    const { merchantId } = of.store
    const made = await shops.ask(of.manager, shops.order(of))
    expect(made.status, made.text).toBe(201)
    expect(made.headers.get('location')).toBe(`/pos/settlements/requests/${made.body.id}`)
    expect(made.body).toEqual({
      id: made.body.id,
      storeId: of.store.id,
      amountCentavos: 30_000,
      bankAccount: {
        id: of.account,
        holder: 'Abarrotes Lupita',
        bankCode: '646',
        clabeLastFour: '0123',
        status: 'VERIFIED',
      },
      status: 'REQUESTED',
      statusReason: null,
      claveRastreo: null,
      requestedAt: expect.any(String),
      approvedAt: null,
      paidAt: null,
      updatedAt: expect.any(String),
    })
    expect(await shops.wallet(merchantId)).toEqual({ available: funds - 30_000, held: 30_000 })
    expect(await shops.openOnes(merchantId)).toBe(1)

    const approved = await shops.decide(operator, made.body.id, 'APPROVED')
    expect(approved).toMatchObject({
      status: 200,
      body: {
        status: 'APPROVED',
        approvedBy: operator.id,
        requestedBy: of.manager.id,
        nextStatuses: ['PROCESSING', 'REJECTED'],
        merchant: { id: merchantId, isVerified: true, status: 'ACTIVE' },
      },
    })
    await shops.decide(operator, made.body.id, 'PROCESSING')
    expect(await shops.wallet(merchantId)).toEqual({ available: funds - 30_000, held: 30_000 })
    const paid = await shops.decide(operator, made.body.id, 'PAID', { claveRastreo: 'abc123x' })
    expect(paid.body).toMatchObject({ status: 'PAID', claveRastreo: 'ABC123X', nextStatuses: ['RETURNED'] })
    expect(await shops.wallet(merchantId)).toEqual({ available: funds - 30_000, held: 0 })
    expect(await shops.openOnes(merchantId)).toBe(0)
    const back = await shops.decide(operator, made.body.id, 'RETURNED', { reason: 'Cuenta cancelada' })
    expect(back.body).toMatchObject({
      status: 'RETURNED',
      statusReason: 'Cuenta cancelada',
      claveRastreo: 'ABC123X',
    })
    expect(await shops.wallet(merchantId)).toEqual({ available: funds, held: 0 })

    expect(await shops.postingsOf(made.body.id)).toEqual([
      { kind: 'settlement_reserve', memo: null },
      { kind: 'settlement_capture', memo: 'SPEI ABC123X' },
      { kind: 'settlement_return', memo: 'SPEI ABC123X' },
    ])
    expect(await shops.auditOf(made.body.id)).toEqual([
      { action: 'settlement.requested', by: of.manager.id },
      { action: 'settlement.approved', by: operator.id },
      { action: 'settlement.processing', by: operator.id },
      { action: 'settlement.paid', by: operator.id },
      { action: 'settlement.returned', by: operator.id },
    ])
    expect(await shops.eventsOf(made.body.id)).toEqual([
      { type: 'settlement.requested', status: null, isPlatforms: true },
      { type: 'settlement.approved', status: 'APPROVED', isPlatforms: false },
      { type: 'settlement.processing', status: 'PROCESSING', isPlatforms: false },
      { type: 'settlement.paid', status: 'PAID', isPlatforms: false },
      { type: 'settlement.returned', status: 'RETURNED', isPlatforms: false },
    ])
    const seen = await shops.read(of.manager, made.body.id)
    expect(seen.body).toMatchObject({ status: 'RETURNED' })
    expect(seen.body).not.toHaveProperty('requestedBy')
    const statement = (await app.call(of.manager, 'GET', `/pos/wallet/entries?storeId=${of.store.id}`)).body
    expect(
      statement.items.map(({ kind, amountCentavos }: { kind: string; amountCentavos: number }) => [
        kind,
        amountCentavos,
      ]),
    ).toEqual([
      ['settlement_return', 30_000],
      ['settlement_reserve', -30_000],
      ['deposit', funds],
    ])
  })

  test.each([
    ['REJECTED', 'REQUESTED'],
    ['REJECTED', 'APPROVED'],
    ['FAILED', 'PROCESSING'],
  ])('that goes to %s from %s releases the held amount', async (status, from) => {
    const of = await shops.shop()
    const id = await shops.settlementIn(from, of)
    expect(await shops.openOnes(of.store.merchantId)).toBe(1)
    const ended = await shops.decide(operator, id, status)
    expect(ended.body).toMatchObject({ status, statusReason: 'Por una razón', nextStatuses: [] })
    expect(await shops.wallet(of.store.merchantId)).toEqual({ available: funds, held: 0 })
    expect(await shops.openOnes(of.store.merchantId)).toBe(0)
    expect((await shops.postingsOf(id)).map(({ kind }) => kind)).toEqual([
      'settlement_reserve',
      'settlement_release',
    ])
  })

  test('that is undecided can be cancelled by a manager of any of the merchant’s stores', async () => {
    const of = await shops.shop()
    const second = await app.world.store({ id: of.store.merchantId, owner: of.store.manager })
    const sibling = await app.world.member(second, 'manager')
    const id = await shops.settlementIn('REQUESTED', of)
    expect((await shops.cancel(sibling, id)).body).toMatchObject({ status: 'CANCELED' })
    expect(await shops.wallet(of.store.merchantId)).toEqual({ available: funds, held: 0 })
    expect((await shops.auditOf(id)).at(-1)).toEqual({ action: 'settlement.canceled', by: sibling.id })
    expect(await shops.cancel(of.manager, id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', settlementStatus: 'CANCELED' },
    })
  })

  test('with the same idempotency key is the same settlement, and another request with that key is refused', async () => {
    const of = await shops.shop()
    const key = { 'idempotency-key': 'settlement-1' }
    const [first, second] = await Promise.all([
      shops.ask(of.manager, shops.order(of), key),
      shops.ask(of.manager, shops.order(of), key),
    ])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed')).sort()).toEqual(
      ['true', null].sort(),
    )
    expect(await shops.wallet(of.store.merchantId)).toMatchObject({ held: 30_000 })
    const other = await shops.ask(of.manager, shops.order(of, { amountCentavos: 40_000 }), key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test.each([
    [{ amountCentavos: 9_999 }, '/amountCentavos'],
    [{ amountCentavos: -30_000 }, '/amountCentavos'],
    [{ amountCentavos: 10_000.5 }, '/amountCentavos'],
    [{ amountCentavos: 10_000_000_001 }, '/amountCentavos'],
    [{ amountCentavos: '30000' }, '/amountCentavos'],
    [{ bankAccountId: 'x' }, '/bankAccountId'],
    [{ bankAccountId: undefined }, '/bankAccountId'],
    [{ status: 'PAID' }, '/status'],
  ])('with %j is refused', async (change, path) => {
    const of = await shops.shop(0)
    const answer = await shops.ask(of.manager, shops.order(of, change))
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].path).toBe(path)
  })

  test('over the wallet’s balance is refused, and leaves nothing', async () => {
    const of = await shops.shop(29_999)
    expect(await shops.ask(of.manager, shops.order(of))).toMatchObject({
      status: 402,
      body: { code: 'insufficient_funds' },
    })
    expect((await app.call(of.manager, 'GET', '/pos/settlements/requests')).body.items).toEqual([])
    expect((await shops.ask(of.manager, shops.order(of, { amountCentavos: 29_999 }))).status).toBe(201)
  })
})

const statuses = Object.keys(stepsTo)
const legal = new Set([
  'REQUESTED APPROVED',
  'REQUESTED REJECTED',
  'APPROVED PROCESSING',
  'APPROVED REJECTED',
  'PROCESSING PAID',
  'PROCESSING FAILED',
  'PAID RETURNED',
])

describe.each(statuses)('out of %s', (from) => {
  test.each(statuses)('the platform can set it to %s where allowed', async (to) => {
    const of = await shops.shop()
    const id = await shops.settlementIn(from, of)
    const before = await shops.wallet(of.store.merchantId)
    const answer = await shops.decide(operator, id, to)
    if (legal.has(`${from} ${to}`)) {
      expect(answer).toMatchObject({ status: 200, body: { status: to } })
      return
    }
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', settlementStatus: from },
    })
    expect((await shops.read(of.manager, id)).body.status).toBe(from)
    expect(await shops.wallet(of.store.merchantId)).toEqual(before)
  })

  test('the merchant can cancel it where allowed', async () => {
    const of = await shops.shop()
    const id = await shops.settlementIn(from, of)
    const answer = await shops.cancel(of.manager, id)
    if (from === 'REQUESTED') expect(answer.body.status).toBe('CANCELED')
    else expect(answer.body).toMatchObject({ code: 'invalid_transition', settlementStatus: from })
  })
})

describe('a malformed step is refused:', () => {
  test.each([
    ['REJECTED', {}, '/reason'],
    ['FAILED', {}, '/reason'],
    ['RETURNED', {}, '/reason'],
    ['REJECTED', { reason: 'no' }, '/reason'],
    ['PAID', {}, '/claveRastreo'],
    ['PAID', { claveRastreo: 'con espacio' }, '/claveRastreo'],
    ['PAID', { claveRastreo: 'A'.repeat(31) }, '/claveRastreo'],
    ['APPROVED', { claveRastreo: 'ABC' }, '/claveRastreo'],
    ['LOST', {}, '/status'],
    ['APPROVED', { surplus: 1 }, '/surplus'],
  ])('%s with %j', async (status, more, path) => {
    const of = await shops.shop()
    const id = await shops.settlementIn('REQUESTED', of)
    const answer = await shops.decide(operator, id, status, more)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
    expect(answer.body.errors[0].path).toBe(path)
  })
})

test('both lists page in their own order, and refuse the other list’s cursor', async () => {
  const of = await shops.shop()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await shops.settlementIn('REQUESTED', of))
  const pages = async (who: Person, path: string) => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await app.call(who, 'GET', `${path}limit=2${at}`)
      found.push(...body.items.map((each: { id: string }) => each.id))
      cursor = body.nextCursor
    } while (cursor !== null)
    return found
  }
  expect(await pages(of.manager, '/pos/settlements/requests?')).toEqual(ids.toReversed())
  const queue = `/pos/settlements/ops/requests?status=REQUESTED&merchantId=${of.store.merchantId}&`
  expect(await pages(operator, queue)).toEqual(ids)
  const { nextCursor } = (await app.call(of.manager, 'GET', '/pos/settlements/requests?limit=2')).body
  for (const path of ['/pos/settlements/ops/requests', '/pos/settlements/requests?status=PAID'])
    expect(
      (await app.call(operator, 'GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`)).body
        .code,
    ).toBe('invalid_cursor')
  const paid = await shops.settlementIn('PAID', of)
  const { claveRastreo } = (await shops.read(of.manager, paid)).body
  const found = await app.call(
    operator,
    'GET',
    `/pos/settlements/ops/requests?claveRastreo=${claveRastreo.toLowerCase()}`,
  )
  expect(found.body.items.map((each: { id: string }) => each.id)).toEqual([paid])
})
