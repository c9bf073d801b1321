import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { Random } from '../simulation/random.mjs'
import { someCode, someEvenWedge, someGtin, someOwnCode, someWedge } from '../simulation/tills/wedges.ts'
import { openDemo } from './demo.ts'
import { keptOrders } from './device-orders.ts'
import { commandsIn, type Ears, type Keyboard, keyboardOf, listenIn, stalledMs } from './scanner-keys.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

/** MOSTRADOR_SCANS=10000 for a long run; MOSTRADOR_SCANS_SEED repeats one. */
const count = Number(process.env['MOSTRADOR_SCANS'] ?? 300)
const seed = Number(process.env['MOSTRADOR_SCANS_SEED'] ?? Math.trunc(Math.random() * 2 ** 31))
/** Scans on one screen before the next. */
const perScreen = 25
const topup = '5512365600'

const demo = stories({ opens: () => openDemo({ RATE_LIMITS: 'off' }) })
let manager: DemoApi
let visit: Visit
let page: Page
const random = new Random(seed)
const sold = [someGtin(random, 13), someGtin(random, 13), someGtin(random, 8), '1001'] as const
const goods = ['Agua natural 1 L', 'Refresco de cola', 'Pan blanco', 'Azúcar 1 kg'] as const

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  for (const [at, name] of goods.entries()) {
    const variantId = await manager.variantOf(name)
    await manager.post('/pos/barcodes', { storeId: manager.storeId, variantId, code: sold[at] })
  }
})
interface Screen {
  readonly name: string
  readonly open: () => Promise<void>
  /** @param isDisturbed a scan that the machine delayed may have reached a field */
  readonly close: (isDisturbed: boolean) => Promise<void>
  /** Where the focus can be: fields, buttons, or nowhere. */
  readonly places: () => readonly (() => Promise<unknown>)[]
  /** Whether the store's codes become lines of the cart here. */
  readonly sells: boolean
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
const nowhere = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
const search = () => page.getByRole('searchbox', { name: 'Buscar o escanear' })
const inMenu = async (item: string) => {
  await button('Más acciones de la cuenta').click()
  await page.getByRole('menuitem', { name: item }).click()
  await dialog().waitFor()
  // The menu gives the focus back while it closes, and the dialog takes it.
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await expect.poll(() => dialog().evaluate((it) => it.contains(document.activeElement))).toBe(true)
}
const leave = async () => {
  await dialog().getByRole('button', { name: 'Cerrar' }).first().click()
  await dialog().waitFor({ state: 'detached' })
}
const tab = (name: string) => page.getByRole('tab', { name }).click()

const screens: readonly Screen[] = [
  {
    name: 'the shelf and the cart',
    sells: true,
    open: async () => void (await search().waitFor()),
    close: async () => undefined,
    places: () => [
      nowhere,
      () => search().focus(),
      () => button(/^Cobrar/).focus(),
      () => button('Más acciones de la cuenta').focus(),
      () => page.getByRole('tab', { name: 'TAE' }).focus(),
      () =>
        button(/^Uno más de/)
          .first()
          .focus(),
      () => page.getByRole('button', { name: 'Bloquear la pantalla' }).focus(),
    ],
  },
  {
    name: 'the payment, with cash that was typed',
    sells: true,
    open: async () => {
      await button(/^Cobrar \$/).click()
      await dialog().waitFor()
      await dialog().getByLabel('Otra cantidad').fill('90000')
    },
    close: async (isDisturbed) => {
      if (!isDisturbed)
        await expect.poll(() => dialog().getByLabel('Otra cantidad').inputValue()).toBe('90,000.00')
      await leave()
    },
    places: () => [
      () => dialog().getByLabel('Otra cantidad').focus(),
      () => dialog().getByRole('button', { name: 'Cerrar' }).focus(),
      () => dialog().getByRole('button', { name: /^\$/ }).first().focus(),
      () => dialog().getByRole('radio', { name: 'Efectivo' }).focus(),
      () =>
        dialog()
          .getByRole('button', { name: /^Cobrar \$/ })
          .focus(),
    ],
  },
  {
    name: 'a discount',
    sells: false,
    open: async () => {
      await inMenu('Dar descuento')
      await page.getByRole('textbox', { name: 'Por ciento' }).fill('10')
      await page.getByLabel('Motivo').fill('Envase abollado')
    },
    close: leave,
    places: () => [
      () => page.getByRole('textbox', { name: 'Por ciento' }).focus(),
      () => page.getByLabel('Motivo').focus(),
      () => button('Pedir autorización').focus(),
    ],
  },
  {
    name: 'the question whether the cart is given up',
    sells: false,
    open: () => inMenu('Cancelar la cuenta'),
    close: leave,
    places: () => [
      () => dialog().getByRole('button', { name: 'Cancelar la cuenta' }).focus(),
      () => dialog().getByRole('button', { name: 'Cancelar', exact: true }).focus(),
    ],
  },
  {
    name: 'a customer, searched for',
    sells: false,
    open: () => inMenu('Cliente'),
    close: leave,
    places: () => [
      () => dialog().locator('input').first().focus(),
      () => dialog().getByRole('button').last().focus(),
    ],
  },
  {
    name: 'a top-up before it is sold',
    sells: false,
    open: async () => {
      await tab('TAE')
      await page.getByRole('button', { name: 'Telcel' }).click()
      await page.getByRole('button', { name: '$100' }).click()
      await page.getByLabel('Número celular').fill(topup)
      await page.getByLabel('Escríbelo otra vez').fill(topup)
      await button('Continuar').click()
      await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
    },
    close: async () => {
      await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
      await button('Corregir').click()
      await button('Empezar de nuevo').click()
      await tab('Productos')
    },
    places: () => [
      nowhere,
      () => button('Recargar $100.00').focus(),
      () => button('Corregir').focus(),
      () => page.getByLabel('Otra cantidad').focus(),
      () => page.getByRole('radio', { name: 'Efectivo' }).focus(),
    ],
  },
  {
    name: 'a phone number',
    sells: false,
    open: async () => {
      await tab('TAE')
      await page.getByRole('button', { name: 'Telcel' }).click()
      await page.getByRole('button', { name: '$100' }).click()
      await page.getByLabel('Número celular').fill('551234')
    },
    close: async () => {
      await button('Empezar de nuevo').click()
      await tab('Productos')
    },
    places: () => [
      nowhere,
      () => page.getByLabel('Número celular').focus(),
      () => page.getByRole('button', { name: 'Dígito 5' }).focus(),
      () => button('Empezar de nuevo').focus(),
    ],
  },
  {
    name: 'the sales of the day',
    sells: false,
    open: async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Ventas' }).click()
      await dialog().waitFor()
    },
    close: leave,
    places: () => [
      () => dialog().getByRole('button', { name: 'Cerrar' }).focus(),
      () => dialog().locator('button, input').last().focus(),
    ],
  },
]

