import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Store } from '../../../test/world.ts'
import type { SandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import type { Transport } from '../../adapters/aggregator/transport.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { connectionsService } from '../../shop/connections/service.ts'
import type { Aggregator, ProviderRecord } from './aggregator.ts'
import { recheckLateOutcomes, recheckLateSuccesses } from './late-outcomes.ts'

const keyring = createKeyring([randomBytes(32)])
const customer = 'sandbox-merchant'
let app: VasApp
let store: Store
let cashier: Member
let product: string
/** Requests to the provider, as `METHOD path?query`. */
let asked: string[] = []
/** Answers of the provider for some sales, overriding the simulator. */
let fault: (sandbox: SandboxAggregator) => Partial<Aggregator> = () => ({})

const recording =
  (inner: Transport): Transport =>
  (request, signal) => {
    asked.push(`${request.method} ${request.path}?${request.query}`)
    return inner(request, signal)
  }

beforeAll(async () => {
  app = await startVasApp({
    keyring,
    sandbox: { wrapTransport: recording },
    selling: (sandbox) =>
      new Proxy(sandbox, {
        get: (target, name) =>
          fault(sandbox)[name as keyof Aggregator] ?? target[name as keyof SandboxAggregator],
      }),
  })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())
beforeEach(async () => {
  fault = () => ({})
  ;({ store, cashier } = await app.shop())
})

let numbers = 0
const sell = async (ending = '99', more: object = {}) => {
  const reference = `55${String(++numbers).padStart(5, '0')}9${ending}`.padEnd(10, '0')
  return (await app.call(cashier, 'POST', '/vas/sale', { productId: product, reference, ...more })).body
}
/** Connects the merchant's own account at the provider; returns the connection's id. */
const connect = async (): Promise<string> => {
  const order = {
    storeId: store.id,
    provider: 'dtone',
    name: 'Propia',
    apiKey: customer,
    apiSecret: customer,
  }
  return (await app.call(store.manager, 'POST', '/pos/connections', order)).body.id
}
const reverse = (id: string) => {
  const { engine } = app.sandbox.simulator
  engine.reverse(engine.findByExternalId(id)?.id ?? 0)
}
/** Runs the job once with the proxy's answers, and then one round of the poller. */
const recheck = async (run = recheckLateOutcomes) => {
  const aggregator = new Proxy(app.sandbox, {
    get: (target, name) =>
      fault(app.sandbox)[name as keyof Aggregator] ?? target[name as keyof SandboxAggregator],
  })
  const connections = connectionsService({ database: app.database, sealer: keyring, provider: app.sandbox })
  const report = await run({
    database: app.database,
    logger: pino({ level: 'silent' }),
    aggregators: [aggregator],
    connections,
  })
  await app.settling.settleDue(50)
  return report
}
const stored = async (id: string) =>
  (
    await app.admin.query(
      'select status, incident, review_closed_at is null as "isInQueue" from vas.sales where id = $1',
      [id],
    )
  ).rows[0]
const entries = async (id: string, kind: string) =>
  (
    await app.admin.query(
      `select e.account, e.amount_centavos::int as centavos from money.postings p
         join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
        where p.reference = $1 and p.kind = $2 order by e.account`,
      [id, kind],
    )
  ).rows
/**
 * Moves a sale into the past. It keeps its id, which the provider knows. A copy of it gets an id of that time, because the
 * job finds the first sale by the time in the ids.
 */
const age = (id: string, by: string) =>
  app.admin.query(
    `with aged as (update vas.sales set created_at = created_at - $2::interval where id = $1 returning sales)
     insert into vas.sales
     select (jsonb_populate_record(a.sales, jsonb_build_object(
              'id', app.first_uuid_at((a.sales).created_at), 'folio', 'P-' || (a.sales).folio))).* from aged a`,
    [id, by],
  )

describe('a reversal whose callback was lost', () => {
  test('is found in the provider’s list, and only the affected sale is queried', async () => {
    const sales = [await sell(), await sell(), await sell()]
    for (const { status } of sales) expect(status).toBe('COMPLETED')
    const [, taken] = sales
    reverse(taken.id)
    asked = []
    expect(await recheck()).toEqual({ listsRead: 1, listsMissed: 0, salesRechecked: 1 })
    expect(await stored(taken.id)).toMatchObject({ status: 'REVERSED' })
    expect(asked.filter((each) => each.startsWith('GET /transactions/'))).toHaveLength(1)
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
    expect((await recheck()).salesRechecked).toBe(0)
  })

  test('is found weeks after the sale, when the list has been read many times', async () => {
    const { id } = await sell()
    await age(id, '3 days')
    await recheck()
    // The provider dates it three days ago; the day's list has been read to its end since then, and is not
    // read whole again.
    const at = new Date(Date.now() - 3 * 86_400_000)
    const record = {
      externalId: id,
      providerTransactionId: '1',
      outcome: 'reversed',
      amountCentavos: undefined,
    } as const
    const windows: { from: Date; to: Date; only?: string | undefined }[] = []
    reverse(id)
    fault = () => ({
      transactions: async function* (window) {
        windows.push(window)
        if (window.from <= at && at <= window.to) yield [record]
      },
    })
    expect((await recheck()).salesRechecked).toBe(1)
    expect(await stored(id)).toMatchObject({ status: 'REVERSED' })
    const [recent, reversed] = windows
    expect(recent?.only).toBeUndefined()
    expect(recent?.from.getTime()).toBeGreaterThan(Date.now() - 3 * 3_600_000)
    expect(reversed).toMatchObject({ only: 'reversed', to: recent?.from })
  })

  test('of a sale paid by the merchant’s own account is found in that account’s list', async () => {
    const connectionId = await connect()
    const sold = await sell('99', { funding: { source: 'PLATFORM_BALANCE', connectionId } })
    expect(sold.status).toBe('COMPLETED')
    const engine = app.sandbox.simulator.account(customer)
    engine.reverse(engine.findByExternalId(sold.id)?.id ?? 0)
    expect((await recheck()).salesRechecked).toBe(1)
    expect(await stored(sold.id)).toMatchObject({ status: 'REVERSED' })
  })

  test('is not lost with a failed page: reading resumes where it ended before', async () => {
    const { id } = await sell()
    await recheck()
    const until = async () =>
      (await app.admin.query('select max(listed_until) as until from vas.provider_lists')).rows[0].until
    const before = await until()
    reverse(id)
    fault = () => ({
      // biome-ignore lint/correctness/useYield: a list that fails before its first page
      transactions: async function* () {
        throw new Error('the page cannot be read')
      },
    })
    await expect(recheck()).rejects.toThrow('the page cannot be read')
    expect(await until()).toEqual(before)
    expect(await stored(id)).toMatchObject({ status: 'COMPLETED' })
    fault = () => ({})
    expect((await recheck()).salesRechecked).toBe(1)
    expect(await stored(id)).toMatchObject({ status: 'REVERSED' })
  })
})

test('a reversal of a sale that left the platform nothing gives the merchant back what it cost', async () => {
  const admin = await app.world.platformAdmin()
  const terms = { version: 0, lines: [{ kind: 'airtime', shareBps: 10_000 }], reason: 'Todo el margen' }
  const agreed = await app.call(admin, 'PUT', `/platform/merchants/${store.merchantId}/vas-terms`, terms)
  expect(agreed.status, agreed.text).toBe(200)
  const { id } = await sell()
  expect(await entries(id, 'capture')).toEqual([
    { account: 'aggregator_payable', centavos: 9_450 },
    { account: 'wallet_held', centavos: -9_450 },
  ])
  reverse(id)
  await recheck()
  expect(await stored(id)).toMatchObject({ status: 'REVERSED' })
  expect(await entries(id, 'reverse')).toEqual([
    { account: 'aggregator_payable', centavos: -9_450 },
    { account: 'wallet', centavos: 9_450 },
  ])
  expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000, held: 0, faults: [] })
})

