import { isOffline, type OfflineOrder } from '../../web/src/terminal/selling/orders/order.ts'
import type { Result } from '../../web/src/terminal/selling/vas/sale-machine.ts'
import { judged, lacking, type Obstacle, unless } from '../acts.ts'
import type { Random } from '../random.mjs'
import { isWaiting, type Situation, shopsOf, staffOf } from '../situation.ts'
import type { Device } from '../tills/device.ts'
import type { TillSale, TillService } from '../tills/sale.ts'
import { type Employee, type Shop, stockName } from '../trade.ts'

/** Above this an offline sale is held. */
const largestOfflineCentavos = 300_000

/** Somebody with a drawer comes to their till, which has asked again about what it did not know. */
export async function someTill(situation: Situation): Promise<Device | undefined> {
  const { random, tills, network } = situation
  const shop = random.pick(shopsOf(situation))
  const fit = staffOf(situation, shop).filter(({ drawer }) => drawer !== undefined)
  if (fit.length === 0) return
  const device = tills.of(random.pick(fit))
  device.random = network.isFaulty ? random : undefined
  if (random.isHit(0.25)) await device.turnToOther()
  await device.passPausesAtOnce()
  await observe(situation, device)
  return device
}

/** A button is pressed, by some cashiers twice. */
export const pressed = (random: Random, twice: number, act: () => Promise<void>): Promise<unknown> =>
  Promise.all(Array.from({ length: random.isHit(twice) ? 2 : 1 }, act))

/** Cancels what an earlier customer left on the screen. @returns false when the page was closed before: it is still there */
export async function freed(device: Device): Promise<boolean> {
  const { page } = device
  await page.run(async (checkout) => {
    if (checkout.view().cart !== null) await checkout.cancel()
    checkout.startNew()
  })
  return !page.isClosed
}

/** Time passes at a till: its network goes or returns, its page is closed, it asks again. */
export async function visitTill(situation: Situation): Promise<void> {
  const { random, tills, network } = situation
  const devices = tills.all.filter(({ who }) => who.isEmployed && !isWaiting(situation, who.member))
  if (devices.length === 0) return
  const open = devices.filter(({ openKeys }) => openKeys.length > 0)
  const device = random.pick(open.length > 0 ? open : devices)
  device.random = network.isFaulty ? random : undefined
  device.isUp = random.isHit(tills.sales.length >= 3 ? 0.9 : 0.5)
  await device.passStep()
  if (random.isHit(0.3)) device.page.close()
  if (random.isHit(0.25)) await device.turnToOther()
  await device.passPausesAtOnce()
  await observe(situation, device)
}

/** The model learns what the till knows. @throws Error when the till is wrong */
export async function observe(situation: Situation, device: Device): Promise<void> {
  const { tills } = situation
  await rested(device)
  for (const sale of tills.salesOf(device.who)) {
    const order = device.stored(sale.key)
    const sold = device.windows.map((page) => page.sold(sale.key)).find((each) => each !== null)
    if (sold !== undefined) {
      tills.end(sale, 'done')
      const wrong = sale.act.learn?.(sold)
      if (wrong !== undefined)
        throw new Error(`${sale.name} ${wrong}: ${JSON.stringify(sold).slice(0, 1_500)}`)
    } else if (device.windows.some(({ payingKey }) => payingKey === sale.key)) continue
    else if (order === undefined || order.state === 'DRAFT' || order.state === 'CANCELED')
      refused(situation, device, sale)
    else if (!isOffline(order)) continue
    else if (order.state === 'BOOKED') tills.end(sale, 'done')
    else if (order.state === 'HELD') held(situation, device, sale, order)
    else if (order.state === 'REFUSED' && order.faultCode !== null)
      judge(situation, device, obstaclesToHandIn(situation, sale), order.faultCode, sale.name)
  }
  for (const page of device.windows)
    if (page.checkout.view().sold !== null) await page.run((checkout) => checkout.startNew())
  await observeServices(situation, device)
}

/** Waits until all its windows wait for nothing. */
async function rested(device: Device): Promise<void> {
  await device.page.run(() => undefined)
  for (const page of device.windows) await page.run(() => page.book.loaded)
}

async function observeServices(situation: Situation, device: Device): Promise<void> {
  const { tills } = situation
  await rested(device)
  for (const service of tills.services) {
    if (service.who !== device.who) continue
    const result = device.results.get(service.key)
    if (result !== undefined) {
      tills.services.delete(service)
      const wrong = learned(situation, service, result)
      if (wrong !== undefined)
        throw new Error(`${service.act.name} at the till ${wrong}: ${JSON.stringify(result)}`)
    } else if (device.stored(service.key) === undefined) {
      // Its page was closed before it was on disk: it was never sent.
      tills.services.delete(service)
      service.act.refused?.()
    }
  }
}

function learned({ services }: Situation, { act, number }: TillService, result: Result): string | undefined {
  if (result.variant !== 'NOT_ATTEMPTED') return services.shown(number, result.sale.id, result.sale.status)
  // From now on it must not be found at the server.
  act.refused?.()
  return judged([...act.obstacles(), { codes: ['never_sent'], isSure: false }], result.refusal.code)
}

