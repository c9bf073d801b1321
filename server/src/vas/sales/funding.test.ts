import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { breakable } from '../../../test/breakable-transport.ts'
import { makeSalesDue } from '../../../test/changed-sales.ts'
import { patient } from '../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Store } from '../../../test/world.ts'
import { createPasswords } from '../../identity/accounts/passwords.ts'
import { staffRoutes } from '../../shop/staff/routes.ts'
import { staffService } from '../../shop/staff/service.ts'

const customer = 'sandbox-merchant'
/** Wholesale price of Telcel's hundred pesos. */
let wholesaleCentavos: number
let app: VasApp
let product: string
let wire: ReturnType<typeof breakable>
/** The key of each sender of `POST /async/transactions`. */
let calls: { key: string; call: string }[] = []
/** The price that the account pays by its contract, as returned by the provider; absent: the list price. */
let contract: object | undefined
const withPrice = (body: string, wholesale: object): string => {
  const answer = body === '' ? undefined : JSON.parse(body)
  return answer?.prices === undefined ? body : JSON.stringify({ ...answer, prices: { wholesale } })
}
let store: Store
let cashier: Member
let connectionId: string

beforeAll(async () => {
  app = await startVasApp({
    sandbox: {
      timeScale: 100,
      timeouts: { createMs: patient(300), confirmMs: patient(300), readMs: patient(300) },
      wrapTransport: (inner) => {
        wire = breakable(async (request, signal) => {
          const [key] = Buffer.from((request.headers['authorization'] ?? '').slice(6), 'base64')
            .toString()
            .split(':')
          calls.push({ key: key ?? '', call: `${request.method} ${request.path}` })
          const answer = await inner(request, signal)
          return contract === undefined ? answer : { ...answer, body: withPrice(answer.body, contract) }
        })
        return wire.transport
      },
    },
    routes: ({ database }) =>
      staffRoutes(
        staffService({ database, publicUrl: () => 'https://pos.example.test', hasher: createPasswords() }),
      ),
  })
  product = await app.product('Telcel', 10_000)
  const { rows } = await app.admin.query(
    'select wholesale_centavos::int as w from vas.products where id = $1',
    [product],
  )
  wholesaleCentavos = rows[0].w
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ store, cashier } = await app.shop(0))
  connectionId = await connect(store)
  calls = []
  contract = undefined
})

async function connect(to: Store, key = customer): Promise<string> {
  const order = { storeId: to.id, provider: 'dtone', name: key, apiKey: key, apiSecret: key }
  return (await app.call(to.manager, 'POST', '/pos/connections', order)).body.id
}

const sell = (change: object = {}, headers: Record<string, string> = {}, who = cashier) =>
  app.call(
    who,
    'POST',
    '/vas/sale',
    {
      productId: product,
      reference: '5512345600',
      funding: { source: 'PLATFORM_BALANCE', connectionId },
      ...change,
    },
    headers,
  )
const recover = async () => {
  await makeSalesDue(app.admin)
  await app.settling.settleDue(50)
}
const balance = () => app.sandbox.simulator.account(customer).balance()
const postings = async (id: string) => {
  const { rows } = await app.admin.query(
    `select p.kind, e.account, e.amount_centavos::int as amount from money.postings p
       join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
      where p.reference = $1 order by p.id, e.line`,
    [id],
  )
  return rows.map(({ kind, account, amount }) => `${kind}: ${account} ${amount}`)
}
const captured = () => [
  `connection_capture: connection_balance ${-wholesaleCentavos}`,
  `connection_capture: connection_spent ${wholesaleCentavos}`,
]
const untouched = { available: 0, held: 0, faults: [] }

test('the merchant’s own account pays: every call uses its credentials, and an empty wallet is not touched', async () => {
  const before = balance()
  const own = app.sandbox.simulator.engine.balance()
  const sold = await sell()
  expect(sold.status).toBe(201)
  expect(sold.body).toMatchObject({
    status: 'COMPLETED',
    funding: { source: 'PLATFORM_BALANCE', connectionId },
  })
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([customer]))
  expect(calls.map(({ call }) => call.replace(/\d+/, 'n'))).toEqual([
    'POST /async/transactions',
    'POST /async/transactions/n/confirm',
  ])
  expect(Number(before.available - balance().available)).toBe(wholesaleCentavos)
  expect(app.sandbox.simulator.engine.balance()).toEqual(own)
  expect(await postings(sold.body.id)).toEqual(captured())
  expect(await app.books(store.merchantId)).toEqual(untouched)
  const { rows } = await app.admin.query(
    'select cost_centavos::int as cost, commission_centavos::int as commission, amount_centavos::int + fee_centavos::int as total from vas.sales where id = $1',
    [sold.body.id],
  )
  expect(rows[0].cost).toBe(wholesaleCentavos)
  expect(rows[0].commission).toBe(rows[0].total - wholesaleCentavos)
})

