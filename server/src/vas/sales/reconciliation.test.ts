import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOneDay } from '../../../test/one-day.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Store } from '../../../test/world.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { centavos } from '../../amounts/centavos.ts'
import { connectionsService } from '../../shop/connections/service.ts'
import type { Aggregator, ProviderOrder, ProviderRecord } from './aggregator.ts'
import { type Difference, reconcileDay, saleDifferences } from './reconciliation.ts'

const customer = 'sandbox-merchant'
const keyring = createKeyring([randomBytes(32)])
let app: VasApp
let product: string
let store: Store
let cashier: Member
let connectionId: string
let today: string

onOneDay()
beforeAll(async () => {
  app = await startVasApp({ keyring, sandbox: { timeScale: 1 } })
  product = await app.product('Telcel', 10_000)
  ;({ store, cashier } = await app.shop())
  const order = {
    storeId: store.id,
    provider: 'dtone',
    name: 'Propia',
    apiKey: customer,
    apiSecret: customer,
  }
  connectionId = (await app.call(store.manager, 'POST', '/pos/connections', order)).body.id
  const { rows } = await app.admin.query(
    `select (now() at time zone 'America/Mexico_City')::date::text as day`,
  )
  today = rows[0].day
})
afterAll(() => app.close())

let numbers = 0
const sell = async (change: object = {}) => {
  const reference = `55000${String(++numbers).padStart(3, '0')}99`
  const body = { productId: product, reference, ...change }
  const { body: answer } = await app.call(cashier, 'POST', '/vas/sale', body, { prefer: 'wait=0' })
  await app.settling.idle()
  return (await app.call(cashier, 'GET', `/vas/sale/${answer.id}`)).body
}
const funded = { funding: { source: 'PLATFORM_BALANCE' } }
const sellFunded = () => sell({ funding: { ...funded.funding, connectionId } })

/** The provider reports that a sale changed, long after it was settled. */
async function wake(id: string): Promise<void> {
  await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [id])
  await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: id })
  await app.settling.settleDue(50)
}

const reconciled = (day = today, aggregator: Aggregator = app.sandbox) =>
  reconcileDay(
    {
      database: app.database,
      aggregators: [aggregator],
      connections: connectionsService({ database: app.database, sealer: keyring, provider: app.sandbox }),
    },
    day,
  )
const differences = async () => (await reconciled()).differences

/** The differences while something is wrong; afterwards it is corrected again. */
async function whilst(
  plant: string,
  mend: string,
  values: readonly unknown[],
): Promise<readonly Difference[]> {
  await app.admin.query(plant, [...values])
  try {
    return await differences()
  } finally {
    await app.admin.query(mend, [...values])
  }
}

test('a consistent day has no differences: sold, declined, open, reversed, by wallet and by connection', async () => {
  expect((await sell()).status).toBe('COMPLETED')
  expect((await sell({ reference: '5512345002' })).status).toBe('FAILED')
  expect((await sell({ reference: '5512345300' })).status).toBe('PENDING')
  expect((await sellFunded()).status).toBe('COMPLETED')
  const { id } = await sell()
  const { engine } = app.sandbox.simulator
  engine.reverse(engine.findByExternalId(id)?.id ?? 0)
  await wake(id)
  expect((await app.call(cashier, 'GET', `/vas/sale/${id}`)).body.status).toBe('REVERSED')
  expect(await reconciled()).toEqual({ day: today, saleCount: 5, recordCount: 5, differences: [] })
})

test('another day has no sales, and today’s transactions do not count as its differences', async () => {
  expect(await reconciled('2020-02-29')).toEqual({
    day: '2020-02-29',
    saleCount: 0,
    recordCount: 0,
    differences: [],
  })
})

test('a transaction without a sale, half an hour after midnight, is a difference of its own day alone', async () => {
  const midnight = new Date('2026-01-16T00:00:00-06:00')
  const listed = {
    providerTransactionId: '1',
    externalId: 'just-after-midnight',
    outcome: 'completed',
    amountCentavos: undefined,
    order: {
      providerProductId: '1',
      reference: undefined,
      purchaserId: undefined,
      createdAt: new Date(midnight.getTime() + 30 * 60_000),
      wholesaleCentavos: undefined,
    },
  } satisfies ProviderRecord
  const listing: Aggregator = {
    ...app.sandbox,
    async *transactions({ from, to }) {
      if (from <= listed.order.createdAt && listed.order.createdAt <= to) yield [listed]
    },
  }
  const of = async (day: string) => {
    const { recordCount, differences } = await reconciled(day, listing)
    return [recordCount, ...differences.map(({ externalId }) => externalId)]
  }
  expect(await of('2026-01-15')).toEqual([0])
  expect(await of('2026-01-16')).toEqual([1, 'just-after-midnight'])
})

