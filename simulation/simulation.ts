import { execFileSync } from 'node:child_process'
import { checkAuditTrails } from '../server/test/audit-trail.ts'
import { actualOf } from './actual.ts'
import { habitsOf } from './habits.ts'
import { Random } from './random.mjs'
import { openSeason, type Season, type Stage } from './season.ts'
import { renew, type Situation, shopsOf } from './situation.ts'
import { closeDrawer, closeForOwner, moveCash, moveCashTogether, openDrawer } from './steps/drawers.ts'
import { moveGoods, sellTogether } from './steps/goods.ts'
import { decidePayout, decidePayoutTogether, payOut, payOutTogether } from './steps/payouts.ts'
import { changeTerms, confine, deposit, suspend } from './steps/platform.ts'
import { refund, refundTogether } from './steps/refunding.ts'
import { sell } from './steps/selling.ts'
import { reverse, settle, topUp, topUpTogether } from './steps/services.ts'
import { dismiss, promote } from './steps/staff.ts'
import { sellAtTill } from './steps/till-goods.ts'
import { settleServices, topUpAtTill } from './steps/till-services.ts'
import { settleTills, visitTill } from './steps/tills.ts'
import type { PayoutStatus } from './trade.ts'

/** How often each kind of step is usually taken. */
const weights = {
  sell: 18,
  sellAtTill: 16,
  visitTill: 10,
  refund: 20,
  topUp: 10,
  topUpAtTill: 8,
  settle: 10,
  moveGoods: 6,
  moveCash: 6,
  openDrawer: 6,
  closeDrawer: 3,
  repeat: 12,
  sellTogether: 3,
  refundTogether: 3,
  moveCashTogether: 2,
  topUpTogether: 2,
  reverse: 2,
  deposit: 4,
  payOut: 4,
  decidePayout: 6,
  payOutTogether: 1,
  decidePayoutTogether: 1,
  suspend: 1,
  changeTerms: 1,
  confine: 0.5,
  dismiss: 1,
  promote: 1,
} as const
type StepName = keyof typeof weights

/** How long a seed is played. */
interface Length {
  readonly days: number
  /** Of each day. */
  readonly steps: number
}

export interface Played {
  readonly shopDays: number
  readonly steps: number
}

/** Plays some days in the shops of a seed. @throws Error with seed, step, commit, and the last steps */
export async function play(stage: Stage, seed: number, length: Length): Promise<Played> {
  const { days, steps } = length
  const season = await openSeason(stage, seed)
  let stepNo = 0
  try {
    for (let day = 0; day < days; day++) {
      await beginDay(stage, season, ++stepNo)
      for (let step = 0; step < steps; step++) await takeStep(stage, season, ++stepNo)
      await endDay(stage, season, ++stepNo)
    }
    await endSeason(season)
  } catch (error) {
    throw new Error(report(season, length, stepNo, error))
  }
  return { shopDays: days * shopsOf(season).length, steps: stepNo }
}

function report({ seed, trace }: Season, { days, steps }: Length, stepNo: number, error: unknown): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const what = error instanceof Error ? error.message : String(error)
  return [
    `seed ${seed}, step ${stepNo}, commit ${commit}: ${what}`,
    `Replay: npm run simulate -- --seed ${seed} --days ${days} --steps ${steps}`,
    'The last steps:',
    ...trace.map((line) => `  ${line}`),
  ].join('\n')
}

const situationOf = (season: Season, stepNo: number): Situation => ({
  ...season,
  random: new Random(season.seed, stepNo),
  stepNo,
})

async function takeStep(stage: Stage, season: Season, stepNo: number): Promise<void> {
  const situation = situationOf(season, stepNo)
  const { random, network, tills, clock } = situation
  await network.passStep()
  for (const device of tills.all) await device.passStep()
  await look(stage, season)
  // Nobody can tell any more what is true when too much is unknown.
  const name =
    network.awaited.length >= 4
      ? 'repeat'
      : tills.sales.length >= 4
        ? 'visitTill'
        : random.weighed(habitsOf(season.seed, weights))
  await takers(stage, season)[name](situation)
  await look(stage, season)
  if (random.isHit(0.5)) await clock.pass(random.whole(10, 900) * 1_000)
}

const takers = (
  { provider }: Stage,
  { airtime }: Season,
): Record<StepName, (s: Situation) => Promise<void>> => ({
  ...{ sell, sellAtTill, visitTill, refund, settle, moveGoods, moveCash, openDrawer, closeDrawer },
  ...{
    sellTogether,
    refundTogether,
    moveCashTogether,
    deposit,
    payOut,
    decidePayout,
    payOutTogether,
    decidePayoutTogether,
    suspend,
    changeTerms,
    confine,
    dismiss,
    promote,
  },
  topUp: (situation) => topUp(situation, airtime),
  topUpAtTill: (situation) => topUpAtTill(situation, airtime),
  topUpTogether: (situation) => topUpTogether(situation, airtime),
  reverse: (situation) =>
    reverse(situation, (id) => {
      const { engine } = provider.simulator
      const transaction = engine.findByExternalId(id)
      if (transaction?.status === 'COMPLETED') engine.reverse(transaction.id)
    }),
  async repeat(situation) {
    const { network, random } = situation
    if (network.awaited.length === 0) return
    const awaited = random.pick(network.awaited)
    if (awaited.act.isConfirmed) await renew(situation, awaited.act.person)
    await network.repeat(awaited)
  },
})

