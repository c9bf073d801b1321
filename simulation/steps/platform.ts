import { type Act, type Obstacle, unless } from '../acts.ts'
import { mayJudge } from '../authority.ts'
import { renew, type Situation } from '../situation.ts'
import type { Merchant, Operator } from '../trade.ts'

const refusedTo = ['forbidden', 'not_found'] as const

/** Somebody of the platform, and whether they may. */
export function someJudge(
  situation: Situation,
  merchant: Merchant,
  needed: 'operator' | 'admin',
  /** Wanted by the simulation itself: by somebody who may. */
  wanted?: unknown,
) {
  const who =
    wanted === undefined ? situation.random.pick(situation.operators) : (situation.operators[0] as Operator)
  return { who, allowed: (): Obstacle[] => unless(mayJudge(who, merchant, needed), ...refusedTo) }
}

/** A manager reports a transfer, and somebody of the platform credits it. */
export async function deposit(situation: Situation, wanted?: Merchant): Promise<void> {
  const { random, network, stepNo, clock } = situation
  const merchant = wanted ?? random.pick(situation.merchants)
  const shop = random.pick(merchant.shops)
  const manager = shop.staff.find(({ rank, isEmployed }) => rank === 'manager' && isEmployed)
  if (manager === undefined) return
  await renew(situation, manager.member)
  const amountCentavos = 100 * random.whole(500, 30_000)
  let depositId: string | undefined
  const reporting: Act = {
    name: `${stepNo} ${manager.member.name} reports ${amountCentavos}`,
    person: manager.member,
    method: 'POST',
    path: '/pos/deposits',
    body: {
      ...{ storeId: shop.storeId, amountCentavos, claveRastreo: `SIM${stepNo}X${shop.storeId.slice(-6)}` },
      paidOn: new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10),
    },
    key: `deposit-${stepNo}-${merchant.id}`,
    obstacles: () => unless(merchant.isActive),
    change: { [`audited deposit.reported ${merchant.id}`]: 1 },
    learn: ({ id }) => {
      depositId = id
    },
  }
  if ((await network.send(reporting, random, 'answered')) !== 'done' || depositId === undefined) return
  const { who, allowed } = someJudge(situation, merchant, 'operator', wanted)
  await renew(situation, who.person)
  const crediting: Act = {
    name: `${stepNo} ${who.person.name} credits it`,
    person: who.person,
    method: 'PATCH',
    path: `/pos/deposits/${depositId}/review`,
    body: { status: 'CREDITED' },
    obstacles: allowed,
    change: { [`deposited ${merchant.id}`]: amountCentavos, [`audited deposit.credited ${merchant.id}`]: 1 },
  }
  await network.send(crediting, random, 'answered')
}

/** A merchant is suspended, or comes back. */
export async function suspend(situation: Situation, wanted?: { merchant: Merchant; isActive: boolean }) {
  const { random, network, stepNo } = situation
  const merchant = wanted?.merchant ?? random.pick(situation.merchants)
  const { who, allowed } = someJudge(situation, merchant, 'admin', wanted)
  const isActive = wanted?.isActive ?? !merchant.isActive
  await renew(situation, who.person)
  const act: Act = {
    name: `${stepNo} ${who.person.name} ${isActive ? 'reactivates' : 'suspends'} ${merchant.id}`,
    person: who.person,
    method: 'PATCH',
    path: `/pos/merchants/${merchant.id}/status`,
    body: { status: isActive ? 'ACTIVE' : 'SUSPENDED', reason: 'Lo decidió la plataforma' },
    obstacles: allowed,
    change: {
      [`suspended ${merchant.id}`]: isActive ? -1 : 1,
      [`audited merchant.${isActive ? 'activated' : 'suspended'} ${merchant.id}`]: 1,
    },
    learn: () => {
      merchant.isActive = isActive
    },
  }
  await network.send(act, random, 'answered')
}

/** What a merchant earns with services changes. */
export async function changeTerms(situation: Situation, wanted?: Merchant): Promise<void> {
  const { random, network, services, stepNo } = situation
  const merchant = wanted ?? random.pick(situation.merchants)
  const { who, allowed } = someJudge(situation, merchant, 'admin', wanted)
  const [shareBps, feeCentavos] = [random.whole(20, 95) * 100, random.whole(0, 4) * 50]
  await renew(situation, who.person)
  const act: Act = {
    name: `${stepNo} ${who.person.name} changes the terms of ${merchant.id}`,
    person: who.person,
    method: 'PUT',
    path: `/platform/merchants/${merchant.id}/vas-terms`,
    body: {
      version: merchant.terms.version,
      lines: [{ kind: 'airtime', isOffered: true, shareBps, feeCentavos }],
      reason: 'Nuevo contrato',
    },
    obstacles: allowed,
    change: { [`audited vas.terms.changed ${merchant.id}`]: 1 },
    learn: ({ version }) => {
      merchant.terms = { shareBps, feeCentavos, version }
      services.changeTerms(merchant)
    },
  }
  await network.send(act, random, 'answered')
}

/** An administrator is confined to a merchant, or to one more. The first one never is. */
export async function confine(situation: Situation): Promise<void> {
  const { random, network, stepNo } = situation
  const merchant = random.pick(situation.merchants)
  const who = random.pick(situation.operators)
  const others = situation.operators.slice(1).filter(({ isAdmin }) => isAdmin)
  if (others.length === 0) return
  const whom = random.pick(others)
  await renew(situation, who.person)
  const act: Act = {
    name: `${stepNo} ${who.person.name} confines ${whom.person.name}`,
    person: who.person,
    method: 'POST',
    path: '/platform/admin-assignments',
    body: { email: whom.person.email, merchantId: merchant.id },
    obstacles: () => [
      ...unless(who.isAdmin && who.confinedTo.size === 0, ...refusedTo),
      ...unless(!whom.confinedTo.has(merchant.id), 'duplicate_value'),
    ],
    change: {
      [`confined ${whom.person.id} ${merchant.id}`]: 1,
      [`audited admin.assigned ${merchant.id}`]: 1,
    },
    learn: () => {
      whom.confinedTo.add(merchant.id)
    },
  }
  await network.send(act, random, 'answered')
}