describe('a planted difference is found, and nothing else:', () => {
  test('a sale that failed here and completed at the provider', async () => {
    const { id, folio } = await sell()
    const found = await whilst(
      `update vas.sales set status = 'FAILED', phase = 'FAILED' where id = $1`,
      `update vas.sales set status = 'COMPLETED', phase = 'COMPLETED' where id = $1`,
      [id],
    )
    expect(found).toContainEqual({ kind: 'status', saleId: id, folio, ours: 'FAILED', theirs: 'completed' })
    expect(found).toContainEqual(expect.objectContaining({ kind: 'books', saleId: id, ours: 'nothing' }))
    expect(found).toHaveLength(2)
  })

  test('a reversal without a notification', async () => {
    const { id, folio } = await sell()
    const { engine } = app.sandbox.simulator
    engine.reverse(engine.findByExternalId(id)?.id ?? 0)
    expect(await differences()).toEqual([
      { kind: 'status', saleId: id, folio, ours: 'COMPLETED', theirs: 'reversed' },
    ])
    await wake(id)
    expect(await differences()).toEqual([])
  })

  test('an amount', async () => {
    const { id, folio } = await sell()
    const found = await whilst(
      'update vas.sales set amount_centavos = amount_centavos + 100 where id = $1',
      'update vas.sales set amount_centavos = amount_centavos - 100 where id = $1',
      [id],
    )
    expect(found).toEqual([
      { kind: 'amount', saleId: id, folio, ours: '10100 centavos', theirs: '10000 centavos' },
    ])
  })

  test('a price that the provider charges us; a merchant’s own account pays what the provider says', async () => {
    const { id, folio } = await sell()
    const funded = await sellFunded()
    const dearer: Aggregator = {
      ...app.sandbox,
      withCredentials: () => dearer,
      async *transactions(window) {
        for await (const page of app.sandbox.transactions(window))
          yield page.map((record) => ({
            ...record,
            ...(record.order !== undefined &&
              record.externalId === id && {
                order: { ...record.order, wholesaleCentavos: centavos(9_451) },
              }),
          }))
      },
    }
    const found = (await reconciled(today, dearer)).differences.filter(({ kind }) => kind === 'price')
    expect(funded.status).toBe('COMPLETED')
    expect(found).toEqual([
      { kind: 'price', saleId: id, folio, ours: '9450 centavos', theirs: '9451 centavos' },
    ])
  })

  test('a sale that needs a decision', async () => {
    const { id, folio } = await sell({ reference: '5512345301' })
    const found = await whilst(
      `update vas.sales set phase = 'REVIEW' where id = $1`,
      `update vas.sales set phase = 'SUBMITTED' where id = $1`,
      [id],
    )
    expect(found).toEqual([{ kind: 'undecided', saleId: id, folio, ours: 'REVIEW', theirs: 'accepted' }])
  })

  test('postings that do not match the status, also of a funded sale', async () => {
    const sales = [await sell(), await sellFunded()]
    for (const { id } of sales) {
      const found = await whilst(
        `update vas.sales set wholesale_centavos = wholesale_centavos + 7 where id = $1`,
        `update vas.sales set wholesale_centavos = wholesale_centavos - 7 where id = $1`,
        [id],
      )
      // Our own account is charged the price that was booked.
      expect(found.filter(({ kind }) => kind !== 'price')).toEqual([
        expect.objectContaining({ kind: 'books', saleId: id }),
      ])
    }
  })

  test('a transaction of our account without a sale; those of a merchant’s own account are ignored', async () => {
    const order = (externalId: string) => ({
      externalId,
      product: [...app.sandbox.simulator.engine.products.values()][0] as never,
      faceCentavos: centavos(1_000),
      mobileNumber: '+525512345600',
    })
    const { engine } = app.sandbox.simulator
    const made = engine.create(order('not-a-sale-of-ours'))
    app.sandbox.simulator.account(customer).create(order('the-merchants-own'))
    expect(await differences()).toEqual([
      { kind: 'unknown_here', externalId: 'not-a-sale-of-ours', ours: 'nothing', theirs: 'held' },
    ])
    engine.cancel(made.id)
    expect((await differences())[0]?.theirs).toBe('failed')
  })

  test('an account whose list cannot be read is a difference, and the rest is still compared', async () => {
    const other = { storeId: store.id, provider: 'dtone', name: 'Otra', apiKey: customer, apiSecret: 'wrong' }
    const wrong = (await app.call(store.manager, 'POST', '/pos/connections', other)).body.id
    const found = await whilst(
      'update vas.sales set connection_id = $2 where connection_id = $1',
      'update vas.sales set connection_id = $1 where connection_id = $2',
      [connectionId, wrong],
    )
    expect(found.filter(({ kind }) => kind !== 'unknown_here')).toEqual([
      {
        kind: 'list_unavailable',
        connectionId: wrong,
        ours: expect.stringMatching(/^\d+ sales$/),
        theirs: expect.stringContaining('HTTP 401'),
      },
    ])
    expect(found.some(({ kind }) => kind === 'unknown_here')).toBe(true)
  })
})

