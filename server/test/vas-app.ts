import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import {
  type SandboxAggregator,
  type SandboxOptions,
  sandboxAggregator,
} from '../src/adapters/aggregator/sandbox.ts'
import { type Clock, systemClock } from '../src/adapters/clock/clock.ts'
import { createKeyring, type Keyring } from '../src/adapters/keys/keyring.ts'
import type { Database } from '../src/database/database.ts'
import type { Route } from '../src/http/route.ts'
import { ledgerRoutes } from '../src/money/ledger/routes.ts'
import { ledgerService } from '../src/money/ledger/service.ts'
import { connectionsRoutes } from '../src/shop/connections/routes.ts'
import { connectionsService } from '../src/shop/connections/service.ts'
import { pinsRoutes } from '../src/vas/pins/routes.ts'
import { pinsService } from '../src/vas/pins/service.ts'
import { reviewsRoutes } from '../src/vas/reviews/routes.ts'
import { reviewsService } from '../src/vas/reviews/service.ts'
import type { Aggregator } from '../src/vas/sales/aggregator.ts'
import { syncCatalog } from '../src/vas/sales/catalog-sync.ts'
import { debtsRoutes } from '../src/vas/sales/debts/routes.ts'
import { debtsService } from '../src/vas/sales/debts/service.ts'
import { vasRoutes } from '../src/vas/sales/routes.ts'
import { vasService } from '../src/vas/sales/service.ts'
import { type Settling, saleSettling } from '../src/vas/sales/settling.ts'
import { usualTimes, type VasTimes } from '../src/vas/sales/times.ts'
import { vasTermsRoutes } from '../src/vas/terms/routes.ts'
import { vasTermsService } from '../src/vas/terms/service.ts'
import { type App, startApp } from './app.ts'
import type { Member, Store } from './world.ts'

export interface VasApp extends App {
  readonly sandbox: SandboxAggregator
  readonly settling: Settling
  /** A store with a verified merchant, a funded wallet and a cashier, with an open shift by default. */
  shop(fundsCentavos?: number, options?: { hasShift: boolean }): Promise<{ store: Store; cashier: Member }>
  /** A product of the catalog by carrier and face value. */
  product(carrier: string, amountCentavos: number): Promise<string>
  /** Available and held balance of a merchant's wallet, and inconsistencies of the books. */
  books(merchantId: string): Promise<{ available: number; held: number; faults: unknown[] }>
}

/** The real parts of a sale: HTTP, PostgreSQL, and the simulator behind the provider's API. */
export async function startVasApp(
  options: {
    sandbox?: Partial<SandboxOptions>
    times?: Partial<VasTimes>
    poolSize?: number
    keyring?: Keyring
    selling?: (sandbox: SandboxAggregator) => Aggregator
    /** The server's; the simulator has its own. */
    clock?: Clock
    /** Routes of other domains, in addition to the sale's. */
    routes?: (parts: { database: Database }) => readonly Route[]
  } = {},
): Promise<VasApp> {
  const sandbox = sandboxAggregator({ timeScale: 20, ...options.sandbox })
  const selling = options.selling?.(sandbox) ?? sandbox
  let settling: Settling | undefined
  const app = await startApp({
    poolSize: options.poolSize ?? 10,
    routes: ({ database }) => {
      const sealer = options.keyring ?? createKeyring([randomBytes(32)])
      const pins = pinsService({ database, sealer })
      const connections = connectionsService({ database, sealer, provider: selling })
      settling = saleSettling({
        database,
        logger: pino({ level: 'silent' }),
        pins,
        connections,
        selling,
        settling: [selling.mode === 'off' ? sandbox : selling],
        leaseMs: options.times?.leaseMs ?? usualTimes.leaseMs,
      })
      const times = { ...usualTimes, queryIntervalMs: 50, ...options.times }
      return [
        ...vasRoutes(
          vasService({ database, clock: options.clock ?? systemClock, selling, settling, pins, times }),
        ),
        ...vasTermsRoutes(vasTermsService({ database })),
        ...pinsRoutes(pins),
        ...connectionsRoutes(connections),
        ...debtsRoutes(debtsService({ database, selling })),
        ...ledgerRoutes(ledgerService({ database })),
        ...reviewsRoutes(reviewsService({ database })),
        ...(options.routes?.({ database }) ?? []),
      ]
    },
  })
  await syncCatalog(app.database, sandbox)
  return {
    ...app,
    sandbox,
    settling: settling as Settling,
    async shop(fundsCentavos = 1_000_000, { hasShift } = { hasShift: true }) {
      const merchant = await app.world.merchant()
      await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
      const store = await app.world.store(merchant)
      if (fundsCentavos > 0) await app.world.fund(merchant.id, fundsCentavos)
      const cashier = await app.world.member(store, 'cashier')
      if (hasShift) await app.world.openShift(cashier)
      return { store, cashier }
    },
    async product(carrier, amountCentavos) {
      const { rows } = await app.admin.query(
        `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
          where v.name = $1 and p.amount_centavos = $2 and p.subkind in ('topup', 'giftcard')`,
        [carrier, amountCentavos],
      )
      return rows[0].id
    },
    async books(merchantId) {
      const { rows } = await app.admin.query(
        'select available_centavos, held_centavos from money.wallets where merchant_id = $1',
        [merchantId],
      )
      const { rows: faults } = await app.admin.query('select * from money.imbalances()')
      return { available: Number(rows[0].available_centavos), held: Number(rows[0].held_centavos), faults }
    },
    async close() {
      await app.close()
      await sandbox.close()
    },
  }
}