/** Safety: what has to be true after every step. @throws Error */
async function look({ app, provider }: Stage, { books, services, merchants }: Season): Promise<void> {
  const ids = merchants.map(({ id }) => id)
  const { quantities, services: stored, balances } = await actualOf(app.admin, ids)
  const explained = books.explain(quantities)
  const faults = 'differs' in explained ? explained.differs : []
  faults.push(...books.overdrawn((name) => name.startsWith('stock ')).map((name) => `${name} is below zero`))
  const truth = (id: string) => provider.simulator.engine.findByExternalId(id)?.status
  faults.push(...services.look(stored, truth))
  for (const merchant of merchants) {
    const found = (name: string) => quantities.get(name) ?? 0
    const payouts = (...of: readonly PayoutStatus[]) =>
      of.reduce((sum, status) => sum + found(`payouts ${merchant.id} ${status}`), 0)
    const expected = services.accounts(merchant, {
      deposited: found(`deposited ${merchant.id}`),
      reserved: payouts('REQUESTED', 'APPROVED', 'PROCESSING'),
      paidOut: payouts('PAID'),
    })
    const names = [...balances.keys()].filter((name) => name.endsWith(merchant.id))
    for (const name of new Set([...names, ...expected.keys()]))
      if ((expected.get(name) ?? 0) !== (balances.get(name) ?? 0))
        faults.push(`${name}: ${expected.get(name) ?? 0} expected, ${balances.get(name) ?? 0} found`)
    if ((balances.get(`stored wallet ${merchant.id}`) ?? 0) < 0)
      faults.push(`wallet ${merchant.id} is below zero`)
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function beginDay(stage: Stage, season: Season, stepNo: number): Promise<void> {
  const situation = situationOf(season, stepNo)
  await season.clock.passUntil(8)
  await renewAll(situation)
  for (const shop of shopsOf(season))
    for (const who of shop.staff
      .filter(({ isEmployed, drawer }) => isEmployed && drawer === undefined)
      .slice(0, 3))
      await openDrawer(situation, who)
  await look(stage, season)
  stage.manners.isFaulty = true
  season.network.isFaulty = true
}

async function renewAll(situation: Situation): Promise<void> {
  const staff = shopsOf(situation).flatMap(({ staff }) => staff)
  for (const { member } of staff) await renew(situation, member)
  for (const { person } of situation.operators) await renew(situation, person)
}

/** Liveness: the faults have ended, time passes, and everything settles. @throws Error */
async function endDay(stage: Stage, season: Season, stepNo: number): Promise<void> {
  const { network, services, clock, worker, merchants } = season
  const situation = situationOf(season, stepNo)
  stage.manners.isFaulty = false
  await network.mend()
  for (const merchant of merchants)
    if (!merchant.isActive) await suspend(situation, { merchant, isActive: true })
  for (let round = 0; round < 6 && (round < 2 || services.open().length > 0); round++) {
    await renewAll(situation)
    for (const awaited of [...network.awaited]) await network.repeat(awaited)
    await settleTills(situation)
    await worker.findLateOutcomes()
    while ((await worker.settleDue()) > 0);
    await look(stage, season)
    await clock.pass(65 * 60_000)
  }
  await settleServices(situation)
  await look(stage, season)
  const { engine } = stage.provider.simulator
  const { holding } = engine.balance()
  const left = [
    ...network.awaited.map(({ name }) => `nobody learns about: ${name}`),
    ...services.open().map(({ id, status }) => `sale ${id} does not settle: ${status}`),
    ...services
      .completed()
      .flatMap(({ id }) =>
        engine.findByExternalId(id)?.status === 'REVERSED'
          ? [`nobody notices that sale ${id} is reversed`]
          : [],
      ),
    ...(holding > 0n ? [`the provider still holds ${holding}`] : []),
  ]
  if (left.length > 0) throw new Error(left.join('\n'))
  await renewAll(situation)
  for (const shop of shopsOf(season))
    for (const who of shop.staff.filter(({ drawer }) => drawer !== undefined))
      await closeForOwner(situation, who)
  await look(stage, season)
  await checkAuditTrails()
}

/** What holds in the end: the product's own checks of itself, and the seal over the audit log. @throws Error */
async function endSeason({ app, worker, merchants }: Season): Promise<void> {
  const ids = merchants.map(({ id }) => id)
  const { rows } = await app.admin.query(
    `select 'imbalance' as fault, i.fault as about from money.imbalances() i where i.merchant_id = any ($1)
     union all
     select 'stock', f.fault from stock.stock_faults() f where f.merchant_id = any ($1)
     union all
     select 'queue', q.sale_id::text from vas.open_sales q join vas.sales s on s.merchant_id = q.merchant_id and s.id = q.sale_id
      where q.merchant_id = any ($1) and s.phase <> 'REVIEW' and s.incident is null`,
    [ids],
  )
  const { faults } = await worker.verifyAudit()
  const wrong = [...rows, ...faults]
  if (wrong.length > 0) throw new Error(`at the end: ${JSON.stringify(wrong.slice(0, 20))}`)
}
