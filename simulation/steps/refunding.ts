import { type Act, lacking, type Obstacle, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { halfUp, inCoins } from '../prices.ts'
import type { Random } from '../random.mjs'
import { cashIn, isWaiting, type Situation, shopsOf, somebody, staffOf } from '../situation.ts'
import { type Employee, type Order, type OrderLine, type Payment, type Shop, stockName } from '../trade.ts'
import { paid } from './selling.ts'

/** What is to come back of one line, and its price. */
interface Back {
  readonly line: OrderLine
  readonly thousandths: number
  readonly amountCentavos: number
}

export interface RefundPlan {
  readonly order: Order
  readonly type: 'REFUND' | 'RETURN'
  /** Everything that is left, which is not listed. */
  readonly isWhole: boolean
  readonly isWasted: boolean
  readonly backs: readonly Back[]
}

interface Approval {
  readonly id: string
  readonly askedAtMs: number
}

type Leg = Pick<Payment, 'method' | 'amountCentavos'> & { readonly payment: Payment }

/** A customer brings goods back, or gets money for them. */
export async function refund(situation: Situation): Promise<void> {
  const { random, network } = situation
  const shop = random.pick(shopsOf(situation))
  const orders = returnable(shop)
  if (orders.length === 0) return
  const plan = somePlan(random, random.pick(orders))
  const who = somebody(situation, shop, ({ drawer }) => drawer !== undefined)
  if (plan === undefined || who === undefined) return
  const approved =
    who.rank === 'cashier' && random.isHit(0.9) ? await approval(situation, who, plan) : undefined
  await network.send(refunding(situation, who, plan, approved), random)
}

/** The latest orders: customers come back soon, and more than once. */
const returnable = ({ orders }: Shop): Order[] => orders.slice(-6).filter(({ isAwaited }) => !isAwaited)

/** Nothing when all of it has come back. */
function somePlan(random: Random, order: Order): RefundPlan | undefined {
  const type = random.isHit(0.7) ? 'RETURN' : 'REFUND'
  const left = order.lines.filter(
    (line) => (type === 'RETURN' ? line.leftThousandths : line.leftCentavos) > 0,
  )
  // Sometimes more is asked for than is left.
  if (left.length === 0 && !random.isHit(0.3)) return undefined
  const isWhole = left.length === 0 || random.isHit(0.3)
  const lines = isWhole ? left : [random.pick(left)]
  const backs = lines.map((line): Back => {
    const most = line.leftThousandths
    const some = line.goods.isWeighed ? random.whole(1, most) : 1_000 * random.whole(1, most / 1_000)
    const thousandths = type === 'REFUND' ? 0 : isWhole ? most : some
    const isPart = type === 'REFUND' && !isWhole && random.isHit(0.6)
    const amountCentavos = isPart ? someOf(random, line.leftCentavos) : priceOf(line, type, thousandths)
    return { line, thousandths, amountCentavos }
  })
  return { order, type, isWhole, isWasted: !isWhole && type === 'RETURN' && random.isHit(0.3), backs }
}

/** Often almost all: what is left by rounding is where amounts go wrong. */
const someOf = (random: Random, most: number): number =>
  random.isHit(0.5) ? Math.max(1, most - random.whole(1, 60)) : random.whole(1, most)

/** Goods that come back have their share of the price, and the last of them all that is left. */
function priceOf(line: OrderLine, type: RefundPlan['type'], thousandths: number): number {
  if (type === 'REFUND' || thousandths === line.leftThousandths) return line.leftCentavos
  return Math.min(line.leftCentavos, halfUp(line.totalCentavos * thousandths, line.thousandths))
}

/** Money goes back the way it came: to the first payment first, its cash in the store's coins. */
function legsOf({ order, backs }: RefundPlan): readonly Leg[] {
  const { lines, payments, shop } = order
  const ofLines = backs.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  const paidLeft = payments.reduce((sum, { leftCentavos }) => sum + leftCentavos, 0)
  const linesLeft = lines.reduce((sum, { leftCentavos }) => sum + leftCentavos, 0)
  const amount = ofLines === linesLeft ? paidLeft : Math.min(ofLines, paidLeft)
  const cash = spread(payments, amount).find(({ method }) => method === 'CASH')
  if (cash === undefined || amount >= paidLeft) return spread(payments, amount)
  let rounded = inCoins(cash.amountCentavos, shop.coin)
  if (rounded > cash.payment.leftCentavos || rounded - cash.amountCentavos > paidLeft - amount)
    rounded -= shop.coin
  return spread(payments, amount + rounded - cash.amountCentavos)
}

function spread(payments: readonly Payment[], amountCentavos: number): Leg[] {
  let rest = amountCentavos
  return payments.flatMap((payment) => {
    const part = Math.min(rest, payment.leftCentavos)
    rest -= part
    return part > 0 ? [{ method: payment.method, amountCentavos: part, payment }] : []
  })
}

const requested = ({ isWhole, isWasted, type, backs }: RefundPlan) =>
  isWhole
    ? {}
    : {
        lines: backs.map(({ line, thousandths, amountCentavos }) => ({
          lineItemId: line.lineItemId,
          ...(type === 'REFUND' && { amountCentavos }),
          ...(type === 'RETURN' && {
            quantity: thousandths / 1_000,
            disposition: isWasted ? 'WASTE' : 'STOCK',
          }),
        })),
      }

const isTooMuch = ({ order, type, backs }: RefundPlan): boolean =>
  backs.length === 0 ||
  backs.some(
    ({ line, thousandths, amountCentavos }) =>
      thousandths > line.leftThousandths ||
      amountCentavos > line.leftCentavos ||
      (thousandths === 0 && amountCentavos === 0),
  ) ||
  (type === 'REFUND' && order.lines.every(({ leftCentavos }) => leftCentavos === 0))

/** A cashier asks, and somebody of a higher rank says yes. @returns undefined when nobody does */
async function approval(
  situation: Situation,
  who: Employee,
  plan: RefundPlan,
): Promise<Approval | undefined> {
  const { random, network, stepNo } = situation
  const { shop } = plan.order
  let approvalId: string | undefined
  const askedAtMs = situation.clock.now().getTime()
  const asking: Act = {
    name: `${stepNo} ${who.member.name} asks for a refund in ${shop.name}`,
    person: who.member,
    method: 'POST',
    path: '/pos/approvals',
    body: {
      ...{
        type: plan.type,
        scope: plan.isWhole ? 'CART' : 'LINE',
        orderId: plan.order.id,
        reason: 'No le gustó',
      },
      ...requested(plan),
    },
    key: `approval-${stepNo}`,
    obstacles: () => [
      ...unless(mayWork(who, shop, 'cashier')),
      ...unless(!isTooMuch(plan), 'refund_exceeds'),
    ],
    change: {},
    learn: (body) => {
      approvalId = body.id
    },
  }
  if ((await network.send(asking, random, 'answered')) !== 'done' || approvalId === undefined)
    return undefined
  const decider = random.pick([...staffOf(situation, shop), who])
  const deciding: Act = {
    name: `${stepNo} ${decider.member.name} approves it`,
    person: decider.member,
    method: 'POST',
    path: `/pos/approvals/${approvalId}/approve`,
    body: {},
    obstacles: () => unless(mayWork(decider, shop, 'supervisor') && decider !== who),
    change: {},
  }
  return (await network.send(deciding, random, 'answered')) === 'done'
    ? { id: approvalId, askedAtMs }
    : undefined
}

function refunding(
  situation: Situation,
  who: Employee,
  plan: RefundPlan,
  approved: Approval | undefined,
  key = `refund-${situation.stepNo}`,
): Act {
  const { order, type, backs } = plan
  const { shop } = order
  const { drawer } = who
  const legs = legsOf(plan)
  const cash = legs.reduce(
    (sum, { method, amountCentavos }) => sum + (method === 'CASH' ? amountCentavos : 0),
    0,
  )
  const goods = plan.isWasted ? [] : backs.filter(({ line }) => line.goods.isTracked && type === 'RETURN')
  const amount = legs.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  return {
    name: `${situation.stepNo} ${who.member.name} gives ${amount} back in ${shop.name}`,
    person: who.member,
    method: 'POST',
    path: `/pos/sales_orders/${order.id}/refunds`,
    body: {
      type,
      reason: 'No le gustó',
      ...requested(plan),
      ...(approved && { approvalId: approved.id }),
    },
    key,
    obstacles: (): Obstacle[] => [
      ...unless(mayWork(who, shop, 'cashier')),
      ...unless(drawer !== undefined && who.drawer === drawer, 'shift_closed'),
      ...unless(!isTooMuch(plan), 'refund_exceeds', 'approval_used'),
      ...unless(approved !== undefined || mayWork(who, shop, 'supervisor'), 'approval_pending'),
      ...(approved === undefined ? [] : expiry(situation, approved)),
      ...(drawer === undefined ? [] : lacking('insufficient_cash', cash, cashIn(situation, drawer.name))),
    ],
    change: {
      ...(drawer && { [drawer.name]: -cash }),
      ...Object.fromEntries(goods.map(({ line, thousandths }) => [stockName(line.goods), thousandths])),
      ...paid(shop, legs, -1),
      [`refunds ${shop.storeId}`]: 1,
      [`audited sale.refunded ${shop.merchant.id}`]: 1,
    },
    holds: (isUnknown) => {
      order.isAwaited = isUnknown
    },
    learn: (body) => {
      for (const { line, thousandths, amountCentavos } of backs) {
        line.leftThousandths -= thousandths
        line.leftCentavos -= amountCentavos
      }
      for (const { payment, amountCentavos } of legs) payment.leftCentavos -= amountCentavos
      if (body.amountCentavos !== amount)
        return `gave back ${body.amountCentavos}, of an order that now has ${JSON.stringify(remains(order))}`
      const isNegative = order.lines.some(
        ({ leftCentavos, leftThousandths }) => leftCentavos < 0 || leftThousandths < 0,
      )
      if (isNegative || order.payments.some(({ leftCentavos }) => leftCentavos < 0))
        return 'gave back more than was paid'
    },
  }
}

/** An approval is good for fifteen minutes. */
function expiry({ clock }: Situation, { askedAtMs }: Approval): Obstacle[] {
  const minutes = (clock.now().getTime() - askedAtMs) / 60_000
  return minutes < 14 ? [] : [{ codes: ['approval_expired'], isSure: minutes > 16 }]
}

const remains = ({ lines, payments }: Order) => ({
  lines: lines.map(({ totalCentavos, leftCentavos, leftThousandths }) => [
    totalCentavos,
    leftCentavos,
    leftThousandths,
  ]),
  payments: payments.map(({ method, amountCentavos, leftCentavos }) => [
    method,
    amountCentavos,
    leftCentavos,
  ]),
})

const isMost = ({ type }: RefundPlan, { line, thousandths, amountCentavos }: Back): boolean =>
  type === 'RETURN' ? 2 * thousandths > line.leftThousandths : 2 * amountCentavos > line.leftCentavos

/** Several refunds of one order at the same time: what one has given back, no other can. */
export async function refundTogether(situation: Situation): Promise<void> {
  const { random, network } = situation
  const shop = random.pick(shopsOf(situation))
  const orders = returnable(shop)
  const people = shop.staff.filter(
    (each) => each.drawer !== undefined && each.rank !== 'cashier' && !isWaiting(situation, each.member),
  )
  if (orders.length === 0 || people.length === 0) return
  const plan = somePlan(random, random.pick(orders))
  // Of what takes more than half, only one can succeed.
  if (plan === undefined || plan.backs.some((back) => !isMost(plan, back))) return
  const acts = [0, 1, 2].map((no) =>
    refunding(
      situation,
      people[no % people.length] as Employee,
      plan,
      undefined,
      `refund-${situation.stepNo}-${no}`,
    ),
  )
  await network.together(acts)
}