function refused(situation: Situation, device: Device, sale: TillSale): void {
  const { tills } = situation
  // A closed window counts as well: its customer has gone with the goods.
  if ([sale.page, ...device.windows].some((page) => page.hasShownAsSold(sale.key)))
    throw new Error(`${sale.name} was shown as sold, and its till has lost it`)
  const { fault } = sale.page.checkout.view()
  // Nobody saw the reason: the window was closed, or another one got the answer.
  if (sale.page.isClosed || (fault === null && device.windows.length > 1)) {
    tills.end(sale, 'untold')
    return
  }
  tills.end(sale, 'refused')
  judge(situation, device, sale.act.obstacles(), codeOf(fault), sale.name)
}

/** An offline sale is held for a reason that the model knows. */
function held(situation: Situation, device: Device, sale: TillSale, { reasons }: OfflineOrder): void {
  situation.tills.end(sale, 'held')
  for (const { code } of reasons)
    judge(situation, device, obstaclesToHandIn(situation, sale), code, `${sale.name}, held`)
}

export const obstaclesTo = (who: Employee): Obstacle[] => unless(who.isEmployed && who.shop.merchant.isActive)

/** Why a sale without a network may be held or refused when it is handed in. */
function obstaclesToHandIn({ books }: Situation, { who, lines, totalCentavos }: TillSale): Obstacle[] {
  return [
    ...obstaclesTo(who),
    ...unless(totalCentavos <= largestOfflineCentavos, 'amount_above_limit'),
    ...lines.flatMap(({ goods, thousandths }) =>
      goods.isTracked ? lacking('insufficient_stock', thousandths, books.range(stockName(goods))) : [],
    ),
  ]
}

/** The code of the server's refusal, or the name of what happened on the device. */
export const codeOf = (fault: unknown): string => {
  const { code, name } = Object(fault) as { code?: string; name?: string }
  return code ?? name ?? String(fault)
}

export function judge(
  { network }: Situation,
  { who }: Device,
  obstacles: readonly Obstacle[],
  code: string,
  name: string,
): void {
  // Without an answer nothing is wrong with the server.
  const reasons = network.isFaulty ? [...obstacles, { codes: ['NoAnswer'], isSure: false }] : obstacles
  const wrong = judged(reasons, code)
  if (wrong !== undefined) throw new Error(`${name} (${who.shop.name}) ${wrong}`)
}

/** Liveness: with the network back every till hands in what it has sold, and nothing is left but what is held. */
export async function settleTills(situation: Situation): Promise<void> {
  const { tills } = situation
  for (const device of tills.all.filter(({ who }) => who.isEmployed)) {
    await device.mend()
    for (let round = 0; round < 6 && (round === 0 || device.openKeys.length > 0); round++) {
      await device.page.takeOver()
      await device.passPausesAtOnce()
      for (const key of device.openKeys)
        if (device.stored(key)?.state === 'REFUSED')
          await device.page.run(() => device.page.queue.sendOne(key))
      await observe(situation, device)
      await attendOther(device)
    }
    await freed(device)
    const left = device.openKeys
    if (left.length > 0)
      throw new Error(
        `the till of ${device.who.member.name} still has ${left.map((key) => `${key} ${device.stored(key)?.state}`)}`,
      )
  }
  for (const sale of tills.takeUntold()) await check(situation, sale)
  for (const sale of tills.takeHeld()) await decide(situation, sale)
}

/**
 * Turns to the device's other window. A window that shows a refused payment sends what closed windows have left only after its
 * customer has gone.
 */
async function attendOther(device: Device): Promise<void> {
  if (device.openKeys.length === 0 || device.windows.length < 2) return
  await freed(device)
  await device.turnToOther()
}

const managerOf = ({ staff }: Shop): Employee => {
  const manager = staff.find(({ rank }) => rank === 'manager')
  if (manager === undefined) throw new TypeError('every shop has a manager')
  return manager
}

/** The manager checks at the server that a sale was not made, which its till has let go. @throws Error when it was */
async function check({ app }: Situation, sale: TillSale): Promise<void> {
  const answer = await app.call(managerOf(sale.who.shop).member, 'GET', `/pos/carts/${sale.key}`)
  // A cart that was on the device only is not there.
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`${sale.name}: ${answer.text}`)
  if (answer.body.status === 'FINALIZED')
    throw new Error(`${sale.name} was sold, and its till has forgotten it`)
}

/**
 * Another person with a say decides about a held sale: it is booked as it was made, and goods that were not there have been
 * found; or the goods are put back on the shelf, and the money is given back.
 */
async function decide({ app, books, random }: Situation, sale: TillSale): Promise<void> {
  const { who } = sale
  const other = who.shop.staff.find((each) => each.isEmployed && each !== who && each.rank !== 'cashier')
  const isDrawerOpen = who.drawer !== undefined && who.drawer.name in sale.change
  const isAccepted = other !== undefined && isDrawerOpen && books.unknown.size === 0 && random.isHit(0.5)
  const { member } = other ?? managerOf(who.shop)
  const answer = await app.call(
    member,
    'POST',
    `/pos/offline_sales/${sale.key}/${isAccepted ? 'accept' : 'discard'}`,
    isAccepted ? {} : { reason: 'Se regresó' },
  )
  if (answer.status >= 300) throw new Error(`${sale.name}: ${answer.text}`)
  if (!isAccepted) return
  const taken = sale.lines
    .filter(({ goods }) => goods.isTracked)
    .map(({ goods, thousandths }) => {
      const name = stockName(goods)
      return [name, -Math.min(thousandths, books.get(name))]
    })
  books.apply({ ...sale.change, ...Object.fromEntries(taken) })
}