const money = { unit_type: 'CURRENCY', unit: 'MXN' }
test.each([
  ['its own', { ...money, amount: 91.2, fee: 0 }, 9_120],
  ['its own, with a fee', { ...money, amount: 91.2, fee: 0.5 }, 9_170],
  ['its own, with a fraction of a centavo', { ...money, amount: 91.2001, fee: 0 }, 9_121],
  ['one in dollars', { unit_type: 'CURRENCY', unit: 'USD', amount: 5, fee: 0 }, undefined],
  ['none', { ...money, amount: 0, fee: 0 }, undefined],
])('the booked price is the one that the provider returns: %s', async (_says, price, paid) => {
  contract = price
  const expected = paid ?? wholesaleCentavos
  const sold = await sell()
  expect(sold.body).toMatchObject({ status: 'COMPLETED' })
  expect(await postings(sold.body.id)).toEqual([
    `connection_capture: connection_balance ${-expected}`,
    `connection_capture: connection_spent ${expected}`,
  ])
  const { rows } = await app.admin.query(
    `select wholesale_centavos::int as wholesale, cost_centavos::int as cost, commission_centavos::int as commission
       from vas.sales where id = $1`,
    [sold.body.id],
  )
  expect(rows).toEqual([{ wholesale: expected, cost: expected, commission: 10_000 - expected }])
  expect(await app.books(store.merchantId)).toEqual(untouched)
  // As the nightly reconciliation reads it.
  const { rows: seen } = await app.admin.query(
    `select d.demanded, d.booked
       from vas.sales s, vas.day_of_sales((s.created_at at time zone 'America/Mexico_City')::date, 'sandbox') d
      where s.id = $1 and d.id = s.id`,
    [sold.body.id],
  )
  expect(seen[0].booked).toEqual(seen[0].demanded)
})

test('the price of a sale paid by the wallet is ours, whatever the provider returns', async () => {
  await app.world.fund(store.merchantId, 50_000)
  contract = { ...money, amount: 91.2, fee: 0 }
  const sold = await sell({ funding: undefined })
  const { rows } = await app.admin.query('select wholesale_centavos::int as w from vas.sales where id = $1', [
    sold.body.id,
  ])
  expect(rows).toEqual([{ w: wholesaleCentavos }])
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
})

test('by default the wallet pays, with our own credentials', async () => {
  await app.world.fund(store.merchantId, 50_000)
  const sold = await sell({ funding: undefined })
  expect(sold.body).toMatchObject({
    status: 'COMPLETED',
    funding: { source: 'WALLET', connectionId: null },
  })
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(['sandbox']))
})

test('an account that does not cover it fails the sale, and nothing is booked', async () => {
  connectionId = await connect(store, 'sandbox-penniless')
  const sold = await sell()
  expect(sold).toMatchObject({
    status: 201,
    body: { status: 'FAILED', failure: { code: 'provider_balance' }, outcome: { variant: 'DECLINED' } },
  })
  expect(await postings(sold.body.id)).toEqual([])
  expect(await app.books(store.merchantId)).toEqual(untouched)
})

describe('a lost answer is looked up with the same account', () => {
  test.each(['reset after', 'hang after', 'reset before'] as const)('%s', async (fault) => {
    const before = balance()
    wire.break(fault)
    const answer = await sell({}, { prefer: 'wait=0' })
    await app.settling.idle()
    wire.mend()
    expect(answer.body.status).toBe('PENDING')
    for (let round = 0; round < 4; round++) await recover()
    const { rows } = await app.admin.query('select status from vas.sales where id = $1', [answer.body.id])
    expect(rows[0].status).toBe('COMPLETED')
    expect(Number(before.available - balance().available)).toBe(wholesaleCentavos)
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([customer]))
    expect(await postings(answer.body.id)).toEqual(captured())
    expect(await app.books(store.merchantId)).toEqual(untouched)
  })
})

test('a connection deleted while its sale is open still settles it, and funds no other', async () => {
  const pending = await sell({ reference: '5512345100' }, { prefer: 'wait=0' })
  expect(pending.status).toBe(202)
  expect((await app.call(store.manager, 'DELETE', `/pos/connections/${connectionId}`)).status).toBe(204)
  await expect
    .poll(async () => {
      await recover()
      return (await app.call(cashier, 'GET', `/vas/sale/${pending.body.id}`)).body.status
    })
    .toBe('COMPLETED')
  const refused = await sell({ reference: '5512345601' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'connection_disabled' } })
})

test('a connection whose creator is dismissed funds no new sale until it is resumed, and settles open ones', async () => {
  const second = await app.world.member(store, 'manager')
  const order = {
    storeId: store.id,
    provider: 'dtone',
    name: 'Cuenta dos',
    apiKey: customer,
    apiSecret: customer,
  }
  connectionId = (await app.call(second, 'POST', '/pos/connections', order)).body.id
  const pending = await sell({ reference: '5512345100' }, { prefer: 'wait=0' })
  expect(pending.status).toBe(202)
  const dismissed = await app.call(store.manager, 'DELETE', `/pos/memberships/${second.membershipId}`)
  expect(dismissed.status).toBe(204)
  const refused = await sell({ reference: '5512345111' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'connection_paused' } })
  expect(refused.body.detail).toContain(`/pos/connections/{id}/resume`)
  await expect
    .poll(async () => {
      await recover()
      return (await app.call(cashier, 'GET', `/vas/sale/${pending.body.id}`)).body.status
    })
    .toBe('COMPLETED')
  expect(await postings(pending.body.id)).toEqual(captured())
  expect((await app.call(store.manager, 'POST', `/pos/connections/${connectionId}/resume`)).status).toBe(200)
  expect((await sell({ reference: '5512345111' })).body.status).toBe('COMPLETED')
})

