import type { Answer } from '../../server/test/app.ts'
import { type Act, lacking, type Obstacle, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { inCoins, lineCentavos } from '../prices.ts'
import type { Random } from '../random.mjs'
import { type Situation, shopsOf, somebody } from '../situation.ts'
import { type Employee, type Line, type Payment, type Shop, stockName } from '../trade.ts'

/** A cart as it is shown to its customer. */
interface Cart {
  readonly id: string
  readonly version: number
  readonly shop: Shop
  readonly lines: readonly Line[]
  readonly totalCentavos: number
}

/** One customer buys goods. */
export async function sell(situation: Situation): Promise<void> {
  const { random, network } = situation
  const shop = random.pick(shopsOf(situation))
  const who = somebody(situation, shop, ({ drawer }) => drawer !== undefined || random.isHit(0.05))
  if (who === undefined) return
  const cart = await openCart(situation, who, shop, someLines(random, shop))
  if (cart !== undefined)
    await network.send(finalizing(situation, who, cart, somePayments(random, cart)), random)
}

export function someLines(random: Random, shop: Shop): Line[] {
  return random.some(shop.goods, random.whole(1, 3)).map((goods) => ({
    goods,
    thousandths: goods.isWeighed
      ? random.whole(80, 2_500)
      : 1_000 * (random.isHit(0.04) ? random.whole(20, 60) : random.whole(1, 3)),
  }))
}

/** @returns undefined for who may not */
export async function openCart(
  situation: Situation,
  who: Employee,
  shop: Shop,
  lines: readonly Line[],
): Promise<Cart | undefined> {
  const { random, network, clock, stepNo } = situation
  const id = random.uuid(clock.now().getTime())
  const totalCentavos = lines.reduce(
    (sum, { goods, thousandths }) => sum + lineCentavos(goods, thousandths),
    0,
  )
  let version = 0
  const act: Act = {
    name: `${stepNo} ${who.member.name} opens a cart in ${shop.name}`,
    person: who.member,
    method: 'POST',
    path: '/pos/carts',
    body: {
      storeId: shop.storeId,
      id,
      lines: lines.map(({ goods, thousandths }) => ({
        variantId: goods.variantId,
        quantity: thousandths / 1_000,
      })),
    },
    obstacles: () => unless(mayWork(who, shop, 'cashier')),
    change: {},
    learn: (body) => {
      version = body.version
      if (body.totalCentavos !== totalCentavos)
        return `costs ${body.totalCentavos} instead of ${totalCentavos}`
    },
  }
  const outcome = await network.send(act, random, random.isHit(0.05) ? 'doubled' : 'answered')
  return outcome === 'done' ? { id, version, shop, lines, totalCentavos } : undefined
}

export function somePayments(random: Random, { shop, totalCentavos }: Cart): Payment[] {
  const of = (method: Payment['method'], amountCentavos: number): Payment => ({
    method,
    amountCentavos,
    leftCentavos: amountCentavos,
  })
  const part = Math.floor(totalCentavos / 3)
  switch (random.weighed({ CASH: 60, CARD: 15, TRANSFER: 10, BOTH: part > 0 ? 15 : 0 })) {
    case 'CARD':
      return [of('CARD', totalCentavos)]
    case 'TRANSFER':
      return [of('TRANSFER', totalCentavos)]
    case 'BOTH':
      return [of('CARD', part), of('CASH', inCoins(totalCentavos - part, shop.coin))]
    default:
      return [of('CASH', inCoins(totalCentavos, shop.coin))]
  }
}

/** The payment of a cart: goods, money and documents, all or nothing. */
export function finalizing(
  { books, stepNo }: Situation,
  who: Employee,
  cart: Cart,
  payments: readonly Payment[],
): Act {
  const { shop } = cart
  const tracked = cart.lines.filter(({ goods }) => goods.isTracked)
  const cash = payments.reduce(
    (sum, { method, amountCentavos }) => sum + (method === 'CASH' ? amountCentavos : 0),
    0,
  )
  const { drawer } = who
  return {
    name: `${stepNo} ${who.member.name} sells for ${cart.totalCentavos} in ${shop.name}`,
    person: who.member,
    method: 'POST',
    path: `/pos/carts/${cart.id}/finalize`,
    body: {
      version: cart.version,
      payments: payments.map(({ method, amountCentavos }) => ({ method, amountCentavos })),
    },
    key: cart.id,
    obstacles: (): Obstacle[] => [
      ...unless(mayWork(who, shop, 'cashier')),
      ...unless(drawer !== undefined && who.drawer === drawer, 'shift_closed'),
      ...tracked.flatMap(({ goods, thousandths }) =>
        lacking('insufficient_stock', thousandths, books.range(stockName(goods))),
      ),
    ],
    change: {
      ...(drawer && { [drawer.name]: cash }),
      ...Object.fromEntries(tracked.map(({ goods, thousandths }) => [stockName(goods), -thousandths])),
      ...paid(shop, payments, 1),
      [`orders ${shop.storeId}`]: 1,
      [`audited sale.completed ${shop.merchant.id}`]: 1,
    },
    learn: (body) => noteOrder(cart, payments, body),
  }
}

/** How much was paid by each method. */
export function paid(
  { storeId }: Shop,
  legs: readonly Pick<Payment, 'method' | 'amountCentavos'>[],
  sign: 1 | -1,
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { method, amountCentavos } of legs) {
    const name = `paid ${method} ${storeId}`
    sums[name] = (sums[name] ?? 0) + sign * amountCentavos
  }
  return sums
}

function noteOrder(cart: Cart, payments: readonly Payment[], { order }: Answer['body']): string | undefined {
  const { shop } = cart
  if (shop.orders.some(({ id }) => id === order.id)) return 'was done before'
  const lines = cart.lines.map(({ goods, thousandths }) => {
    const totalCentavos = lineCentavos(goods, thousandths)
    const { id } = order.lines.find(({ variantId }: { variantId: string }) => variantId === goods.variantId)
    return {
      ...{ lineItemId: id as string, goods, thousandths, leftThousandths: thousandths, totalCentavos },
      leftCentavos: totalCentavos,
    }
  })
  shop.orders.push({ id: order.id, shop, lines, payments, isAwaited: false })
  if (shop.orders.length > 40) shop.orders.shift()
  const rounding = payments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0) - cart.totalCentavos
  if (order.totalCentavos !== cart.totalCentavos) return `was charged ${order.totalCentavos}`
  if (order.roundingCentavos !== rounding)
    return `was rounded by ${order.roundingCentavos} instead of ${rounding}`
}
