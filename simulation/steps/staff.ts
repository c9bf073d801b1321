import { type Act, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { isWaiting, renew, type Situation, shopsOf, staffOf } from '../situation.ts'
import { type Employee, ranks, type Shop } from '../trade.ts'
import { isDrawerUnknown, openDrawer } from './drawers.ts'

/** Somebody joins a shop. */
export async function hire(
  situation: Situation,
  shop: Shop,
  rank: 'cashier' | 'supervisor',
): Promise<Employee> {
  const { app, books } = situation
  const member = await app.world.member({ id: shop.storeId, merchantId: shop.merchant.id }, rank)
  const who: Employee = { shop, member, rank, isEmployed: true, drawer: undefined, drawers: 0 }
  shop.staff.push(who)
  books.apply({ [`members ${shop.storeId} ${rank}`]: 1 })
  return who
}

/** Somebody of the shop ends the membership of another one, or tries to. */
export async function dismiss(situation: Situation): Promise<void> {
  const { random, network, stepNo } = situation
  const shop = random.pick(shopsOf(situation))
  const boss = random.pick(staffOf(situation, shop))
  const others = staffOf(situation, shop).filter(
    (each) => each !== boss && each.rank !== 'manager' && !isDrawerUnknown(situation, each),
  )
  if (others.length === 0) return
  const whom = random.pick(others)
  await renew(situation, boss.member)
  const act: Act = {
    name: `${stepNo} ${boss.member.name} dismisses ${whom.member.name}`,
    person: boss.member,
    method: 'DELETE',
    path: `/pos/memberships/${whom.member.membershipId}`,
    obstacles: () => unless(mayWork(boss, shop, 'manager')),
    change: {
      [`members ${shop.storeId} ${whom.rank}`]: -1,
      [`audited membership.ended ${shop.merchant.id}`]: 1,
    },
    learn: () => {
      whom.isEmployed = false
    },
  }
  if ((await network.send(act, random, 'answered')) !== 'done') return
  const next = await hire(situation, shop, random.pick(['cashier', 'cashier', 'supervisor']))
  await openDrawer(situation, next)
}

/** Somebody of the shop gives another one a new rank, or tries to. */
export async function promote(situation: Situation): Promise<void> {
  const { random, network, stepNo } = situation
  const shop = random.pick(shopsOf(situation))
  const boss = random.pick(staffOf(situation, shop))
  const others = shop.staff.filter(
    (each) =>
      each.isEmployed && each !== boss && each.rank !== 'manager' && !isWaiting(situation, each.member),
  )
  if (others.length === 0) return
  const whom = random.pick(others)
  const rank = random.pick(ranks.filter((each) => each !== whom.rank && each !== 'manager'))
  const before = whom.rank
  await renew(situation, boss.member)
  const act: Act = {
    name: `${stepNo} ${boss.member.name} makes ${whom.member.name} a ${rank}`,
    person: boss.member,
    method: 'PATCH',
    path: `/pos/memberships/${whom.member.membershipId}`,
    body: { role: rank },
    obstacles: () => unless(mayWork(boss, shop, 'manager')),
    change: {
      [`members ${shop.storeId} ${before}`]: -1,
      [`members ${shop.storeId} ${rank}`]: 1,
      [`audited membership.role_changed ${shop.merchant.id}`]: 1,
    },
    learn: () => {
      whom.rank = rank
    },
  }
  await network.send(act, random, 'answered')
}