const tally = {
  scans: 0,
  hits: 0,
  refused: 0,
  lost: 0,
  confirms: 0,
  keysSeen: 0,
  fieldsChanged: 0,
  focusMoved: 0,
  notSent: 0,
  hitsNotCounted: 0,
}

/** One random scan by a random scanner, anywhere; reports what went wrong. */
async function scanOn(screen: Screen, keys: Keyboard, isFirst: boolean): Promise<string | null> {
  // A cashier scanning a basket leaves the focus where it is.
  if (isFirst || random.isHit(0.3)) await random.pick(screen.places())()
  const isOurs = random.isHit(0.4)
  const isOwn = random.isHit(0.3)
  const code = isOurs
    ? random.pick(isOwn ? [sold[3]] : sold.slice(0, 3))
    : isOwn
      ? someOwnCode(random)
      : someCode(random)
  const wedge = isOwn ? someEvenWedge(random, code) : someWedge(random)
  await watch()
  await keys.scan(code, wedge)
  const told = await watched()
  // An even scanner's keys may reach their field before its ending shows that they are a code; the ending never does.
  const reached = isOwn ? commandsIn(told.seen) : told.seen
  // The test machine stalled during the scan, which broke its timing: another is sent instead.
  if (told.longestGapMs >= stalledMs) {
    tally.notSent += 1
    tally.hitsNotCounted += told.hits
    const isCommand = !told.isClockSet && told.seen.some((each) => /click|submit/.test(each))
    return isCommand
      ? `a delayed scan of ${code} pressed or submitted something on ${screen.name}: ${JSON.stringify(told)}`
      : null
  }
  const isAnswered = told.hits + told.misses === 1
  const isHit = isAnswered && told.hits === 1 && screen.sells && isOurs
  const isNamed = isAnswered && told.misses === 1 && !(screen.sells && isOurs) && told.refused === code
  const { isFocusMoved, isFieldChanged } = told
  tally.scans += 1
  tally.hits += Number(isHit)
  tally.refused += Number(isNamed)
  tally.lost += Number(!isHit && !isNamed)
  tally.keysSeen += reached.length
  tally.focusMoved += Number(isFocusMoved)
  tally.fieldsChanged += Number(isFieldChanged)
  const isRight = (isHit || isNamed) && reached.length === 0 && !isFocusMoved && !isFieldChanged
  return isRight ? null : `${code} ${JSON.stringify(wedge)} on ${screen.name}: ${JSON.stringify(told)}`
}

