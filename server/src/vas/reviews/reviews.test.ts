import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeSales } from '../../../test/changed-sales.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Person } from '../../../test/world.ts'
import { shiftsRoutes } from '../../shop/shifts/routes.ts'
import { shiftsService } from '../../shop/shifts/service.ts'
import type { ProviderAnswer } from '../sales/aggregator.ts'

let app: VasApp
let product: string
let operator: Person
/** What the provider says when it is asked about any sale; undefined: what it knows of it. */
let said: ((externalId: string) => ProviderAnswer) | undefined
beforeAll(async () => {
  app = await startVasApp({
    selling: (sandbox) => ({
      ...sandbox,
      confirm: async () => ({ kind: 'unknown', cause: 'lost' }),
      find: async (query) => said?.(query.externalId) ?? sandbox.find(query),
    }),
    routes: ({ database }) => shiftsRoutes(shiftsService({ database })),
  })
  product = await app.product('Telcel', 10_000)
  operator = await app.world.operator()
})
afterAll(() => app.close())
afterEach(() => {
  said = undefined
})

/** A sale that could not be settled in time. */
async function inReview() {
  const { store, cashier } = await app.shop()
  const sold = await app.call(
    cashier,
    'POST',
    '/vas/sale',
    { productId: product, reference: '5512345600', payment: { method: 'CASH' } },
    { prefer: 'wait=0' },
  )
  await app.settling.idle()
  await app.admin.query(`update vas.sales set phase = 'REVIEW', leased_until = null where id = $1`, [
    sold.body.id,
  ])
  return { store, cashier, id: sold.body.id as string }
}
const decide = (who: Person | undefined, id: string, body: object) =>
  app.call(who, 'POST', `/vas/ops/reviews/${id}/decision`, body)
const reason = 'El proveedor lo confirmó por teléfono'

test('the queue shows what a decision needs, and no customer data', async () => {
  const { id, store } = await inReview()
  const { status, body, text } = await app.call(operator, 'GET', '/vas/ops/reviews')
  expect(status, text).toBe(200)
  expect(body.items[0]).toMatchObject({
    id,
    phase: 'REVIEW',
    amountCentavos: 10_000,
    merchant: { id: store.merchantId },
  })
  expect(text).not.toContain('5512345600')
})

test.each([
  ['COMPLETED', 'capture'],
  ['FAILED', 'release'],
])('deciding %s moves the money by %s, once, with the reason in the audit log', async (decision, posting) => {
  const { id, store } = await inReview()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => decide(operator, id, { decision, authorization: 'A-77', reason })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(409)])
  const { rows } = await app.admin.query('select status, authorization_code from vas.sales where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ status: decision, authorization_code: 'A-77' }])
  const { rows: postings } = await app.admin.query(
    `select kind from money.postings where reference = $1 order by posted_at`,
    [id],
  )
  expect(postings.map(({ kind }) => kind)).toEqual(['reserve', posting])
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  const { rows: audit } = await app.admin.query(
    `select user_id, after from audit.log where entity_id = $1 and action = 'vas.review.decided'`,
    [id],
  )
  expect(audit).toEqual([{ user_id: operator.id, after: { decision, reason } }])
})

