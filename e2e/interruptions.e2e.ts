import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { passTime } from '../server/test/pass-time.ts'
import { patient } from '../server/test/patience.ts'
import { type Line, openLine } from './line.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

/** A separate process, which the stories kill. */
let product: RunningProduct
const demo = stories({
  opens: async () => {
    product = await startProduct()
    return product
  },
  forgives: /ERR_(EMPTY_RESPONSE|CONNECTION|SOCKET|FAILED)/,
})
let line: Line
let manager: DemoApi
let visit: Visit
let till: ReturnType<typeof tillSteps>

beforeAll(async () => {
  line = await openLine(demo.url)
  manager = await demoApi(line.url, 'manager')
  // Enough stock for every story.
  const lines = [{ variantId: await manager.variantOf('Cloro 1 L'), quantity: 500 }]
  await manager.post('/pos/inventory/receipts', { storeId: manager.storeId, lines })
})
afterAll(() => line?.stop())
afterEach(() => line.decide(null))

/** One device for all stories, as a till meets one interruption after the other. */
async function atTheTill(tab: string): Promise<void> {
  const device = await demo.stay({ url: line.url, width: 1024, height: 768, isKept: true })
  visit = device.visit
  till = tillSteps(visit)
  if (!device.isNew) return void (await visit.page.goto(`/caja?tab=${tab}`))
  visit.page.setDefaultNavigationTimeout(patient(60_000))
  await signIn(visit, 'cashier', `/caja?tab=${tab}`)
  await visit.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** The interruptions, each with its beginning and its end. */
const interruptions = {
  'the network goes and comes': async () => {
    line.cut()
    await passTime(2_500, 'an outage lasts')
    line.mend()
  },
  'the page is reloaded': async () => {
    await visit.page.reload()
  },
  'the server is killed and started again': async () => {
    await product.kill()
    await product.startAgain()
    line.leadTo(demo.url)
  },
} as const
type Interruption = keyof typeof interruptions
const names = Object.keys(interruptions) as Interruption[]

/** Answers to such requests are lost from here on; `reached` resolves when a sale or payment has come through the line. */
function loseAnswers(isMeant: (path: string) => boolean): { reached: () => Promise<void> } {
  let count = 0
  line.decide((method, address) => {
    if (!isMeant(address)) return 'passes'
    // The page reads its lists of sales now and then, also before it sells.
    if (method === 'POST') count += 1
    return 'unanswered'
  })
  return {
    async reached() {
      await expect.poll(() => count, { timeout: patient(15_000) }).toBeGreaterThan(0)
      await passTime(1_500, 'the page waits for the answer')
    },
  }
}

describe('a top-up learns its outcome', () => {
  const digitsOf = (name: Interruption, moment: number) => `55${1000 + names.indexOf(name) * 10 + moment}5600`

  async function review(digits: string): Promise<void> {
    const { page } = visit
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').fill(digits)
    await page.getByLabel('Escríbelo otra vez').fill(digits)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
  }
  const sell = () =>
    visit.page.getByRole('button', { name: 'Recargar $100.00' }).click({ timeout: patient(40_000) })
  const approved = () =>
    visit.page
      .getByRole('heading', { name: 'Recarga exitosa', level: 1 })
      .waitFor({ timeout: patient(60_000) })

  /** One sale at the store, one at the provider, and nothing left on the device. */
  async function expectOnce(digits: string): Promise<void> {
    const sales = async () => {
      const { items } = await manager.get<{ items: { reference: string; status: string }[] }>(
        `/vas/sales?storeId=${manager.storeId}&limit=200`,
      )
      return items.filter(({ reference }) => reference === digits).map(({ status }) => status)
    }
    await expect.poll(sales, { timeout: patient(30_000) }).toEqual(['COMPLETED'])
    const entries = await providerJournal()
    const ids = entries.filter((entry) => entry.mobileNumber?.endsWith(digits)).map(({ id }) => id)
    expect(entries.filter(({ kind, id }) => kind === 'confirmed' && ids.includes(id))).toHaveLength(1)
    const wallet = await manager.get<{ heldCentavos: number }>('/pos/wallet')
    expect(wallet.heldCentavos).toBe(0)
  }

  test.each(names)('before it is sent: %s', async (name) => {
    const digits = digitsOf(name, 1)
    await atTheTill('tae')
    await review(digits)
    await interruptions[name]()
    // A number that was not confirmed is not stored: the customer is asked again.
    if (name === 'the page is reloaded') await review(digits)
    await visit.page.getByText('En línea').waitFor({ timeout: patient(30_000) })
    await sell()
    await approved()
    await expectOnce(digits)
  })

  test.each(names)('sent, and its answer is lost: %s', async (name) => {
    const digits = digitsOf(name, 2)
    await atTheTill('tae')
    await review(digits)
    const lost = loseAnswers((address) => address.startsWith('/vas/sale'))
    await sell()
    await lost.reached()
    await interruptions[name]()
    line.decide(null)
    await approved()
    await expectOnce(digits)
  })

  test.each(names)('its outcome is on the screen: %s', async (name) => {
    const digits = digitsOf(name, 3)
    await atTheTill('tae')
    await review(digits)
    await sell()
    await approved()
    await interruptions[name]()
    if (name !== 'the page is reloaded') await approved()
    await till.button('Ventas').click({ timeout: patient(30_000) })
    const drawn = `${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}`
    await till
      .dialog()
      .getByText(new RegExp(drawn))
      .first()
      .waitFor({ timeout: patient(30_000) })
    await expectOnce(digits)
  })
})

describe('a sale of goods learns its outcome', () => {
  /** The quantity tells the stories' sales apart. */
  async function fill(quantity: number): Promise<string> {
    await till.shelf()
    await till.withShift()
    await till.pick('Cloro 1 L')
    const cart = visit.page.getByRole('region', { name: 'Cuenta' })
    await cart.getByRole('button', { name: /^Cloro 1 L/ }).click()
    await visit.page.getByLabel('Cantidad en pza').fill(String(quantity))
    await till.button('Listo').click()
    const amount = `$${((quantity * 1750) / 100).toFixed(2)}`
    await till.button(`Cobrar ${amount}`).waitFor()
    return amount
  }
  const charge = async (amount: string) => {
    await till.button(`Cobrar ${amount}`).click({ timeout: patient(40_000) })
    await till
      .dialog()
      .getByRole('button', { name: `Cobrar ${amount}` })
      .click()
  }
  const sold = () =>
    visit.page.getByRole('heading', { name: 'Venta cobrada' }).waitFor({ timeout: patient(60_000) })
  const nextCustomer = async () => {
    await till.button(/Nueva venta/).click()
    await visit.page.getByText('Empieza una venta').waitFor()
  }
  const quantityOf = (name: Interruption, moment: number) => 2 + names.indexOf(name) * 3 + moment

  async function expectOnce(quantity: number): Promise<void> {
    const { items } = await manager.get<{ items: { totalCentavos: number }[] }>(
      `/pos/sales_orders?storeId=${manager.storeId}&limit=200`,
    )
    expect(items.filter(({ totalCentavos }) => totalCentavos === quantity * 1750)).toHaveLength(1)
  }

  test.each(names)('before it is paid: %s', async (name) => {
    const quantity = quantityOf(name, 0)
    await atTheTill('productos')
    const amount = await fill(quantity)
    await interruptions[name]()
    await visit.page.getByText('En línea').waitFor({ timeout: patient(30_000) })
    await expect.poll(till.total, { timeout: patient(30_000) }).toBe(amount)
    await charge(amount)
    await sold()
    await nextCustomer()
    await expectOnce(quantity)
  })

  test.each(names)('paid, and the answer is lost: %s', async (name) => {
    const quantity = quantityOf(name, 1)
    await atTheTill('productos')
    const amount = await fill(quantity)
    const lost = loseAnswers((address) => address.endsWith('/finalize'))
    await charge(amount)
    await lost.reached()
    await interruptions[name]()
    line.decide(null)
    await sold()
    await nextCustomer()
    await expectOnce(quantity)
  })

  test.each(names)('the receipt is on the screen: %s', async (name) => {
    const quantity = quantityOf(name, 2)
    await atTheTill('productos')
    const amount = await fill(quantity)
    await charge(amount)
    await sold()
    const folio = await visit.page
      .getByText(/Folio A-/)
      .first()
      .innerText()
    await interruptions[name]()
    await sold()
    expect(
      await visit.page
        .getByText(/Folio A-/)
        .first()
        .innerText(),
    ).toBe(folio)
    await nextCustomer()
    await expectOnce(quantity)
  })
})

interface ProviderEntry {
  kind: string
  id?: number
  mobileNumber?: string
}

/** What really happened at the provider: its own journal, outside our database. */
async function providerJournal(): Promise<ProviderEntry[]> {
  const files = await readdir(product.dataDir, { recursive: true })
  const file = files.find((each) => path.basename(each) === 'simulator.jsonl')
  if (file === undefined) throw new Error('the provider keeps no journal')
  const text = await readFile(path.join(product.dataDir, file), 'utf8')
  return text
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => JSON.parse(each) as ProviderEntry)
}
