import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSales, makeSalesDue } from '../../../test/changed-sales.ts'
import { patient } from '../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { SandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import type { Aggregator, ProviderAnswer } from './aggregator.ts'

type Fault = (inner: SandboxAggregator) => Partial<Aggregator>
const unknown: ProviderAnswer = { kind: 'unknown', cause: 'lost' }
const whole: Fault = () => ({})

let fault = whole
let app: VasApp
let product: string

beforeAll(async () => {
  app = await startVasApp({
    sandbox: { timeScale: 100 },
    selling: (sandbox) =>
      new Proxy(sandbox, {
        get: (target, name) =>
          fault(sandbox)[name as keyof Aggregator] ?? target[name as keyof SandboxAggregator],
      }),
  })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())

const saleOf = async (storeId: string) =>
  (
    await app.admin.query('select id, status, phase, sweep_until from vas.sales where store_id = $1', [
      storeId,
    ])
  ).rows[0]

async function recover(): Promise<void> {
  fault = whole
  await makeSalesDue(app.admin)
  await app.settling.settleDue(50)
}

const order = () => ({ productId: product, reference: '5512345600' })

// A refusal means that nothing was attempted, and the cashier returns the money.
test('an internal error after a sale was booked is answered with the open sale, not with a refusal', async () => {
  const { store, cashier } = await app.shop()
  const settle = 'vas.transition(uuid, uuid, int, text, text, jsonb, timestamptz, timestamptz)'
  fault = (sandbox) => ({
    hold: async (held) => {
      await app.admin.query(`revoke execute on function ${settle} from mostrador_worker`)
      return sandbox.hold(held)
    },
  })
  const answer = await app.call(cashier, 'POST', '/vas/sale', order())
  await app.settling.idle()
  await app.admin.query(`grant execute on function ${settle} to mostrador_worker`)
  expect(answer, answer.text).toMatchObject({ status: 202, body: { status: 'PENDING' } })
  await recover()
  expect(await saleOf(store.id)).toMatchObject({ id: answer.body.id, status: 'COMPLETED' })
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
})

test('a hold that expires immediately, and whose cancellation gets no answer, leaves the sale open', async () => {
  const { store, cashier } = await app.shop()
  fault = (sandbox) => ({
    hold: async (held) => ({ ...(await sandbox.hold(held)), lifeMs: 0 }) as ProviderAnswer,
    cancel: async () => unknown,
  })
  const answer = await app.call(cashier, 'POST', '/vas/sale', order(), { prefer: 'wait=0' })
  expect(answer, answer.text).toMatchObject({ status: 202 })
  await app.settling.idle()
  expect(await saleOf(store.id)).toMatchObject({ phase: 'HELD' })
  await recover()
  expect(await saleOf(store.id)).toMatchObject({ status: 'COMPLETED' })
})

test('a sale that cannot be settled does not block the others of its batch', async () => {
  const shops = [await app.shop(), await app.shop(), await app.shop()]
  fault = () => ({ confirm: async () => unknown })
  for (const { cashier } of shops) await app.call(cashier, 'POST', '/vas/sale', order(), { prefer: 'wait=0' })
  await app.settling.idle()
  const [poisoned, ...others] = shops
  // Its money is no longer held, so it cannot be captured: this one cannot be settled.
  await app.admin.query('update money.wallets set held_centavos = 0 where merchant_id = $1', [
    poisoned?.store.merchantId,
  ])
  await recover()
  for (const { store } of others) expect(await saleOf(store.id)).toMatchObject({ status: 'COMPLETED' })
  expect(await saleOf(poisoned?.store.id ?? '')).toMatchObject({ status: 'PENDING' })
  await app.admin.query(
    `update money.wallets w set held_centavos = s.cost_centavos from vas.sales s
      where s.merchant_id = w.merchant_id and w.merchant_id = $1`,
    [poisoned?.store.merchantId],
  )
  await recover()
  expect(await saleOf(poisoned?.store.id ?? '')).toMatchObject({ status: 'COMPLETED' })
})

test('a till does not wait longer than it asked for when the provider hangs', async () => {
  const { store, cashier } = await app.shop()
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  fault = (sandbox) => ({
    hold: async (held) => {
      await asleep
      return sandbox.hold(held)
    },
  })
  const before = performance.now()
  const answer = await app.call(cashier, 'POST', '/vas/sale', order(), {
    prefer: 'wait=3',
    'idempotency-key': 'hanging-0001',
  })
  expect(performance.now() - before).toBeLessThan(3_000 + Math.max(2_000, patient(500)))
  expect(answer, answer.text).toMatchObject({ status: 202, body: { status: 'PENDING' } })
  wake()
  await expect.poll(async () => (await saleOf(store.id)).status).toBe('COMPLETED')
  const again = await app.call(cashier, 'POST', '/vas/sale', order(), { 'idempotency-key': 'hanging-0001' })
  expect(again).toMatchObject({ status: 202, body: { id: answer.body.id } })
})

test('a retry gets the first answer even if the product was removed and the merchant is no longer verified', async () => {
  const { store, cashier } = await app.shop()
  const headers = { 'idempotency-key': 'changed-0001' }
  const first = await app.call(cashier, 'POST', '/vas/sale', order(), headers)
  expect(first.status, first.text).toBe(201)
  await app.admin.query('update vas.products set is_active = false where id = $1', [product])
  await app.admin.query('update platform.merchants set is_verified = false where id = $1', [store.merchantId])
  const again = await app.call(cashier, 'POST', '/vas/sale', order(), headers)
  await app.admin.query('update vas.products set is_active = true where id = $1', [product])
  expect(again, again.text).toMatchObject({ status: 201, body: { id: first.body.id } })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test('a sale that was given up is checked until the search ends, and then no more', async () => {
  const { store, cashier } = await app.shop()
  fault = () => ({ hold: async () => unknown, find: async () => unknown })
  await app.call(cashier, 'POST', '/vas/sale', order(), { prefer: 'wait=0' })
  await app.settling.idle()
  await changeSales(
    app.admin,
    `created_at = now() - interval '61 seconds', next_check_at = now(), leased_until = null`,
    's.store_id = $1',
    [store.id],
  )
  await app.settling.settleDue(50)
  expect((await saleOf(store.id)).sweep_until).not.toBeNull()
  await recover()
  expect((await saleOf(store.id)).sweep_until).not.toBeNull()
  await app.admin.query(`update vas.sales set sweep_until = now() where store_id = $1`, [store.id])
  await recover()
  expect(await saleOf(store.id)).toMatchObject({ status: 'FAILED', sweep_until: null })
})
