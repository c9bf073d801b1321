import type { CartCheckout } from '../../web/src/terminal/selling/cart/cart-checkout.ts'
import type { CartView } from '../../web/src/terminal/selling/cart/cart-view.ts'
import type { OfflineSeller } from '../../web/src/terminal/selling/orders/order.ts'
import { inCoins, lineCentavos } from '../prices.ts'
import type { Situation } from '../situation.ts'
import type { Device } from '../tills/device.ts'
import type { Page } from '../tills/page.ts'
import type { TillSale } from '../tills/sale.ts'
import { scan } from '../tills/scanner.ts'
import type { Employee, Line, Payment } from '../trade.ts'
import { finalizing, someLines } from './selling.ts'
import { codeOf, freed, judge, observe, obstaclesTo, pressed, someTill } from './tills.ts'

/** Somebody sells goods at the till to one customer after another. */
export async function sellAtTill(situation: Situation): Promise<void> {
  const device = await someTill(situation)
  if (device === undefined) return
  do await sellToNext(situation, device)
  while (situation.random.isHit(0.4))
}

/** As the till's screen would: what the scanner reads goes into the cart, and is paid. */
async function sellToNext(situation: Situation, device: Device): Promise<void> {
  // A page that was opened since has gone on with an earlier customer's payment, and may show what became of it.
  await observe(situation, device)
  if (device.page.payingKey !== undefined) return
  if (!(await freed(device))) return
  await observe(situation, device)
  // With nothing else on the screen it follows a payment that a closed window has left.
  if (device.page.payingKey !== undefined) return
  const read = someLines(situation.random, device.who.shop)
  const lines = (await fill(situation, device, read)) ? await changed(situation, device, read) : undefined
  if (lines === undefined) {
    await freed(device)
    return
  }
  await turnedWithCart(situation, device)
  await pay(situation, device, lines, lines !== read)
  await observe(situation, device)
}

/** @returns whether all of it is in the cart, at the right price */
async function fill(situation: Situation, device: Device, lines: readonly Line[]): Promise<boolean> {
  const { page } = device
  // The next good is often read before the cart has been answered.
  const isQuick = situation.random.isHit(0.5)
  const put = lines.map(({ goods, thousandths }) => {
    const code = scan(situation.random, goods.barcode)
    const read = device.who.shop.goods.find(({ barcode }) => barcode === code)
    if (read !== goods) throw new Error(`${code} was read instead of ${goods.barcode}`)
    const item = situation.tills.item(read)
    return (checkout: CartCheckout) => checkout.add(item, thousandths / 1_000, null)
  })
  for (const acts of isQuick ? [put] : put.map((act) => [act]))
    await page.run((checkout) => {
      for (const act of acts) act(checkout)
    })
  if (page.isClosed) return false
  const { cart, fault } = page.checkout.view()
  if (fault !== null) {
    judge(situation, device, obstaclesTo(device.who), codeOf(fault), 'opens a cart at the till')
    return false
  }
  compare(device, cart, lines)
  return true
}

/** @throws Error when the cart on the screen is not what was asked for, or costs something else */
function compare({ who }: Device, cart: CartView['cart'], lines: readonly Line[]): void {
  const found = (cart?.lines ?? []).map(({ variantId, quantity }) => `${variantId} ${quantity}`).sort()
  const asked = lines.map(({ goods, thousandths }) => `${goods.variantId} ${thousandths / 1_000}`).sort()
  if (found.join() !== asked.join())
    throw new Error(`${who.member.name} put ${asked} into a cart, and it has ${found}`)
  const totalCentavos = totalOf(lines)
  if (cart?.totalCentavos !== totalCentavos)
    throw new Error(`the till of ${who.member.name} asks ${cart?.totalCentavos} instead of ${totalCentavos}`)
}

/** Sometimes the customer wants more or less of something, or not at all. @returns the lines; undefined: it did not succeed */
async function changed(
  situation: Situation,
  device: Device,
  lines: readonly Line[],
): Promise<readonly Line[] | undefined> {
  const { random, network } = situation
  const { page } = device
  if (!random.isHit(0.25)) return lines
  const [changing, ...others] = lines.toReversed() as [Line, ...Line[]]
  const isLeft = others.length > 0 && random.isHit(0.4)
  const thousandths = isLeft ? 0 : random.whole(1, 4) * 1_000
  await page.run((checkout) => {
    const line = checkout.view().cart?.lines.find(({ variantId }) => variantId === changing.goods.variantId)
    return line && checkout.setQuantity(line, thousandths / 1_000)
  })
  if (page.isClosed) return undefined
  const { cart, fault } = page.checkout.view()
  if (fault !== null) {
    const cut = { codes: ['database_unavailable'], isSure: false }
    // When its removal arrives twice, the answer may be that of the second one.
    const gone = { codes: ['not_found'], isSure: false }
    const faults = network.isFaulty ? [cut, ...(isLeft ? [gone] : [])] : []
    const obstacles = [...obstaclesTo(device.who), ...faults]
    judge(situation, device, obstacles, codeOf(fault), 'changes a line at the till')
    return undefined
  }
  const wanted = isLeft ? others : [...others, { ...changing, thousandths }]
  compare(device, cart, wanted)
  return wanted
}

