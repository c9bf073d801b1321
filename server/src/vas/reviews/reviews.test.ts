import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Person } from '../../../test/world.ts'

let app: VasApp
let product: string
let operator: Person
beforeAll(async () => {
  app = await startVasApp({
    selling: (sandbox) => ({ ...sandbox, confirm: async () => ({ kind: 'unknown', cause: 'lost' }) }),
  })
  product = await app.product('Telcel', 10_000)
  operator = await app.world.operator()
})
afterAll(() => app.close())

/** A sale that could not be settled in time. */
async function inReview() {
  const { store, cashier } = await app.shop()
  const sold = await app.call(
    cashier,
    'POST',
    '/vas/sale',
    { productId: product, reference: '5512345600' },
    { prefer: 'wait=0' },
  )
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

test('only platform staff can decide', async () => {
  const { id, cashier, store } = await inReview()
  for (const who of [cashier, store.manager]) {
    expect((await decide(who, id, { decision: 'COMPLETED', reason })).status).toBe(403)
    expect((await app.call(who, 'GET', '/vas/ops/reviews')).status).toBe(403)
  }
  expect((await decide(undefined, id, { decision: 'COMPLETED', reason })).status).toBe(401)
})