test(
  `${count} random scans are each accepted or refused by name: none confirms anything, none is lost, no key reaches a field`,
  async () => {
    console.info(`seed ${seed}`)
    visit = await demo.open({ width: 1180, height: 900 })
    page = visit.page
    await listenIn(page)
    await signIn(visit, 'cashier', '/caja?tab=productos')
    const steps = tillSteps(visit)
    await page
      .getByRole('group', { name: 'Productos' })
      .getByRole('button')
      .first()
      .waitFor({ timeout: patient(60_000) })
    await steps.withShift()
    await steps.pick('Refresco de cola')
    await button('Cobrar $19.00').waitFor()
    const keys = await keyboardOf(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    const faults: string[] = []
    for (let round = 0; tally.scans < count; round += 1) {
      const screen = screens[round % screens.length] ?? random.pick(screens)
      const delayedBefore = tally.notSent
      await screen.open()
      for (let n = 0; n < perScreen && tally.scans < count; n += 1) {
        const fault = await scanOn(screen, keys, n === 0)
        if (fault !== null) faults.push(`seed ${seed}, scan ${tally.scans}: ${fault}`)
        // A fault may have left the screen, so what comes next would say nothing.
        expect(faults).toEqual([])
      }
      await dismiss()
      await screen.close(tally.notSent > delayedBefore)
      if (round % 20 === 19) console.info(`seed ${seed}: ${JSON.stringify(tally)}`)
    }
    const confirming = /finalize|\/vas\/sale|approvals|discounts|cancel/
    tally.confirms = sent.filter((path) => confirming.test(path)).length
    const quantity = await cartQuantity()
    console.info(`seed ${seed}: ${JSON.stringify(tally)}, in the cart ${quantity}`)
    expect(tally).toMatchObject({ scans: count, lost: 0, confirms: 0 })
    expect(tally).toMatchObject({ keysSeen: 0, fieldsChanged: 0, focusMoved: 0 })
    expect(tally.hits + tally.refused).toBe(count)
    expect(tally.notSent).toBeLessThan(Math.max(30, count / 2))
    // The one that was tapped, and every hit, on the server.
    expect(quantity).toBe(tally.hits + tally.hitsNotCounted + 1)
  },
  4 * 60 * 60_000,
)

type Watched = Ears & { before: { focused: Element | null; fields: string } }

/** Records the content of all fields and the focus, and clears the recorder. */
function watch(): Promise<void> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    const fields = JSON.stringify(all.map((each) => `${each.value} ${each.checked}`))
    Object.assign(window, { before: { focused: document.activeElement, fields } })
    const { heard } = window as Window as Watched
    Object.assign(heard, { hits: 0, misses: 0, seen: [], longestGapMs: 0, isClockSet: false, last: null })
  })
}

/** What changed since; fails when a scan never gets an answer. */
function watched() {
  return page.evaluate(async (patienceMs) => {
    const { heard, before } = window as Window as Watched
    const until = performance.now() + patienceMs
    while (heard.hits + heard.misses === 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 4))
    // Wait until a refusal is rendered, to catch keys that arrive after the scan as well.
    await new Promise((resolve) => setTimeout(resolve, 10))
    const all = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
    const fields = JSON.stringify(all.map((each) => `${each.value} ${each.checked}`))
    const codes = document.querySelectorAll('[data-testid=scan-refusal] p')[1]?.textContent ?? ''
    return {
      seen: [...heard.seen],
      hits: heard.hits,
      misses: heard.misses,
      longestGapMs: heard.longestGapMs,
      isClockSet: heard.isClockSet,
      isFocusMoved: before.focused !== document.activeElement,
      isFieldChanged: before.fields !== fields,
      refused: codes.split(/[ ,]+/).at(-1),
    }
  }, patient(10_000))
}

/** Dismisses refusals, to reach the screen below. */
async function dismiss(): Promise<void> {
  await page.evaluate(() => {
    const buttons = document.querySelectorAll<HTMLElement>('[data-testid=scan-refusal] button')
    buttons[buttons.length - 1]?.click()
  })
  await page.getByTestId('scan-refusal').waitFor({ state: 'detached' })
}

/** The quantity in the server's cart, once every line has arrived. */
async function cartQuantity(): Promise<number> {
  await expect.poll(() => button(/^Cobrar \$/).isEnabled(), { timeout: patient(60_000) }).toBe(true)
  const draft = (await keptOrders(page)).findLast(({ state }) => state === 'DRAFT')
  const answer = await visit.context.request.get(`/pos/carts/${draft?.key}`)
  const { lines } = (await answer.json()) as { lines: { quantity: number }[] }
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