test('a refusal after a success moves no money: the sale stands, and a person decides', async () => {
  const { id } = await sell()
  fault = () => ({
    find: async () => ({ kind: 'rejected', failure: 'invalid_number', providerCode: '20000' }),
  })
  const notify = async () => {
    await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [id])
    await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: id })
    await app.settling.settleDue(50)
  }
  await notify()
  expect(await stored(id)).toEqual({ status: 'COMPLETED', incident: 'contradicted', isInQueue: true })
  const { items } = (await app.call(await app.world.operator(), 'GET', '/vas/ops/reviews')).body
  expect(items).toContainEqual(expect.objectContaining({ id, status: 'COMPLETED', incident: 'contradicted' }))
  const audited = async () =>
    (
      await app.admin.query(
        `select before, after from audit.log where entity_id = $1 and action = 'vas.sale.contradicted'`,
        [id],
      )
    ).rows
  expect(await audited()).toEqual([
    { before: { phase: 'COMPLETED' }, after: { phase: 'COMPLETED', incident: 'contradicted' } },
  ])

  // The provider repeats itself after the decision: nothing new for a person, and nothing new in the log.
  await app.admin.query('update vas.sales set review_closed_at = now() where id = $1', [id])
  await notify()
  expect(await stored(id)).toEqual({ status: 'COMPLETED', incident: 'contradicted', isInQueue: false })
  expect(await audited()).toHaveLength(1)
  expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000 - 9_588, held: 0, faults: [] })
})

