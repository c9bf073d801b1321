import { expect, test } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { compose } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { createLogger } from '../src/logger.ts'
import { cloneDatabase } from './cluster.ts'
import { worldOf } from './world.ts'

/** A promise resolved from outside. */
function signal() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

test('stopping waits for a sale that is settled in the background after a 202', async () => {
  const db = await cloneDatabase()
  const sandbox = sandboxAggregator({ timeScale: 100 })
  const [confirming, mayConfirm] = [signal(), signal()]
  const slow = {
    ...sandbox,
    confirm: async (transaction: Parameters<typeof sandbox.confirm>[0]) => {
      confirming.resolve()
      await mayConfirm.promise
      return sandbox.confirm(transaction)
    },
  }
  const product = await compose({
    config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent', MOSTRADOR_WORKER: 'off' }),
    apiUrl: db.apiUrl,
    workerUrl: db.workerUrl,
    keyEncryptionKey: Buffer.alloc(32, 7),
    logger: createLogger('silent'),
    isStrict: true,
    aggregators: { selling: slow, settling: [slow] },
  })
  const url = await product.start()
  await product.sync()
  const world = worldOf(db.admin)
  const store = await world.store()
  await world.openShift(store.manager)
  await world.fund(store.merchantId, 100_000)
  await db.admin.query('update platform.merchants set is_verified = true')
  const { rows } = await db.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  const answer = await fetch(`${url}/vas/sale`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${store.manager.token}`,
      'content-type': 'application/json',
      prefer: 'wait=0',
    },
    body: JSON.stringify({ storeId: store.id, productId: rows[0].id, reference: '5512345600' }),
  })
  expect(answer.status).toBe(202)
  await confirming.promise
  let isStopped = false
  const stopped = product.stop().then(() => {
    isStopped = true
  })
  const isServing = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isServing).toBe(false)
  expect(isStopped).toBe(false)
  mayConfirm.resolve()
  await stopped
  const { rows: sales } = await db.admin.query('select status from vas.sales')
  expect(sales).toEqual([{ status: 'COMPLETED' }])
  await db.close()
})
