import { randomBytes } from 'node:crypto'
import { sandboxAggregator } from '../server/src/adapters/aggregator/sandbox.ts'
import { startProduct } from '../server/test/app.ts'
import { DatabaseClock } from './database-clock.ts'
import { ProviderManners } from './provider-manners.ts'
import type { Stage } from './season.ts'
import { leaseMs } from './worker.ts'

/** The whole product over its own database, whose time the simulation moves, and a provider with manners. */
export async function openStage(): Promise<Stage & { close(): Promise<void> }> {
  const manners = new ProviderManners()
  const key = randomBytes(32)
  let clock: DatabaseClock | undefined
  // The provider's time is that of the database, as soon as there is one.
  const time = { now: () => clock?.now() ?? new Date(), sleep: async () => {} }
  const provider = sandboxAggregator({ clock: time, wrapTransport: manners.between })
  const app = await startProduct(
    {},
    {
      aggregators: { selling: provider, settling: [provider] },
      keyEncryptionKey: key,
      times: { leaseMs },
    },
  )
  await app.product.sync()
  clock = await DatabaseClock.install(app.admin)
  return {
    ...{ app, clock, provider, manners, key },
    async close() {
      await app.close()
      await provider.close()
    },
  }
}
