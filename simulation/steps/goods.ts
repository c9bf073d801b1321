import { type Act, lacking, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { isWaiting, type Situation, shopsOf, somebody } from '../situation.ts'
import { type Goods, stockName } from '../trade.ts'
import { finalizing, openCart, somePayments } from './selling.ts'

/** A delivery, or something that broke. */
export async function moveGoods(situation: Situation): Promise<void> {
  const { random, network, books, stepNo } = situation
  const shop = random.pick(shopsOf(situation))
  const who = somebody(situation, shop, ({ rank }) => rank !== 'cashier' || random.isHit(0.1))
  if (who === undefined) return
  const goods: Goods = random.pick(shop.goods.filter(({ isTracked }) => isTracked))
  const isDelivery = random.isHit(0.7)
  const whole = random.whole(1, isDelivery ? 30 : 6)
  const sign = isDelivery ? 1 : -1
  const act: Act = {
    name: `${stepNo} ${who.member.name} ${isDelivery ? 'receives' : 'throws away'} ${whole} in ${shop.name}`,
    person: who.member,
    method: 'POST',
    path: isDelivery ? '/pos/inventory/receipts' : '/pos/inventory/adjustments',
    body: {
      storeId: shop.storeId,
      ...(!isDelivery && { kind: 'WASTE', reason: 'Se rompió' }),
      lines: [{ variantId: goods.variantId, quantity: sign * whole }],
    },
    key: `goods-${stepNo}`,
    obstacles: () => [
      ...unless(mayWork(who, shop, 'supervisor')),
      ...(isDelivery ? [] : lacking('insufficient_stock', whole * 1_000, books.range(stockName(goods)))),
    ],
    change: {
      [stockName(goods)]: sign * whole * 1_000,
      [`audited ${isDelivery ? 'stock.received' : 'stock.adjusted'} ${shop.merchant.id}`]: 1,
    },
  }
  await network.send(act, random)
}

/** Several customers want the last of something at the same time. */
export async function sellTogether(situation: Situation): Promise<void> {
  const { random, network, books } = situation
  const shop = random.pick(shopsOf(situation))
  const sellers = shop.staff.filter(
    (each) => each.drawer !== undefined && each.isEmployed && !isWaiting(situation, each.member),
  )
  const goods = random.pick(shop.goods.filter(({ isTracked, isWeighed }) => isTracked && !isWeighed))
  const pieces = Math.floor(books.range(stockName(goods)).most / 1_000)
  if (sellers.length === 0 || pieces < 1) return
  const each = Math.max(1, Math.floor(pieces / random.whole(1, 3)))
  const acts: Act[] = []
  for (let no = 0; no < 4; no++) {
    const who = random.pick(sellers)
    const cart = await openCart(situation, who, shop, [{ goods, thousandths: each * 1_000 }])
    if (cart !== undefined) acts.push(finalizing(situation, who, cart, somePayments(random, cart)))
  }
  await network.together(acts)
}
