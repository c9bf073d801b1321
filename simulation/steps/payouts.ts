import { type Act, lacking, type Obstacle, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { availableTo, renew, type Situation, somebody } from '../situation.ts'
import type { Employee, Merchant, Payout, PayoutStatus } from '../trade.ts'
import { someJudge } from './platform.ts'

/** What the platform can do with a payout. */
const decisions: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  REQUESTED: ['APPROVED', 'APPROVED', 'REJECTED'],
  APPROVED: ['PROCESSING', 'PROCESSING', 'REJECTED'],
  PROCESSING: ['PAID', 'PAID', 'FAILED'],
  PAID: ['RETURNED'],
  ...{ RETURNED: [], REJECTED: [], CANCELED: [], FAILED: [] },
}
/** Of these no other can follow: of several at the same time one is made. */
const exclusive: typeof decisions = { ...decisions, REQUESTED: ['REJECTED'] }
/** The wallet has its money back. */
const given: ReadonlySet<PayoutStatus> = new Set(['RETURNED', 'REJECTED', 'CANCELED', 'FAILED'])
/** The product pays out no less. */
const leastCentavos = 10_000

/** A manager asks for money from the wallet; sometimes for all of it, or a centavo more, or somebody else does. */
export async function payOut(situation: Situation): Promise<void> {
  const { random, network } = situation
  const merchant = random.pick(situation.merchants)
  const who = somebody(situation, random.pick(merchant.shops), isManager(situation))
  if (who === undefined) return
  await renew(situation, who.member)
  const { most } = availableTo(situation, merchant)
  const amount = random.pick([most, most + 1, random.whole(leastCentavos, Math.max(leastCentavos, most))])
  await network.send(requesting(situation, merchant, who, amount), random)
}

/** Three requests at the same time take no more than there is. */
export async function payOutTogether(situation: Situation): Promise<void> {
  const { random, network } = situation
  const merchant = random.pick(situation.merchants)
  const who = somebody(situation, random.pick(merchant.shops), ({ rank }) => rank === 'manager')
  if (who === undefined) return
  await renew(situation, who.member)
  const amount = Math.floor(availableTo(situation, merchant).most / random.whole(1, 3))
  await network.together([0, 1, 2].map((no) => requesting(situation, merchant, who, amount, no)))
}

const isManager =
  ({ random }: Situation) =>
  ({ rank }: Employee) =>
    rank === 'manager' || random.isHit(0.1)

function requesting(situation: Situation, merchant: Merchant, who: Employee, amount: number, no = 0): Act {
  const { stepNo } = situation
  const amountCentavos = Math.max(leastCentavos, amount)
  const { shop, member } = who
  return {
    name: `${stepNo} ${member.name} asks for a payout of ${amountCentavos} in ${shop.name}`,
    person: member,
    isConfirmed: true,
    method: 'POST',
    path: '/pos/settlements/requests',
    body: { storeId: shop.storeId, amountCentavos, bankAccountId: merchant.bankAccountId },
    key: `payout-${stepNo}-${no}-${merchant.id}`,
    obstacles: (): Obstacle[] => [
      ...unless(mayWork(who, shop, 'manager') && shop.merchant === merchant),
      ...lacking('insufficient_funds', amountCentavos, availableTo(situation, merchant)),
    ],
    change: {
      [`payouts ${merchant.id} REQUESTED`]: amountCentavos,
      [`withdrawn ${merchant.id}`]: amountCentavos,
      [`audited settlement.requested ${merchant.id}`]: 1,
    },
    learn: ({ id }) => {
      merchant.payouts.push({ id, amountCentavos, status: 'REQUESTED' })
    },
  }
}

/** The platform takes a payout one step further, or its merchant takes it back. */
export async function decidePayout(situation: Situation): Promise<void> {
  const { random, network } = situation
  const found = somePayout(situation)
  if (found === undefined) return
  const { merchant, payout } = found
  const isCanceled = random.isHit(0.15)
  const act = isCanceled ? canceling(situation, merchant, payout) : deciding(situation, merchant, payout)
  if (act === undefined) return
  await renew(situation, act.person)
  await network.send(act, random, 'answered')
}

/** Two people of the platform, and the merchant, decide about a payout at the same time: one decision counts. */
export async function decidePayoutTogether(situation: Situation): Promise<void> {
  const found = somePayout(situation)
  if (found === undefined) return
  const { merchant, payout } = found
  const acts = [
    deciding(situation, merchant, payout, exclusive),
    deciding(situation, merchant, payout, exclusive),
    canceling(situation, merchant, payout),
  ].filter((act): act is Act => act !== undefined)
  for (const { person } of acts) await renew(situation, person)
  const outcomes = await situation.network.together(acts)
  if (outcomes.filter((outcome) => outcome === 'done').length > 1)
    throw new Error(`two decisions about payout ${payout.id} were both made`)
}

function somePayout({ random, merchants }: Situation): { merchant: Merchant; payout: Payout } | undefined {
  const open = merchants.flatMap((merchant) =>
    merchant.payouts
      .filter(({ status }) => decisions[status].length > 0)
      .map((payout) => ({ merchant, payout })),
  )
  return open.length === 0 ? undefined : random.pick(open)
}

function deciding(situation: Situation, merchant: Merchant, payout: Payout, from = decisions): Act {
  const { random, stepNo } = situation
  const to = random.pick(from[payout.status])
  const { who, allowed } = someJudge(situation, merchant, 'operator')
  return stepping(merchant, payout, to, {
    name: `${stepNo} ${who.person.name} makes payout ${payout.id} ${to}`,
    person: who.person,
    method: 'PATCH',
    path: `/pos/settlements/requests/${payout.id}/status`,
    body: {
      status: to,
      ...(to === 'PAID' && { claveRastreo: `PAGO${payout.id.replaceAll('-', '').slice(-20)}` }),
      ...(given.has(to) && { reason: 'El banco lo devolvió' }),
    },
    obstacles: () => [
      ...allowed(),
      ...unless(merchant.isActive || (to !== 'APPROVED' && to !== 'PROCESSING'), 'merchant_suspended'),
    ],
  })
}

function canceling(situation: Situation, merchant: Merchant, payout: Payout): Act | undefined {
  const shop = situation.random.pick(merchant.shops)
  const who = somebody(situation, shop, isManager(situation))
  if (who === undefined) return undefined
  return stepping(merchant, payout, 'CANCELED', {
    name: `${situation.stepNo} ${who.member.name} cancels payout ${payout.id}`,
    person: who.member,
    method: 'POST',
    path: `/pos/settlements/requests/${payout.id}/cancel`,
    obstacles: () => [
      ...unless(mayWork(who, who.shop, 'manager') && who.shop.merchant === merchant),
      ...unless(payout.status === 'REQUESTED', 'invalid_transition'),
    ],
  })
}

/** An act that takes a payout from where it is now to another status. */
function stepping(
  { id }: Merchant,
  payout: Payout,
  to: PayoutStatus,
  act: Omit<Act, 'change' | 'learn'>,
): Act {
  const { status: from, amountCentavos } = payout
  return {
    ...act,
    obstacles: () => [...act.obstacles(), ...unless(payout.status === from, 'invalid_transition')],
    change: {
      [`payouts ${id} ${from}`]: -amountCentavos,
      [`payouts ${id} ${to}`]: amountCentavos,
      [`withdrawn ${id}`]: given.has(to) ? -amountCentavos : 0,
      [`audited settlement.${to.toLowerCase()} ${id}`]: 1,
    },
    learn: () => {
      payout.status = to
    },
  }
}
