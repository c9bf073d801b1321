import { type Act, lacking, type Obstacle, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { cashIn, isWaiting, type Situation, shopsOf, staffOf } from '../situation.ts'
import { drawerName, type Employee, type Shop } from '../trade.ts'

/** Somebody without a drawer opens one. */
export async function openDrawer(situation: Situation, of?: Employee): Promise<void> {
  const { random, network } = situation
  const shop = of?.shop ?? random.pick(shopsOf(situation))
  const free = staffOf(situation, shop).filter(({ drawer }) => drawer === undefined || random.isHit(0.1))
  const who = of ?? (free.length === 0 ? undefined : random.pick(free))
  if (who !== undefined) await network.send(opening(situation, who), random)
}

function opening({ random, stepNo }: Situation, who: Employee): Act {
  const { shop, member } = who
  const name = drawerName(member, who.drawers + 1)
  const floatCentavos = 100 * random.whole(50, 800)
  return {
    name: `${stepNo} ${member.name} opens a drawer in ${shop.name}`,
    person: member,
    method: 'POST',
    path: '/pos/shifts',
    body: { storeId: shop.storeId, openingFloatCentavos: floatCentavos },
    key: `open-${member.membershipId}-${stepNo}`,
    obstacles: () => [
      ...unless(mayWork(who, shop, 'cashier')),
      ...unless(who.drawer === undefined, 'shift_open'),
    ],
    change: {
      [name]: floatCentavos,
      [`open drawers ${shop.storeId}`]: 1,
      [`audited shift.opened ${shop.merchant.id}`]: 1,
    },
    learn: ({ id }) => {
      if (who.drawer !== undefined) return `opened ${id} beside ${who.drawer.shiftId}`
      who.drawers += 1
      who.drawer = { name, shiftId: id }
    },
  }
}

/** Cash is put in or taken out; sometimes more is wanted than there is, or by somebody else. */
export async function moveCash(situation: Situation): Promise<void> {
  const { random, network } = situation
  const shop = random.pick(shopsOf(situation))
  const owner = withDrawer(situation, shop)
  if (owner === undefined) return
  const who = random.isHit(0.8) ? owner : random.pick([owner, ...staffOf(situation, shop)])
  await network.send(moving(situation, owner, who), random)
}

const withDrawer = (situation: Situation, shop: Shop): Employee | undefined => {
  const fit = staffOf(situation, shop).filter(({ drawer }) => drawer !== undefined)
  return fit.length === 0 ? undefined : situation.random.pick(fit)
}

function moving(
  situation: Situation,
  owner: Employee,
  who: Employee,
  key = `cash-${situation.stepNo}`,
  kinds: readonly ('CASH_IN' | 'CASH_OUT' | 'DROP')[] = ['CASH_IN', 'CASH_OUT', 'DROP'],
): Act {
  const { random, stepNo } = situation
  const { shop, drawer } = owner
  if (drawer === undefined) throw new TypeError('a drawer is open')
  const kind = random.pick(kinds)
  const { most } = cashIn(situation, drawer.name)
  // Often just what there is, or one more.
  const amountCentavos = Math.max(1, random.pick([most, most + 1, random.whole(1, Math.max(1, most))]))
  return {
    name: `${stepNo} ${who.member.name} moves ${amountCentavos} by ${kind} in the drawer of ${owner.member.name}`,
    person: who.member,
    method: 'POST',
    path: `/pos/shifts/${drawer.shiftId}/cash_movements`,
    body: { kind, amountCentavos, reason: 'Cambio' },
    key,
    obstacles: (): Obstacle[] => [
      ...unless(mayWork(who, shop, who === owner ? 'cashier' : 'supervisor')),
      ...unless(owner.drawer === drawer, 'shift_closed'),
      ...(kind === 'CASH_IN'
        ? []
        : lacking('insufficient_cash', amountCentavos, cashIn(situation, drawer.name))),
    ],
    change: {
      [drawer.name]: kind === 'CASH_IN' ? amountCentavos : -amountCentavos,
      [`audited cash.moved ${shop.merchant.id}`]: 1,
    },
  }
}

/** The drawer is counted: the Z report has what the model has. */
export async function closeDrawer(situation: Situation): Promise<void> {
  const { random, network } = situation
  const owner = withDrawer(situation, random.pick(shopsOf(situation)))
  if (owner?.drawer === undefined || isDrawerUnknown(situation, owner)) return
  await network.send(closing(situation, owner), random)
}

/** The manager counts what somebody has left open. */
export async function closeForOwner(situation: Situation, owner: Employee): Promise<void> {
  const manager = owner.shop.staff.find(({ rank }) => rank === 'manager')
  if (manager !== undefined)
    await situation.network.send(closing(situation, owner, manager), situation.random)
}

/** Whether the cash of a drawer depends on something unknown. */
export const isDrawerUnknown = (situation: Situation, { drawer, member }: Employee): boolean =>
  drawer !== undefined &&
  (isWaiting(situation, member) || [...situation.books.unknown].some(({ change }) => drawer.name in change))

function closing(situation: Situation, owner: Employee, by = owner): Act {
  const { random, stepNo } = situation
  const { shop, drawer } = owner
  const { member } = by
  if (drawer === undefined) throw new TypeError('a drawer is open')
  const { least: cash } = cashIn(situation, drawer.name)
  let isTimely = true
  const counted = Math.max(0, cash + random.pick([0, 0, 0, -500, 100]))
  return {
    name: `${stepNo} ${member.name} counts ${counted} and closes the drawer of ${owner.member.name}`,
    person: member,
    method: 'POST',
    path: `/pos/shifts/${drawer.shiftId}/close`,
    body: { countedCentavos: counted, ...(counted !== cash && { differenceReason: 'Mal contado' }) },
    key: `close-${drawer.shiftId}-${stepNo}`,
    obstacles: () => [
      ...unless(mayWork(by, shop, by === owner ? 'cashier' : 'supervisor')),
      ...unless(owner.drawer === drawer, 'shift_closed'),
      // A sale at the same time changes what is expected.
      ...(cashIn(situation, drawer.name).least === counted
        ? []
        : [{ codes: ['difference_reason_required'], isSure: false }]),
    ],
    change: {
      [drawer.name]: -situation.books.get(drawer.name),
      [`open drawers ${shop.storeId}`]: -1,
      [`audited shift.closed ${shop.merchant.id}`]: 1,
    },
    holds: (isUnknown) => {
      isTimely &&= !isUnknown
    },
    learn: ({ expectedCentavos }) => {
      owner.drawer = undefined
      situation.services.close(drawer.name)
      // Meanwhile services have ended, and changed what is expected.
      if (isTimely && expectedCentavos !== cash) return `expected ${expectedCentavos} instead of ${cash}`
    },
  }
}

/** Two withdrawals at the same time take no more than there is. */
export async function moveCashTogether(situation: Situation): Promise<void> {
  const { random, network } = situation
  const owner = withDrawer(situation, random.pick(shopsOf(situation)))
  if (owner === undefined) return
  const { name } = owner.drawer ?? { name: '' }
  const outcomes = await network.together(
    [0, 1, 2].map((no) =>
      moving(situation, owner, owner, `cash-${situation.stepNo}-${no}`, ['CASH_OUT', 'DROP']),
    ),
  )
  if (outcomes.includes('done') && cashIn(situation, name).most < 0)
    throw new Error(`${name} has given out more than it had`)
}
