import type { VasTerms } from '../../web/src/terminal/selling/orders/order.ts'
import type { Situation } from '../situation.ts'
import type { Device } from '../tills/device.ts'
import type { Page } from '../tills/page.ts'
import { type Airtime, numberOf, toppingUp } from './services.ts'
import { observe, pressed, someTill } from './tills.ts'

/** Somebody tops up a phone at the till, as its screen would: the form is filled in, reviewed and submitted. */
export async function topUpAtTill(situation: Situation, airtime: readonly Airtime[]): Promise<void> {
  const device = await someTill(situation)
  if (device === undefined) return
  const { random, tills } = situation
  const { page, who } = device
  const { shop } = who
  const asked = random.pick(airtime)
  const product = await offered(situation, device, asked)
  if (product === undefined) return
  const terms: VasTerms = {
    ...{ storeId: shop.storeId, terminalId: null, product, reference: numberOf(situation, 0) },
    ...{ amountCentavos: asked.faceCentavos, quote: null, repeats: null },
    payment: { method: 'CASH', tenderedCentavos: null },
  }
  if (!(await isReviewed(page, terms))) return
  const number = terms.reference ?? ''
  const act = toppingUp(situation, who, shop, asked, number)
  await page.run(() => pressed(random, 0.2, () => page.airtime.submit(terms)))
  const state = page.airtime.state()
  if (!('open' in state)) throw new Error(`${act.name}: the till has no order, but ${state.step}`)
  tills.services.add({ key: state.open.key, number, who, act })
  for (let attempt = random.whole(0, 2); attempt > 0 && !page.isClosed; attempt--) await page.passPauses()
  await observe(situation, device)
}

/** The product as this shop's catalog has it; nothing while its merchant is suspended. */
async function offered(
  { app }: Situation,
  { who }: Device,
  { productId }: Airtime,
): Promise<VasTerms['product'] | undefined> {
  const { storeId } = who.shop
  const { body } = await app.call(who.member, 'GET', `/vas/catalog?storeId=${storeId}&kind=airtime`)
  return body.items?.find(({ id }: VasTerms['product']) => id === productId)
}

/** Fills in and reviews the form, after an earlier customer's sale was parked. @returns false when that one cannot be parked yet */
async function isReviewed(page: Page, { product, reference }: VasTerms): Promise<boolean> {
  await page.run(() => {
    const { airtime } = page
    airtime.dispatch({ type: 'parked' })
    airtime.dispatch({ type: 'restarted' })
    airtime.dispatch({ type: 'providerPicked', provider: product.provider })
    airtime.dispatch({ type: 'productPicked', product })
    airtime.dispatch({ type: 'referenceTyped', reference: reference ?? '' })
    airtime.dispatch({ type: 'numberChecked', check: { by: 'reading' } })
    airtime.dispatch({ type: 'reviewed' })
  })
  return !page.isClosed && page.airtime.state().step === 'confirm'
}

/** Liveness: with the network back every till learns how its sales of services have ended. @throws Error */
export async function settleServices(situation: Situation): Promise<void> {
  const { tills } = situation
  for (const device of tills.all.filter(({ who }) => who.isEmployed)) {
    await device.page.takeOver()
    await device.passPausesAtOnce()
    await observe(situation, device)
    const left = device.openServices
    if (left.length > 0)
      throw new Error(`the till of ${device.who.member.name} still waits for the services ${left.join(', ')}`)
  }
}