test('a refusal that only the list contains brings a completed sale to a person, once', async () => {
  const { id } = await sell()
  fault = (sandbox) => ({
    find: async () => ({ kind: 'rejected', failure: 'invalid_number', providerCode: '20000' }),
    transactions: async function* (window) {
      for await (const page of sandbox.transactions(window))
        yield page.map((each) => (each.externalId === id ? { ...each, outcome: 'failed' as const } : each))
    },
  })
  expect((await recheck()).salesRechecked).toBe(1)
  expect(await stored(id)).toEqual({ status: 'COMPLETED', incident: 'contradicted', isInQueue: true })
  expect((await recheck()).salesRechecked).toBe(0)
})

test('a refused sale that the provider accepts again, and then declines, leaves nothing in the books', async () => {
  const { id, status } = await sell('02')
  expect(status).toBe('FAILED')
  const notify = async () => {
    await app.admin.query(
      `update vas.sales set updated_at = now() - interval '1 minute', next_check_at = now(), leased_until = null where id = $1`,
      [id],
    )
    await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: id })
    await app.settling.settleDue(50)
  }
  fault = () => ({ find: async () => ({ kind: 'accepted', externalId: id, providerTransactionId: '77' }) })
  await notify()
  expect(await stored(id)).toMatchObject({ status: 'FAILED', incident: null })
  fault = () => ({
    find: async () => ({ kind: 'rejected', failure: 'invalid_number', providerCode: '20000' }),
  })
  await notify()
  expect(await stored(id)).toMatchObject({ status: 'FAILED', incident: null })
  expect(await entries(id, 'correction')).toEqual([])
  const { rows } = await app.admin.query('select 1 from vas.open_sales where sale_id = $1', [id])
  expect(rows).toEqual([])
  expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000, held: 0, faults: [] })
})