describe('a sale compared with the provider', () => {
  const sale = {
    ...{ id: 's', folio: 'V-1', phase: 'SUBMITTED', amountCentavos: 100n },
    ...{ connectionId: null, wholesaleCentavos: 95n, isRanged: false },
  } as const
  test.each([
    ['COMPLETED', 'COMPLETED', 'absent', 'absent'],
    ['REVERSED', 'REVERSED', 'completed', 'status'],
    ['REVERSED', 'REVERSED', 'absent', 'absent'],
    ['REVERSED', 'REVERSED', 'failed', undefined],
    ['REVERSED', 'REVERSED', 'reversed', undefined],
    ['FAILED', 'FAILED', 'accepted', 'status'],
    ['FAILED', 'FAILED', 'absent', undefined],
    ['FAILED', 'FAILED', 'reversed', undefined],
    ['PENDING', 'HOLDING', 'absent', undefined],
    ['PENDING', 'CONFIRMING', 'absent', 'absent'],
    ['PENDING', 'SUBMITTED', 'completed', 'status'],
    ['PENDING', 'SUBMITTED', 'unknown', undefined],
    ['COMPLETED', 'COMPLETED', 'unknown', 'status'],
  ] as const)('%s in %s against %s: %s', (status, phase, theirs, kind) => {
    const record = theirs === 'absent' ? undefined : { outcome: theirs, amountCentavos: undefined }
    const found = saleDifferences({ ...sale, status, phase }, record)
    expect(found.map((each) => each.kind)).toEqual(kind === undefined ? [] : [kind])
  })

  const [fixed, range, funded] = [{}, { isRanged: true }, { connectionId: 'c' }]
  test.each([
    ['a fixed price', fixed, 9_950n, false],
    ['a fixed price', fixed, 9_951n, true],
    ['a fixed price', fixed, 9_949n, true],
    // The rate was rounded up to a basis point: a peso of ten thousand.
    ['a range', range, 9_951n, false],
    ['a range', range, 9_952n, true],
    ['a range', range, 9_849n, false],
    ['a range', range, 9_848n, true],
    ['a merchant’s own account', funded, 9_951n, false],
  ])('booked at 9950, %s %o charged at %d: %s', (_what, of, charged, isFound) => {
    const completed = { status: 'COMPLETED', phase: 'COMPLETED', amountCentavos: 1_000_000n } as const
    const order = { wholesaleCentavos: centavos(charged) } as ProviderOrder
    const record = { outcome: 'completed', amountCentavos: undefined, order } as const
    const found = saleDifferences({ ...sale, ...completed, ...of, wholesaleCentavos: 9_950n }, record)
    expect(found.map(({ kind }) => kind)).toEqual(isFound ? ['price'] : [])
  })
})

test('a long list is read completely, a day at a time', async () => {
  const { engine } = app.sandbox.simulator
  const item = [...engine.products.values()][0] as never
  for (let n = 0; n < 230; n++)
    engine.create({
      externalId: `many-${n}`,
      product: item,
      faceCentavos: centavos(1_000),
      mobileNumber: '+525512345600',
    })
  const found = (await differences()).filter(({ externalId }) => externalId?.startsWith('many-'))
  expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(230)
})