describe('a sale that a person has completed before the provider decided', () => {
  const accepted = (externalId: string) =>
    ({ kind: 'accepted', externalId, providerTransactionId: '77' }) as const
  const rejected = () => ({ kind: 'rejected', failure: 'invalid_number', providerCode: '20000' }) as const
  const completed = (externalId: string) =>
    ({ kind: 'completed', externalId, providerTransactionId: '77', authorization: 'L1' }) as const
  /** Completed by a person; what its review was about is the incident. */
  const decided = async (incident: string | null = null) => {
    const sale = await inReview()
    await app.admin.query('update vas.sales set incident = $2 where id = $1', [sale.id, incident])
    expect((await decide(operator, sale.id, { decision: 'COMPLETED', reason })).status).toBe(204)
    return sale
  }
  /** The time of its next check has come. */
  const check = async (id: string) => {
    await changeSales(
      app.admin,
      `next_check_at = now() - interval '1 second', leased_until = null`,
      's.id = $1',
      [id],
    )
    await app.settling.settleDue(50)
  }
  const stored = async (id: string) =>
    (
      await app.admin.query(
        `select s.status, s.incident, o.sale_id is not null as "isWatched", s.review_closed_at is null as "isInReview",
                round(extract(epoch from s.next_check_at - now()) / 3600)::int as "nextInHours"
           from vas.sales s left join vas.open_sales o on o.merchant_id = s.merchant_id and o.sale_id = s.id
          where s.id = $1`,
        [id],
      )
    ).rows[0]
  const inReviewAgain = { status: 'COMPLETED', incident: 'contradicted', isInReview: true }

  test.each([
    null,
    'contradicted',
  ])('is asked about daily, and a refusal brings it back to a person (the review was about %s)', async (incident) => {
    const { id } = await decided(incident)
    said = accepted
    await check(id)
    expect(await stored(id)).toEqual({
      ...{ status: 'COMPLETED', incident: null, isWatched: true, isInReview: false },
      nextInHours: 24,
    })
    said = rejected
    await check(id)
    expect(await stored(id)).toMatchObject(inReviewAgain)
  })

  const closeShift = async (cashier: Member) => {
    const { shift } = (await app.call(cashier, 'GET', '/pos/shifts/current')).body
    const counted = { denominations: {}, differenceReason: 'Prueba' }
    const { status, text } = await app.call(cashier, 'POST', `/pos/shifts/${shift.id}/close`, counted)
    expect(status, text).toBe(201)
  }
  const giveBack = (cashier: Member, shiftId: string, vasSaleId: string) =>
    app.call(cashier, 'POST', `/pos/shifts/${shiftId}/cash_movements`, {
      ...{ kind: 'CASH_OUT', amountCentavos: 10_000, reason: 'Recarga revertida', vasSaleId },
    })
  /** The provider reports a change. */
  const notify = async (id: string) => {
    await app.admin.query(
      `update vas.sales set updated_at = now() - interval '1 minute', leased_until = null where id = $1`,
      [id],
    )
    await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: id })
  }

  test('is asked about at once when the provider reports a change', async () => {
    const { id } = await decided()
    said = accepted
    await check(id)
    said = rejected
    await notify(id)
    await app.settling.settleDue(50)
    expect(await stored(id)).toMatchObject(inReviewAgain)
  })

  test('is reversed by a person when the provider refused it: its cost and its cash come back, once', async () => {
    const { id, store, cashier } = await decided()
    said = rejected
    await check(id)
    expect(await stored(id)).toMatchObject(inReviewAgain)
    expect((await app.books(store.merchantId)).available).toBeLessThan(1_000_000)
    await closeShift(cashier)
    // Another notification, of which nothing has been made yet.
    await notify(id)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => decide(operator, id, { decision: 'REVERSED', reason })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
    await app.settling.settleDue(50)
    expect(await stored(id)).toEqual({
      ...{ status: 'REVERSED', incident: 'contradicted', isWatched: false, isInReview: false },
      nextInHours: expect.any(Number),
    })
    expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000, held: 0, faults: [] })
    const shiftId = await app.world.openShift(cashier, 10_000)
    const refunds = [await giveBack(cashier, shiftId, id), await giveBack(cashier, shiftId, id)]
    expect(refunds).toMatchObject([{ status: 201 }, { status: 409, body: { isRefunded: true } }])
  })

  test('is not reversed without a refusal, nor is one that is failed or in review', async () => {
    const { id } = await decided()
    const reopen = (sale: string, incident: string) =>
      app.admin.query('update vas.sales set incident = $2, review_closed_at = null where id = $1', [
        sale,
        incident,
      ])
    await reopen(id, 'wallet_uncovered')
    const failed = await inReview()
    expect((await decide(operator, failed.id, { decision: 'FAILED', reason })).status).toBe(204)
    await reopen(failed.id, 'contradicted')
    for (const each of [id, failed.id, (await inReview()).id])
      expect(await decide(operator, each, { decision: 'REVERSED', reason })).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition' },
      })
  })

  test('is asked about no more once the provider has completed it', async () => {
    const { id } = await decided()
    said = completed
    await check(id)
    expect(await stored(id)).toMatchObject({ status: 'COMPLETED', incident: null, isWatched: false })
  })
})

test('a process that was settling it loses it', async () => {
  const { id } = await inReview()
  const fence = async () =>
    (await app.admin.query('select fence from vas.sales where id = $1', [id])).rows[0].fence
  const before = await fence()
  await decide(operator, id, { decision: 'FAILED', reason })
  expect(await fence()).toBe(before + 1)
})

test('a sale that needs no decision or does not exist, or a decision without a reason, is refused', async () => {
  const { id } = await inReview()
  expect(await decide(operator, id, { decision: 'CLOSED', reason })).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  })
  expect(await decide(operator, id, { decision: 'COMPLETED' })).toMatchObject({ status: 422 })
  expect(
    await decide(operator, '019f0000-0000-7000-8000-000000000000', { decision: 'FAILED', reason }),
  ).toMatchObject({ status: 404 })
  await decide(operator, id, { decision: 'FAILED', reason })
  expect(await decide(operator, id, { decision: 'COMPLETED', reason })).toMatchObject({ status: 409 })
})

test('of an open sale that is not in review the incident is closed, and a later review is in the queue again', async () => {
  const { id } = await inReview()
  await app.admin.query(
    `update vas.sales set phase = 'SUBMITTED', incident = 'wallet_uncovered', next_check_at = 'infinity' where id = $1`,
    [id],
  )
  const queued = async () =>
    (await app.call(operator, 'GET', '/vas/ops/reviews')).body.items.some(
      (each: { id: string }) => each.id === id,
    )
  for (const decision of ['COMPLETED', 'FAILED'])
    expect(await decide(operator, id, { decision, reason })).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', detail: 'This sale is not in review; its incident can be CLOSED.' },
    })
  expect(await queued()).toBe(true)
  expect((await decide(operator, id, { decision: 'CLOSED', reason })).status).toBe(204)
  expect(await queued()).toBe(false)
  await app.admin.query(
    `select vas.transition(s.merchant_id, s.id, s.fence, 'SUBMITTED', 'REVIEW', '{}', 'infinity', null)
       from vas.sales s where s.id = $1`,
    [id],
  )
  expect(await queued()).toBe(true)
  expect((await decide(operator, id, { decision: 'FAILED', reason })).status).toBe(204)
})

test('only platform staff can decide', async () => {
  const { id, cashier, store } = await inReview()
  for (const who of [cashier, store.manager]) {
    expect((await decide(who, id, { decision: 'COMPLETED', reason })).status).toBe(403)
    expect((await app.call(who, 'GET', '/vas/ops/reviews')).status).toBe(403)
  }
  expect((await decide(undefined, id, { decision: 'COMPLETED', reason })).status).toBe(401)
})