describe('a success after an explicit decline is an incident with money in suspense', () => {
  /** The provider declined it, and now reports a success. */
  const declinedThenCompleted = async () => {
    const sold = await sell('02')
    expect(sold).toMatchObject({ status: 'FAILED', failure: { code: 'invalid_number' } })
    fault = (sandbox) => ({
      find: async (query) => {
        if (query.externalId !== sold.id) return sandbox.find(query)
        return { kind: 'completed', externalId: sold.id, providerTransactionId: '77', authorization: 'L1' }
      },
      transactions: async function* (window) {
        for await (const page of sandbox.transactions(window))
          yield page.map((each) =>
            each.externalId === sold.id ? { ...each, outcome: 'completed' as const } : each,
          )
      },
    })
    return sold.id as string
  }
  const wholesale = 9_450
  const isAnIncident = async (id: string) => {
    expect(await stored(id)).toEqual({ status: 'FAILED', incident: 'late_completion', isInQueue: true })
    expect(await entries(id, 'correction')).toEqual([
      { account: 'aggregator_payable', centavos: wholesale },
      { account: 'suspense', centavos: -wholesale },
    ])
    const operator = await app.world.operator()
    const { items } = (await app.call(operator, 'GET', '/vas/ops/reviews')).body
    expect(items).toContainEqual(
      expect.objectContaining({ id, status: 'FAILED', incident: 'late_completion' }),
    )
    const { rows } = await app.admin.query(
      `select count(*)::int as n from audit.log where entity_id = $1 and action = 'vas.sale.late_completion'`,
      [id],
    )
    expect(rows[0].n).toBe(1)
    expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
  }

  test('when its callback arrives', async () => {
    const id = await declinedThenCompleted()
    await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [id])
    for (let time = 0; time < 2; time++) {
      await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: id })
      await app.settling.settleDue(50)
    }
    await isAnIncident(id)
  })

  test('when only the list contains it, and is booked once however often it does', async () => {
    const id = await declinedThenCompleted()
    expect((await recheck()).salesRechecked).toBe(1)
    expect((await recheck()).salesRechecked).toBe(0)
    await isAnIncident(id)
  })

  test('when a restore had lost it, and the wallet had been lent its cost', async () => {
    const id = await declinedThenCompleted()
    await app.admin.query(
      `select money.post($1, 'correction', $2, array['suspense', 'wallet'], array[-9588, 9588])`,
      [store.merchantId, id],
    )
    expect((await recheck()).salesRechecked).toBe(1)
    expect(await entries(id, 'correction')).toContainEqual({
      account: 'aggregator_payable',
      centavos: wholesale,
    })
  })

  test('when it was paid by the merchant’s own account, whose list contains it', async () => {
    const connectionId = await connect()
    const sold = await sell('02', { funding: { source: 'PLATFORM_BALANCE', connectionId } })
    expect(sold.status).toBe('FAILED')
    const engine = app.sandbox.simulator.account(customer)
    engine.correct(engine.findByExternalId(sold.id)?.id ?? 0)
    expect((await recheck(recheckLateSuccesses)).salesRechecked).toBe(1)
    expect(await stored(sold.id)).toEqual({ status: 'FAILED', incident: 'late_completion', isInQueue: true })
  })

  test('when it comes days later without a callback, by the next night', async () => {
    const sold = await sell('02')
    await age(sold.id, '3 days')
    const at = new Date(Date.now() - 3 * 86_400_000)
    const { engine } = app.sandbox.simulator
    const { id } = engine.correct(engine.findByExternalId(sold.id)?.id ?? 0)
    // The provider lists it under the day of the sale, as completed.
    const record: ProviderRecord = {
      externalId: sold.id,
      providerTransactionId: String(id),
      outcome: 'completed',
      amountCentavos: undefined,
    }
    fault = () => ({
      transactions: async function* ({ from, to, only }) {
        if (from <= at && at <= to && only === undefined) yield [record]
      },
    })
    expect((await recheck()).salesRechecked).toBe(0)
    expect(await stored(sold.id)).toMatchObject({ status: 'FAILED', incident: null })
    expect((await recheck(recheckLateSuccesses)).salesRechecked).toBe(1)
    await isAnIncident(sold.id)
    expect((await recheck(recheckLateSuccesses)).salesRechecked).toBe(0)
    await isAnIncident(sold.id)
  })

  test('in more sales than one statement usually has the time to read', async () => {
    const name = 'vas.lists_of_failed(text)'
    const { rows } = await app.admin.query(`select pg_get_functiondef('${name}'::regprocedure) as body`)
    // A statement of ten minutes may not take ten seconds of this test, so it tells how long it may run.
    await app.admin.query(
      rows[0].body.replace(
        /\bbegin\b/i,
        `begin
           if current_setting('statement_timeout')::interval < interval '10 minutes' then
             raise exception 'may only run for %', current_setting('statement_timeout');
           end if;`,
      ),
    )
    try {
      await expect(recheck(recheckLateSuccesses)).resolves.toMatchObject({ listsMissed: 0 })
    } finally {
      await app.admin.query(rows[0].body)
    }
  })

  test('also after a person had decided the sale, which returns to the queue', async () => {
    const id = await declinedThenCompleted()
    await app.admin.query('update vas.sales set review_closed_at = now() where id = $1', [id])
    await recheck()
    await isAnIncident(id)
  })
})