/** Sometimes the cart is recalled and paid in another window, and the first one still shows it. */
async function turnedWithCart({ random }: Situation, device: Device): Promise<void> {
  if (!random.isHit(0.1)) return
  const { cart, isLocal } = device.page.checkout.view()
  await device.turnToOther()
  if (cart !== null && !isLocal)
    await device.page.run((checkout) => {
      const { cart: own, paying, provisional } = checkout.view()
      return own === null && paying === null && provisional === null && checkout.recall(cart.id, null)
    })
  const there = device.page.checkout.view()
  if (there.cart?.id !== cart?.id || there.cart?.version !== cart?.version) await device.turnToOther()
}

const totalOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { goods, thousandths }) => sum + lineCentavos(goods, thousandths), 0)

/** @param isChanged a line was changed; that request may arrive twice, or once more later, and the payment is refused then */
async function pay(
  situation: Situation,
  device: Device,
  lines: readonly Line[],
  isChanged: boolean,
): Promise<void> {
  const { random, tills } = situation
  const { page, who } = device
  const { shop } = who
  if (page.checkout.view().isLocal && device.isUp && random.isHit(0.5)) {
    await page.run((checkout) => checkout.goOnline(null))
    if (page.isClosed) return
    if (page.checkout.view().fault !== null) {
      await freed(device)
      return
    }
  }
  const { cart, isLocal } = page.checkout.view()
  const seller = sellerOf(who)
  // Without a network the till sells only in a shift that it knows.
  if (cart === null || (isLocal && seller === null)) return
  const charge = chargeFor(situation, device, totalOf(lines), isLocal)
  const key = cart.id
  const version = cart.version
  const finalize = finalizing(
    situation,
    who,
    { id: key, version, shop, lines, totalCentavos: totalOf(lines) },
    charge.model,
  )
  const late = { codes: ['cart_changed'], isSure: false }
  const act = { ...finalize, obstacles: () => [...finalize.obstacles(), ...(isChanged ? [late] : [])] }
  const name = `${act.name} at the till`
  const sale: TillSale = {
    key,
    page,
    who,
    act,
    lines,
    name,
    change: act.change,
    totalCentavos: totalOf(lines),
  }
  tills.begin(sale)
  const press = (at: Page) =>
    at.run((checkout) =>
      pressed(random, 0.15, async () => {
        if (!checkout.view().isLocal) await checkout.pay(charge.payments, seller)
        else if (seller !== null) await checkout.payOffline(charge.payments, seller)
      }),
    )
  await press(page)
  const other = device.windows.find((each) => each !== page && each.checkout.view().cart?.id === key)
  if (other !== undefined && random.isHit(0.5)) await press(other)
  for (let attempt = random.whole(0, 2); attempt > 0 && !page.isClosed; attempt--) await page.passPauses()
  // The customer does not wait any longer, not even for the answer to the attempt that is under way.
  if (seller !== null && !page.isClosed && page.checkout.view().paying !== null && random.isHit(0.5)) {
    if (random.isHit(0.5)) await page.passPauses((checkout) => checkout.finishOffline(seller))
    else await page.run((checkout) => checkout.finishOffline(seller))
  }
}

/** Who takes a payment; `null` without an open shift. */
const sellerOf = ({ member, drawer }: Employee): OfflineSeller | null =>
  drawer === undefined
    ? null
    : { accountId: member.id, cashierName: member.name, terminalId: null, shiftId: drawer.shiftId }

/** What the till charges, which is what the model does. @throws Error when they differ */
function chargeFor({ random, tills }: Situation, { who }: Device, totalCentavos: number, isLocal: boolean) {
  const way = random.weighed({ CASH: 60, CARD: 15, TRANSFER: 10, MIXED: totalCentavos >= 3 ? 15 : 0 })
  const card = way === 'MIXED' ? Math.floor(totalCentavos / 3) : 0
  const draft = {
    ...{ cardCentavos: card, cardReference: 'AUT 1', transferCentavos: 0, transferReference: 'SPEI 1' },
    tenderedCentavos: null,
  }
  const { coin } = who.shop
  const { payments, fault } = tills.engine.chargeOf(way, draft, totalCentavos, coin, isLocal)
  if (fault !== null)
    throw new Error(`the till of ${who.member.name} does not charge ${totalCentavos}: ${fault}`)
  const of = (method: Payment['method'], amountCentavos: number): Payment => ({
    ...{ method, amountCentavos, leftCentavos: amountCentavos },
  })
  const model =
    way === 'CASH' || way === 'MIXED'
      ? [...(card > 0 ? [of('CARD', card)] : []), of('CASH', inCoins(totalCentavos - card, coin))]
      : [of(way, totalCentavos)]
  const shown = (each: readonly Pick<Payment, 'method' | 'amountCentavos'>[]) =>
    each.map(({ method, amountCentavos }) => `${method} ${amountCentavos}`).join(', ')
  if (shown(payments) !== shown(model))
    throw new Error(`the till of ${who.member.name} charges ${shown(payments)} instead of ${shown(model)}`)
  return { payments, model }
}
