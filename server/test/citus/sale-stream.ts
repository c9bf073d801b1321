import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Answer, App } from '../app.ts'
import type { Shop, Tills } from '../till.ts'

/** A till that sells the same product again and again, and looks at what it has sold. */
export interface SaleStream {
  /** How many requests were answered. */
  count(): number
  /** Every answer that was not the expected one. */
  readonly refused: Answer[]
  /** Ids of the orders that were answered with 201. */
  readonly orders: string[]
  /** Ends after the sale in progress. */
  stop(): Promise<void>
}

/** @param isKeyed whether sales carry an Idempotency-Key, as a till's do */
export function sellOn(
  { app, tills, shop, product }: { app: Pick<App, 'call'>; tills: Tills; shop: Shop; product: string },
  isKeyed = true,
): SaleStream {
  const refused: Answer[] = []
  const orders: string[] = []
  let count = 0
  let isStopped = false
  const { cashier, supervisor, store } = shop

  const expecting = async (status: number, answer: Promise<Answer>): Promise<Answer | undefined> => {
    const got = await answer
    count += 1
    if (got.status === status) return got
    refused.push(got)
    return undefined
  }

  const sell = async (): Promise<void> => {
    const lines = [{ variantId: product, quantity: 1 }]
    const opened = await expecting(201, app.call(cashier, 'POST', '/pos/carts', { storeId: store.id, lines }))
    if (opened === undefined) return
    const key: Record<string, string> = isKeyed ? { 'idempotency-key': randomUUID() } : {}
    const sold = await expecting(201, tills.finalize(cashier, opened.body, undefined, key))
    if (sold === undefined) return
    orders.push(sold.body.order.id)
    await expecting(200, app.call(supervisor, 'GET', `/pos/sales_orders/${sold.body.order.id}`))
  }

  const running = (async () => {
    while (!isStopped) await sell()
  })()
  onTestFinished(() => {
    isStopped = true
    return running
  })
  return {
    ...{ count: () => count, refused, orders },
    async stop() {
      isStopped = true
      await running
    },
  }
}