describe('a late success that the provider reverses is booked back, once', () => {
  /** Declined, then completed late, which is an incident; paid by our account or by a connection. */
  const completedLate = async (engine = app.sandbox.simulator.engine, more: object = {}) => {
    const { id } = await sell('02', more)
    const transaction = engine.findByExternalId(id)?.id ?? 0
    engine.correct(transaction)
    await recheck(recheckLateSuccesses)
    expect(await stored(id)).toMatchObject({ status: 'FAILED', incident: 'late_completion' })
    await app.admin.query('update vas.sales set review_closed_at = now() where id = $1', [id])
    return { id, reverseIt: () => engine.reverse(transaction) }
  }
  const isBookedBack = async (id: string, account: string, wholesale: number) => {
    expect(await stored(id)).toEqual({ status: 'FAILED', incident: 'late_reversal', isInQueue: true })
    const corrections = await entries(id, 'correction')
    const centavosOf = (name: string) =>
      corrections
        .filter((entry) => entry.account === name)
        .map(({ centavos }) => centavos)
        .toSorted((a, b) => a - b)
    expect(corrections).toHaveLength(4)
    expect(centavosOf(account)).toEqual([-wholesale, wholesale])
    expect(centavosOf('suspense')).toEqual([-wholesale, wholesale])
    expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000, held: 0, faults: [] })
    const { rows } = await app.admin.query(
      `select count(*)::int as n from audit.log where entity_id = $1 and action = 'vas.sale.late_reversal'`,
      [id],
    )
    expect(rows[0].n).toBe(1)
  }
  const notify = async (id: string) => {
    await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [id])
    await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: id })
    await app.settling.settleDue(50)
  }

  test('when its callback arrives; one that repeats the success changes nothing', async () => {
    const { id, reverseIt } = await completedLate()
    await notify(id)
    expect(await stored(id)).toEqual({ status: 'FAILED', incident: 'late_completion', isInQueue: false })
    reverseIt()
    for (let time = 0; time < 2; time++) await notify(id)
    await isBookedBack(id, 'aggregator_payable', 9_450)
  })

  test('when only the list contains it', async () => {
    const { id, reverseIt } = await completedLate()
    reverseIt()
    expect((await recheck()).salesRechecked).toBe(1)
    await isBookedBack(id, 'aggregator_payable', 9_450)
    expect((await recheck()).salesRechecked).toBe(0)
    expect((await recheck(recheckLateSuccesses)).salesRechecked).toBe(0)
  })

  test('when the merchant’s own account paid for it', async () => {
    const connectionId = await connect()
    const funding = { source: 'PLATFORM_BALANCE', connectionId }
    const { id, reverseIt } = await completedLate(app.sandbox.simulator.account(customer), { funding })
    reverseIt()
    await recheck()
    await isBookedBack(id, 'connection_balance', 9_450)
  })
})
