import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSalesDue } from '../../../test/changed-sales.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { SandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import type { Aggregator, ProviderAnswer } from './aggregator.ts'

type Fault = (inner: SandboxAggregator) => Partial<Aggregator>
const unknown: ProviderAnswer = { kind: 'unknown', cause: 'lost' }

let fault: Fault = () => ({})
let app: VasApp
let product: string

beforeAll(async () => {
  app = await startVasApp({
    sandbox: { timeScale: 100 },
    // The real sandbox, minus the answers that the current test drops.
    selling: (sandbox) =>
      new Proxy(sandbox, {
        get: (target, name) =>
          fault(sandbox)[name as keyof Aggregator] ?? target[name as keyof SandboxAggregator],
      }),
  })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())

const sale = async (id: string) =>
  (
    await app.admin.query(
      'select status, phase, fence, incident, failure_code, provider_transaction_ref from vas.sales where id = $1',
      [id],
    )
  ).rows[0]

/** Makes every open sale due now and runs the recovery. */
async function recover(): Promise<void> {
  await makeSalesDue(app.admin)
  await app.settling.settleDue(50)
}

async function sellWith(broken: Fault, reference = '5512345600') {
  const { store, cashier } = await app.shop()
  fault = broken
  const answer = await app.call(
    cashier,
    'POST',
    '/vas/sale',
    { productId: product, reference },
    { prefer: 'wait=0' },
  )
  const id = answer.body.id as string
  await app.settling.idle()
  fault = () => ({})
  // It waits for its next check, not for the end of a lease.
  const { rows } = await app.admin.query('select leased_until from vas.sales where id = $1', [id])
  expect(rows).toEqual([{ leased_until: null }])
  return { answer, store, cashier, id }
}

test('a provider whose answers loop is not asked again until the next round', async () => {
  const circles: Fault = (sandbox) => ({
    confirm: async ({ externalId }) => sandbox.find({ externalId }),
  })
  const { answer, id } = await sellWith(circles)
  expect(answer.body.status).toBe('PENDING')
  await recover()
  expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
})

describe('a lost answer', () => {
  test('to a hold: the hold is found under our id and the sale goes on, with one transaction at the provider', async () => {
    const { answer, id, store } = await sellWith((sandbox) => ({
      hold: async (order) => {
        await sandbox.hold(order)
        return unknown
      },
    }))
    expect(answer.status).toBe(202)
    expect(await sale(id)).toMatchObject({ phase: 'HOLDING', provider_transaction_ref: null })
    await recover()
    expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  })

  test('to a hold that never arrived: it is sent again under the same id', async () => {
    const { id } = await sellWith(() => ({ hold: async () => unknown }))
    expect(await sale(id)).toMatchObject({ phase: 'HOLDING' })
    await recover()
    expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('to a confirm: the sale stays PENDING with its money held until the provider answers', async () => {
    const { answer, id, store } = await sellWith((sandbox) => ({
      confirm: async (transaction) => {
        await sandbox.confirm(transaction)
        return unknown
      },
    }))
    expect(answer.status).toBe(202)
    expect(await sale(id)).toMatchObject({ status: 'PENDING', phase: 'CONFIRMING' })
    expect((await app.books(store.merchantId)).held).toBeGreaterThan(0)
    await recover()
    expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('to a confirm that never arrived: it is confirmed once, later', async () => {
    const { id } = await sellWith(() => ({ confirm: async () => unknown }))
    await recover()
    expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
  })
})

test('a hold without an answer is given up after a minute; found late, it is cancelled', async () => {
  const { id, store } = await sellWith((sandbox) => ({
    hold: async (order) => {
      await sandbox.hold(order)
      return unknown
    },
  }))
  await app.admin.query(`update vas.sales set created_at = now() - interval '61 seconds' where id = $1`, [id])
  fault = () => ({ find: async () => unknown })
  await recover()
  fault = () => ({})
  expect(await sale(id)).toMatchObject({ status: 'FAILED', failure_code: 'provider_unreachable' })
  expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
  await recover()
  expect(await app.sandbox.find({ externalId: id })).toMatchObject({ kind: 'canceled' })
  expect(await sale(id)).toMatchObject({ status: 'FAILED', incident: null })
})

test('a success found after the sale was given up is an incident in suspense, never applied silently', async () => {
  const { id, store } = await sellWith((sandbox) => ({
    hold: async (order) => {
      const answer = await sandbox.hold(order)
      if (answer.kind === 'held') await sandbox.confirm(answer)
      return unknown
    },
  }))
  await app.admin.query(`update vas.sales set created_at = now() - interval '61 seconds' where id = $1`, [id])
  fault = () => ({ find: async () => unknown })
  await recover()
  fault = () => ({})
  await recover()
  expect(await sale(id)).toMatchObject({ status: 'FAILED', incident: 'late_completion' })
  const { rows } = await app.admin.query(
    `select account, amount_centavos::int as amount
       from money.entries e join money.postings p on p.merchant_id = e.merchant_id and p.id = e.posting_id
      where p.reference = $1 and p.kind = 'correction' order by line`,
    [id],
  )
  expect(rows.map(({ account }) => account)).toEqual(['suspense', 'aggregator_payable'])
  expect(rows[0].amount).toBe(-rows[1].amount)
  expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, faults: [] })
})

test('an owner whose lease has expired is refused when it wakes up', async () => {
  const { store, cashier } = await app.shop()
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  fault = (sandbox) => ({
    confirm: async (transaction) => {
      await asleep
      return sandbox.confirm(transaction)
    },
  })
  const answering = app.call(
    cashier,
    'POST',
    '/vas/sale',
    { productId: product, reference: '5512345600' },
    { prefer: 'wait=30' },
  )
  const open = async () =>
    (await app.admin.query('select id, phase, fence from vas.sales where store_id = $1', [store.id])).rows[0]
  await expect.poll(async () => (await open())?.phase).toBe('CONFIRMING')
  fault = () => ({})
  await recover()
  const { id, fence } = await open()
  expect(fence).toBe(2)
  expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
  wake()
  const { status, body } = await answering
  expect({ status, sale: body.status }).toEqual({ status: 201, sale: 'COMPLETED' })
  const { rows } = await app.admin.query(
    `select kind from money.postings where reference = $1 order by posted_at`,
    [id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['reserve', 'capture'])
})

test('of many concurrent recoveries, one takes a sale', async () => {
  const sales: { id: string }[] = []
  for (let n = 0; n < 5; n++) sales.push(await sellWith(() => ({ confirm: async () => unknown })))
  await makeSalesDue(app.admin)
  const taken = await Promise.all(Array.from({ length: 8 }, () => app.settling.settleDue(50)))
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(sales.length)
  for (const { id } of sales) expect(await sale(id)).toMatchObject({ status: 'COMPLETED', fence: 2 })
})

test('while a place is down, sales of merchants of other places are taken, and its own afterwards', async () => {
  const lost: Fault = () => ({ confirm: async () => unknown })
  const [there, elsewhere] = [await sellWith(lost), await sellWith(lost)]
  await app.admin.query(`insert into platform.places (id, groups, down_at) values ('norte', '{2}', now())`)
  await app.admin.query(`update platform.merchants set database_id = 'norte' where id = $1`, [
    there.store.merchantId,
  ])
  await recover()
  expect(await sale(there.id)).toMatchObject({ status: 'PENDING', fence: 1 })
  expect(await sale(elsewhere.id)).toMatchObject({ status: 'COMPLETED', fence: 2 })
  await app.admin.query(`update platform.places set down_at = null where id = 'norte'`)
  expect(await app.settling.settleDue(50)).toBe(1)
  expect(await sale(there.id)).toMatchObject({ status: 'COMPLETED', fence: 2 })
})

test('with selling switched off, confirmed sales still settle and holds are released', async () => {
  const confirmed = await sellWith(() => ({ confirm: async () => unknown }))
  const held = await sellWith((sandbox) => ({
    hold: async (order) => {
      await sandbox.hold(order)
      return unknown
    },
  }))
  fault = () => ({ mode: 'off' as const })
  await recover()
  fault = () => ({})
  expect(await sale(confirmed.id)).toMatchObject({ status: 'COMPLETED' })
  expect(await sale(held.id)).toMatchObject({ status: 'FAILED' })
  expect(await app.sandbox.find({ externalId: held.id })).toMatchObject({ kind: 'canceled' })
})

test('suspending the merchant, or ending the cashier’s membership, does not stop a sale in progress', async () => {
  const { id, store, cashier } = await sellWith(() => ({ confirm: async () => unknown }))
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
  await app.world.endMembership(cashier.membershipId)
  expect((await app.call(cashier, 'GET', `/vas/sale/${id}`)).status).toBe(403)
  await recover()
  expect(await sale(id)).toMatchObject({ status: 'COMPLETED' })
})
