import { expect, onTestFinished, test } from 'vitest'
import { compose, type Product } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { createLogger } from '../src/logger.ts'
import { startBalancer } from './balancer.ts'
import { cloneDatabase } from './cluster.ts'
import { worldOf } from './world.ts'

test('five rolling restarts behind a balancer lose no request', async () => {
  const db = await cloneDatabase()
  const balancer = await startBalancer(100)
  const running = new Map<Product, string>()
  const begin = async () => {
    const product = await compose({
      config: parseConfig({
        PORT: '0',
        MOSTRADOR_WORKER: 'off',
        MOSTRADOR_DRAIN_SECONDS: '1',
        RATE_LIMITS: 'off',
      }),
      apiUrl: db.apiUrl,
      workerUrl: db.workerUrl,
      keyEncryptionKey: Buffer.alloc(32, 7),
      logger: createLogger('silent'),
      isStrict: true,
    })
    const url = await product.start()
    running.set(product, url)
    balancer.add(url)
    await expect.poll(() => balancer.isReady(url)).toBe(true)
  }
  const end = async (product: Product) => {
    const url = running.get(product) as string
    const drained = product.drain()
    // On a busy machine the balancer may need longer than the drain to notice.
    await expect.poll(() => balancer.isReady(url)).toBe(false)
    await drained
    await product.stop()
    running.delete(product)
    balancer.remove(url)
  }
  onTestFinished(async () => {
    await Promise.all([...running.keys()].map(end))
    await balancer.close()
    await db.close()
  })
  await begin()
  await begin()

  const store = await worldOf(db.admin).store()
  const answers = { '200': 0, '201': 0 } as Record<string, number>
  let isSending = true
  const shop = async (client: number) => {
    for (let n = 0; isSending; n += 1) {
      const isWrite = n % 4 === 0
      const answer = await fetch(`${balancer.url}/pos/categories${isWrite ? '' : `?storeId=${store.id}`}`, {
        method: isWrite ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${store.manager.token}`,
          ...(isWrite && { 'content-type': 'application/json' }),
        },
        ...(isWrite && { body: JSON.stringify({ storeId: store.id, name: `Estante ${client}-${n}` }) }),
      })
      await answer.arrayBuffer()
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
    }
  }
  const clients = Array.from({ length: 4 }, (_, client) => shop(client))
  for (let restart = 0; restart < 5; restart += 1) {
    await begin()
    await end([...running.keys()][0] as Product)
  }
  isSending = false
  await Promise.all(clients)

  expect(Object.keys(answers)).toEqual(['200', '201'])
  expect(answers['200']).toBeGreaterThan(100)
  const { rows } = await db.admin.query(
    'select count(*)::int as n from catalog.categories where name like $1',
    ['Estante %'],
  )
  expect(rows).toEqual([{ n: answers['201'] }])
})