test('a reversal returns the money to that account, in the provider’s books and in ours', async () => {
  const before = balance()
  const sold = await sell()
  const account = app.sandbox.simulator.account(customer)
  account.reverse(account.findByExternalId(sold.body.id)?.id ?? 0)
  await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [
    sold.body.id,
  ])
  await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: sold.body.id })
  await app.settling.settleDue(50)
  await app.settling.settleDue(50)
  expect((await app.call(cashier, 'GET', `/vas/sale/${sold.body.id}`)).body.status).toBe('REVERSED')
  expect(balance().available).toBe(before.available)
  expect(await postings(sold.body.id)).toEqual([
    ...captured(),
    `connection_reverse: connection_balance ${wholesaleCentavos}`,
    `connection_reverse: connection_spent ${-wholesaleCentavos}`,
  ])
  expect(await app.books(store.merchantId)).toEqual(untouched)
})

test('a success found after the sale was given up is an incident with its money in suspense', async () => {
  wire.break('reset after')
  const { id } = (await sell({}, { prefer: 'wait=0' })).body
  await app.settling.idle()
  // The hold was made, and is confirmed at the provider.
  const account = app.sandbox.simulator.account(customer)
  account.confirm(account.findByExternalId(id)?.id ?? 0)
  await app.admin.query(`update vas.sales set created_at = now() - interval '61 seconds' where id = $1`, [id])
  wire.break('reset before')
  await recover()
  wire.mend()
  await recover()
  const { rows } = await app.admin.query('select status, incident from vas.sales where id = $1', [id])
  expect(rows[0]).toEqual({ status: 'FAILED', incident: 'late_completion' })
  expect(await postings(id)).toEqual([
    `correction: connection_balance ${-wholesaleCentavos}`,
    `correction: suspense ${wholesaleCentavos}`,
  ])
  expect(await app.books(store.merchantId)).toEqual(untouched)
})

describe('a connection that the store may not use is refused before anything is written', () => {
  const salesOf = async () =>
    (
      await app.admin.query('select count(*)::int as n from vas.sales where merchant_id = $1', [
        store.merchantId,
      ])
    ).rows[0].n

  test('another merchant’s, like one that does not exist', async () => {
    const other = await app.shop(0)
    const foreign = await sell({
      funding: { source: 'PLATFORM_BALANCE', connectionId: await connect(other.store) },
    })
    const none = await sell({
      funding: { source: 'PLATFORM_BALANCE', connectionId: '01900000-0000-7000-8000-000000000000' },
    })
    const strip = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '')
    expect(foreign.status).toBe(404)
    expect(strip(foreign)).toBe(strip(none))
    expect(await salesOf()).toBe(0)
  })

  test('another store’s, even for a person who works in both', async () => {
    const { rows } = await app.admin.query('select owner_id as id from platform.merchants where id = $1', [
      store.merchantId,
    ])
    const sibling = await app.world.store({
      id: store.merchantId,
      owner: { ...store.manager, id: rows[0].id },
    })
    await app.world.openShift(await app.world.member(sibling, 'cashier', cashier))
    connectionId = await connect(sibling)
    expect((await sell({ storeId: store.id })).status).toBe(404)
    expect((await sell({ storeId: sibling.id })).status).toBe(201)
  })

  test('one created for another environment', async () => {
    await app.admin.query(`update shop.connections set environment = 'live' where id = $1`, [connectionId])
    expect(await sell()).toMatchObject({ status: 409, body: { code: 'connection_disabled' } })
    expect(await salesOf()).toBe(0)
  })

  test.each([
    [{ source: 'WALLET', connectionId: '01900000-0000-7000-8000-000000000000' }],
    [{ source: 'PLATFORM_BALANCE' }],
    [{ source: 'PLATFORM_BALANCE', connectionId: 'x' }],
    [
      {
        source: 'PLATFORM_BALANCE',
        connectionId: '01900000-0000-7000-8000-000000000000',
        url: 'http://127.0.0.1',
      },
    ],
  ])('or invalid funding: %j', async (funding) => {
    expect((await sell({ funding })).status).toBe(422)
  })
})

test('the replay of a key after its connection was deleted returns the sale', async () => {
  const key = { 'idempotency-key': 'funded-1' }
  const sold = await sell({}, key)
  await app.call(store.manager, 'DELETE', `/pos/connections/${connectionId}`)
  const again = await sell({}, key)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(sold.body)
})

test('the credentials reach neither the log nor any answer of a sale', async () => {
  const sold = await sell()
  expect(sold.text).not.toContain(customer)
  expect(app.logLines.join('')).not.toContain(customer)
})
