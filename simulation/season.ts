import type { SandboxAggregator } from '../server/src/adapters/aggregator/sandbox.ts'
import type { RunningProduct } from '../server/test/app.ts'
import { settlementShop } from '../server/test/settlement-shop.ts'
import { type Goods as ProductGoods, tillsOf } from '../server/test/till.ts'
import { Books } from './books.ts'
import type { DatabaseClock } from './database-clock.ts'
import { habitsOf } from './habits.ts'
import { Network, networkFates } from './network.ts'
import type { ProviderManners } from './provider-manners.ts'
import { Random } from './random.mjs'
import { Services } from './services.ts'
import { renew, type Situation } from './situation.ts'
import { changeTerms, deposit } from './steps/platform.ts'
import type { Airtime } from './steps/services.ts'
import { hire } from './steps/staff.ts'
import { diskFates, tillFates } from './tills/device.ts'
import { loadEngine } from './tills/engine.ts'
import { Tills } from './tills/tills.ts'
import { someGtin } from './tills/wedges.ts'
import { type Goods, type Merchant, type Operator, type Shop, stockName } from './trade.ts'
import { type Worker, workerOf } from './worker.ts'

/** The running product that seasons share, one after another. */
export interface Stage {
  readonly app: RunningProduct
  readonly clock: DatabaseClock
  readonly provider: SandboxAggregator
  readonly manners: ProviderManners
  readonly key: Buffer
  /** Is told every line of what happens. */
  readonly hear?: (line: string) => void
}

export type Season = Omit<Situation, 'random' | 'stepNo'> & {
  readonly seed: number
  readonly airtime: readonly Airtime[]
  /** What has happened, newest last. */
  readonly trace: string[]
}

const kept = 60

/** New merchants with their shops, people and goods, as the seed has them. */
export async function openSeason(stage: Stage, seed: number): Promise<Season> {
  const { app, clock } = stage
  const random = new Random(seed)
  const trace: string[] = []
  const books = new Books()
  const merchants: Merchant[] = []
  const worker: Worker = workerOf({ ...stage, database: app.product.database })
  const tell = (line: string) => {
    trace.push(line)
    stage.hear?.(line)
    if (trace.length > kept) trace.shift()
  }
  const network = new Network({
    ...{ app, books, cut: () => cut(app), tell },
    fates: habitsOf(seed, networkFates, 'answered'),
  })
  const engine = await loadEngine()
  const nowMs = () => clock.now().getTime()
  const tills = new Tills(
    {
      ...{ app, engine, nowMs, cut: () => cut(app), tell },
      fates: habitsOf(seed, tillFates, 'answered'),
      diskFates: habitsOf(seed, diskFates, 'written'),
    },
    books,
  )
  const season: Season = {
    ...{ seed, app, clock, network, tills, worker, books, merchants, trace },
    ...{ provider: stage.manners, services: new Services(), operators: [], airtime: await airtimeOf(app) },
  }
  const situation = { ...season, random, stepNo: 0 }
  await hireOperators(situation)
  for (let no = 0; no < random.whole(1, 2); no++) merchants.push(await openMerchant(situation))
  for (const merchant of merchants) await deposit(situation, merchant)
  return season
}

async function hireOperators({ app, operators }: Situation): Promise<void> {
  const people: Operator['person'][] = [await app.world.platformAdmin(), await app.world.platformAdmin()]
  for (const person of people) operators.push({ person, isAdmin: true, confinedTo: new Set() })
  operators.push({ person: await app.world.operator(), isAdmin: false, confinedTo: new Set() })
}

async function openMerchant(situation: Situation): Promise<Merchant> {
  const { app, random } = situation
  const made = await app.world.merchant()
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [made.id])
  await app.world.liftLimits(made.id)
  const merchant: Merchant = {
    ...{ id: made.id, isActive: true, shops: [], payouts: [] },
    bankAccountId: await settlementShop(app, made.owner).bankAccount(made.id),
    terms: { shareBps: 0, feeCentavos: 0, version: 0 },
  }
  for (let no = 0; no < random.whole(1, 2); no++)
    merchant.shops.push(await openShop(situation, merchant, made))
  await changeTerms(situation, merchant)
  return merchant
}

async function openShop(
  situation: Situation,
  merchant: Merchant,
  made: Parameters<RunningProduct['world']['store']>[0],
): Promise<Shop> {
  const { app, random, books } = situation
  const store = await app.world.store(made)
  const shop: Shop = {
    ...{ name: store.name, merchant, storeId: store.id, coin: random.pick([0, 10, 50, 50, 100]) },
    ...{ goods: [], staff: [], orders: [] },
  }
  await app.admin.query('update shop.stores set cash_rounding_centavos = $2 where id = $1', [
    store.id,
    shop.coin,
  ])
  const member = { ...store.manager }
  await renew(situation, member)
  shop.staff.push({ shop, member, rank: 'manager', isEmployed: true, drawer: undefined, drawers: 0 })
  books.apply({ [`members ${store.id} manager`]: 1 })
  for (const rank of ['supervisor', 'cashier', 'cashier'] as const) await hire(situation, shop, rank)
  const { product } = tillsOf(app)
  for (let no = 0; no < 6; no++) {
    const { asked, goods } = someGoods(random, no === 0)
    const variantId = await product(store, asked)
    const made: Goods = { variantId, ...goods }
    shop.goods.push(made)
    if (made.isTracked) books.apply({ [stockName(made)]: (asked.stock ?? 0) * 1_000 })
  }
  return shop
}

/** @param isPlain by the piece, and with stock: every shop has some */
function someGoods(
  random: Random,
  isPlain: boolean,
): { asked: ProductGoods; goods: Omit<Goods, 'variantId'> } {
  const priceCentavos = random.whole(101, 25_999)
  const tax = random.pick(['IVA_16', 'IVA_8', 'IVA_0', 'EXENTO'] as const)
  const taxBps = tax === 'IVA_16' ? 1_600 : tax === 'IVA_8' ? 800 : 0
  const isTaxIncluded = random.isHit(0.7)
  const isWeighed = random.isHit(0.3) && !isPlain
  const isTracked = random.isHit(0.85) || isPlain
  const barcode = someGtin(random, 13)
  const unit = isWeighed ? ('KILOGRAM' as const) : ('PIECE' as const)
  return {
    asked: {
      barcode,
      priceCentavos,
      tax,
      isTaxIncluded,
      unit,
      ...(isTracked && { stock: random.whole(3, 40) }),
    },
    goods: {
      barcode,
      priceCentavos,
      taxBps,
      isTaxExempt: tax === 'EXENTO',
      isTaxIncluded,
      isWeighed,
      isTracked,
    },
  }
}

async function airtimeOf(app: RunningProduct): Promise<Airtime[]> {
  const { rows } = await app.admin.query<Airtime>(
    `select p.id as "productId", p.amount_centavos::int as "faceCentavos",
            case v.name when 'Telcel' then 9450 else 9350 end as "wholesaleBps"
       from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name in ('Telcel', 'Movistar') and p.subkind = 'topup' and p.amount_centavos <= 20000
      order by v.name, p.amount_centavos`,
  )
  return rows
}

/** Ends a connection of the server that is at work now, if there is one. */
async function cut({ admin }: RunningProduct): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(a.pid) from pg_stat_activity a
        where a.datname = current_database() and a.usename <> current_user and a.state <> 'idle' limit 1`,
    )
    if ((rowCount ?? 0) > 0) return
  }
}
