import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { keptOrders } from './device-orders.ts'
import { type Line, openLine } from './line.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

const patience = { timeout: patient(15_000) }
// The browser logs every request that fails offline; any other error fails the story.
const demo = stories({ forgives: /ERR_(EMPTY_RESPONSE|CONNECTION|SOCKET|FAILED)/ })
let line: Line
let visit: Visit
let manager: DemoApi
let till: ReturnType<typeof tillSteps>

interface Order {
  id: string
  folio: string
  cartId: string
  totalCentavos: number
  cashierName: string
}

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})
beforeEach(async () => {
  line = await openLine(demo.url)
})
afterEach(async () => {
  await line.stop()
})

/** The till of a demo person behind a line, with its files stored and an open shift. */
async function atTheTill(who = 'cashier', colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  visit = await demo.open({ url: line.url, width: 1024, height: 768, colorScheme, isKept: true })
  visit.page.setDefaultNavigationTimeout(patient(60_000))
  till = tillSteps(visit)
  await signIn(visit, who, '/caja?tab=productos')
  await till.shelf()
  await till.withShift()
  await visit.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Cuts the network and waits until the till notices. */
async function withoutNetwork(): Promise<void> {
  line.cut()
  await visit.page.getByText('Sin conexión', { exact: true }).waitFor({ timeout: patient(30_000) })
}
const back = async () => {
  line.mend()
  await visit.page.getByText('En línea').waitFor({ timeout: patient(30_000) })
}
const queueButton = () => till.button(/por sincronizar/)
const ordersOf = async (totalCentavos: number): Promise<Order[]> => {
  const { items } = await manager.get<{ items: Order[] }>(
    `/pos/sales_orders?storeId=${manager.storeId}&limit=100`,
  )
  return items.filter((order) => order.totalCentavos === totalCentavos)
}
const stockOf = async (name: string): Promise<number> => {
  const variantId = await manager.variantOf(name)
  const { items } = await manager.get<{ items: { id: string; onHand: number }[] }>(
    `/pos/stock_levels?storeId=${manager.storeId}&limit=200`,
  )
  return items.find(({ id }) => id === variantId)?.onHand ?? 0
}

/** Makes an offline cash sale, up to the provisional slip. */
async function sellAlone(name: string, amount: string): Promise<void> {
  await till.pick(name)
  await visit.page.getByText('Cuenta sin conexión').waitFor()
  await till.button(`Cobrar ${amount}`).click()
  await till
    .dialog()
    .getByRole('button', { name: `Cobrar ${amount}` })
    .click()
  await visit.page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
}

describe('a cashier offline', () => {
  test('sells from the copy of the catalog, hands over a provisional slip, and the sale arrives once', async () => {
    await atTheTill()
    const { page, picture } = visit
    const before = await stockOf('Refresco de cola 600 ml')
    await withoutNetwork()
    await till.pick('Refresco de cola')
    await till.button('Uno más de Refresco de cola 600 ml').click()
    await till.button('Uno más de Refresco de cola 600 ml').click()
    await expect.poll(till.total, patience).toBe('$57.00')
    await picture('offline-2-cart')
    await till.button('Cobrar $57.00').click()
    await till.dialog().getByText('Tarjeta', { exact: true }).click()
    const charge = till.dialog().getByRole('button', { name: 'Cobrar $57.00' })
    await expect.poll(() => charge.getAttribute('aria-description')).toMatch(/hace falta la referencia/)
    await picture('offline-3-card')
    await till.dialog().getByText('Efectivo', { exact: true }).click()
    await till.button('$100 Cambio $43.00').click()
    await page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
    await page.getByText('$43.00').first().waitFor()
    await picture('offline-4-kept')
    await page.emulateMedia({ media: 'print' })
    await expect
      .poll(() => page.locator('.print-only').innerText())
      .toMatch(/Comprobante provisional[\s\S]*No es el ticket/)
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Enter')
    await page.getByText('Empieza una venta').waitFor()
    await queueButton().click()
    await page.getByText('Por enviar').waitFor()
    await picture('offline-5-queue')
    await page.keyboard.press('Escape')

    // Requests get lost, repeated and interrupted by a reload: the first answers are lost.
    let lostCount = 0
    line.decide((method, path) => {
      if (method !== 'POST' || !path.startsWith('/pos/offline_sales') || lostCount >= 2) return 'passes'
      lostCount += 1
      return 'unanswered'
    })
    line.mend()
    await expect.poll(() => lostCount, { timeout: patient(40_000) }).toBeGreaterThan(0)
    await page.reload()
    await till.shelf()
    await expect.poll(() => lostCount, { timeout: patient(40_000) }).toBe(2)
    // One more when the reload interrupts it. The page may not have read its queue yet.
    await expect
      .poll(() => line.passed.get('POST /pos/offline_sales'), { timeout: patient(60_000) })
      .toBeGreaterThanOrEqual(3)
    await queueButton().waitFor({ state: 'detached', timeout: patient(60_000) })
    const sold = await ordersOf(5_700)
    expect(sold).toHaveLength(1)
    expect(await stockOf('Refresco de cola 600 ml')).toBe(before - 3)
  })

  test('finds cart and queue again after an offline reload', async () => {
    await atTheTill()
    const { page } = visit
    await till.pick('Pan blanco')
    await till.button('Cobrar $48.50').waitFor()
    await withoutNetwork()
    await page.reload()
    await till.shelf()
    // The server's cart, as it was last shown.
    await expect.poll(till.total, patience).toBe('$48.50')
    await page.getByText('Cuenta sin conexión').waitFor()
    await till.button(/Uno más de Pan blanco/).click()
    await expect.poll(till.total, patience).toBe('$97.00')
    // It is read once what was being stored is on the device.
    await keptOrders(page)
    await page.reload()
    await till.shelf()
    await expect.poll(till.total, patience).toBe('$97.00')
    await till.button('Cobrar $97.00').click()
    await till.dialog().getByRole('button', { name: 'Cobrar $97.00' }).click()
    await page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
    await page.reload()
    await till.shelf()
    await page.getByText('Empieza una venta').waitFor()
    await queueButton().waitFor()
    line.mend()
    await queueButton().waitFor({ state: 'detached', timeout: patient(60_000) })
    expect(await ordersOf(9_700)).toHaveLength(1)
  })

  test('leaves a sale in a window that is closed: the other window hands it in when it comes to the front', async () => {
    await atTheTill()
    const { context } = visit
    const before = (await ordersOf(4_850)).length
    const other = await context.newPage()
    await other.goto(`${line.url}/caja?tab=productos`)
    await tillSteps({ ...visit, page: other }).shelf()
    await visit.page.bringToFront()
    await withoutNetwork()
    await sellAlone('Pan blanco', '$48.50')
    await visit.page.close()
    line.mend()
    await other.getByText('En línea').waitFor({ timeout: patient(30_000) })
    // Playwright's pages believe that they are always in front.
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(async () => (await ordersOf(4_850)).length, patience).toBe(before + 1)
    await other.getByRole('button', { name: /por sincronizar/ }).waitFor({ state: 'detached' })
  })

  test('gets the cart back to the server when the network returns before the customer pays', async () => {
    await atTheTill()
    await withoutNetwork()
    await till.pick('Arroz 1 kg')
    await visit.page.getByText('Cuenta sin conexión').waitFor()
    await back()
    await visit.page.getByText('Cuenta sin conexión').waitFor({ state: 'detached' })
    await expect.poll(till.total, patience).toBe('$31.50')
    await till.button('Cobrar $31.50').click()
    await till.dialog().getByRole('button', { name: 'Cobrar $31.50' }).click()
    await visit.page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    expect(await ordersOf(3_150)).toHaveLength(1)
  })

  test('continues after a payment whose answer was lost, and it counts once', async () => {
    await atTheTill()
    const { page, picture } = visit
    await till.pick('Azúcar 1 kg')
    await expect.poll(till.total, patience).toBe('$33.00')
    await till.button('Cobrar $33.00').click()
    // The payment arrives, its answer does not, and nothing does afterwards.
    let isSent = false
    line.decide((method, path) => {
      if (isSent) return 'lost'
      isSent = method === 'POST' && path.endsWith('/finalize')
      return isSent ? 'unanswered' : 'passes'
    })
    await till.dialog().getByText('Tarjeta', { exact: true }).click()
    await till.dialog().getByRole('button', { name: 'Cobrar $33.00' }).click()
    await expect.poll(async () => (await ordersOf(3_300)).length, patience).toBe(1)
    line.cut()
    const setAside = till.button('Seguir sin conexión')
    await setAside.waitFor({ timeout: patient(30_000) })
    // Only the reference proves a card payment of which the server may never have heard.
    await expect.poll(() => setAside.getAttribute('aria-description')).toMatch(/hace falta la referencia/)
    const reference = page.getByLabel('Número de autorización')
    await reference.fill('004512')
    // A status is read aloud as a whole at each change: nothing is typed in one.
    expect(await till.dialog().getByRole('status').getByRole('textbox').count()).toBe(0)
    await picture('offline-6-set-aside')
    // The network comes back for a moment, without the answer: what was typed is still there afterwards.
    line.decide((_method, path) => (path.endsWith('/finalize') ? 'swallowed' : 'passes'))
    line.mend()
    await setAside.waitFor({ state: 'detached', timeout: patient(30_000) })
    line.cut()
    await setAside.waitFor({ timeout: patient(60_000) })
    expect(await reference.inputValue()).toBe('004512')
    await setAside.click()
    await page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await ordersOf(3_300)).toHaveLength(1)
    line.decide(null)
    line.mend()
    await queueButton().waitFor({ state: 'detached', timeout: patient(60_000) })
    expect(await ordersOf(3_300)).toHaveLength(1)
    expect(line.passed.get('POST /pos/offline_sales')).toBeUndefined()
  })

  test('continues after a payment that the network swallowed without a sign', async () => {
    await atTheTill()
    const { page } = visit
    await till.pick('Azúcar 1 kg')
    await expect.poll(till.total, patience).toBe('$33.00')
    const before = (await ordersOf(3_300)).length
    await till.button('Cobrar $33.00').click()
    line.decide(() => 'swallowed')
    await till.dialog().getByRole('button', { name: 'Cobrar $33.00' }).click()
    // The payment waits its 30 seconds, and the question whether the server is there its 5.
    await till.button('Seguir sin conexión').click({ timeout: patient(60_000) })
    await page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
    await page.keyboard.press('Enter')
    line.decide(null)
    await queueButton().waitFor({ state: 'detached', timeout: patient(60_000) })
    expect(await ordersOf(3_300)).toHaveLength(before + 1)
  })

  test('is warned in the closing room of a sale that is not sent yet, which is tried again at once', async () => {
    await atTheTill()
    const { page, picture } = visit
    await withoutNetwork()
    await sellAlone('Azúcar 1 kg', '$33.00')
    await page.keyboard.press('Enter')
    let lostCount = 0
    line.decide((method, path) => {
      if (method !== 'POST' || !path.startsWith('/pos/offline_sales')) return 'passes'
      lostCount += 1
      return 'lost'
    })
    line.mend()
    await expect.poll(() => lostCount, { timeout: patient(40_000) }).toBeGreaterThan(0)
    await page.getByRole('banner').getByRole('button', { name: 'Turno' }).click()
    await till.button('Cerrar turno').waitFor()
    const before = lostCount
    await till.button('Cerrar turno').click()
    await till.dialog().getByText('Queda 1 venta por sincronizar').waitFor()
    await expect.poll(() => lostCount, { timeout: patient(8_000) }).toBeGreaterThan(before)
    await picture('offline-12-closing')
    line.decide(null)
    await till
      .dialog()
      .getByText('Queda 1 venta por sincronizar')
      .waitFor({ state: 'detached', timeout: patient(40_000) })
  })

  test('is warned in the closing room of a top-up that has no answer yet', async () => {
    await atTheTill()
    const { page } = visit
    await page.getByRole('tab', { name: 'TAE' }).click()
    await till.button('Telcel').click()
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').fill('5512347600')
    await page.getByLabel('Escríbelo otra vez').fill('5512347600')
    await till.button('Continuar').click()
    line.decide((method, path) => (method === 'POST' && path === '/vas/sale' ? 'lost' : 'passes'))
    await till.button('Recargar $100.00').click()
    await page.getByRole('banner').getByRole('button', { name: 'Turno' }).click()
    await till.button('Cerrar turno').click()
    await till.dialog().getByText('Hay un cobro en curso').waitFor()
    line.decide(null)
    await till
      .dialog()
      .getByText('Hay un cobro en curso')
      .waitFor({ state: 'detached', timeout: patient(40_000) })
  })

  test('keeps what the server must not book by itself, and a supervisor decides', async () => {
    await atTheTill()
    const { page, picture } = visit
    await withoutNetwork()
    // Its price rises without the till knowing.
    const variantId = await manager.variantOf('Frijol negro 1 kg')
    await manager.patch(`/pos/products/${variantId}`, { priceCentavos: 4_500 })
    // The till knows the server's time to a fraction of a second: a sale closer to the change may be before it.
    const changedAtMs = Date.now()
    await expect.poll(() => Date.now() - changedAtMs, patience).toBeGreaterThan(2_000)
    await sellAlone('Frijol negro', '$42.90')
    await page.keyboard.press('Enter')
    line.mend()
    await queueButton().click({ timeout: patient(30_000) })
    await page.getByText('Espera autorización', { exact: true }).waitFor({ timeout: patient(40_000) })
    await page
      .getByText('Frijol negro 1 kg se vendió en $42.90 y en el catálogo valía $45.00.')
      .first()
      .waitFor()
    await picture('offline-7-held')
    expect(await ordersOf(4_290)).toEqual([])
    await visit.context.close()

    await atTheTill('supervisor', 'dark')
    await queueButton().click()
    await visit.page.getByText('Esperan autorización').waitFor()
    await visit.picture('offline-8-supervisor')
    await till.button('Registrar así').click()
    await visit.page.getByText(/Venta registrada con el folio A-/).waitFor()
    expect(await ordersOf(4_290)).toMatchObject([{ cashierName: 'Carla Méndez' }])
  })

  test('with a password at an enabled till where no terminal was chosen: the sale is of that till, and is booked', async () => {
    const terminal = await manager.post<{ id: string }>('/pos/terminals', {
      storeId: manager.storeId,
      name: 'Caja con contraseña',
    })
    const { deviceToken } = await manager.post<{ deviceToken: string }>(
      `/pos/terminals/${terminal.id}/enable`,
      {},
    )
    // The supervisor opens a shift that names no terminal either.
    await atTheTill('supervisor')
    const { page, context } = visit
    await context.addCookies([{ name: 'mostrador-terminal', value: deviceToken, url: line.url }])
    // Goods are on this device already, so they say nothing about whether the till has learned what it is.
    const identified = page.waitForResponse(/\/auth\/terminal-device$/)
    await page.reload()
    await (await identified).finished()
    await till.shelf()
    await withoutNetwork()
    // The till still knows what it is after a reload without a network.
    await page.reload()
    await till.shelf()
    await sellAlone('Atún en agua', '$21.90')
    await page.keyboard.press('Enter')
    line.mend()
    await queueButton().waitFor({ state: 'detached', timeout: patient(20_000) })
    expect(await ordersOf(2_190)).toMatchObject([{ terminalId: terminal.id }])
  })

  test('sells what nobody catalogued, sees that services need the network, and is warned before leaving', async () => {
    await atTheTill()
    const { page, picture } = visit
    await withoutNetwork()
    await till.pick('Artículo común')
    await till.dialog().getByLabel('Precio de uno').fill('250')
    await till.dialog().getByText('se permite hasta $200.00').waitFor()
    await till.dialog().getByLabel('Precio de uno').fill('23.50')
    await till.dialog().getByLabel('Qué es (sale en el ticket)').fill('Pila AA')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Cuenta' }).getByText('Pila AA').waitFor()
    await picture('offline-11-open-price')
    await till.button('Cobrar $23.50').click()
    await till.dialog().getByRole('button', { name: 'Cobrar $23.50' }).click()
    await page.getByRole('heading', { name: 'Venta guardada en este equipo' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'TAE' }).click()
    await page.getByText('Sin conexión no se pueden vender recargas, servicios ni pines').waitFor()
    await picture('offline-9-services')
    await page.getByRole('button', { name: /^Mi cuenta/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.getByText('Queda 1 venta por sincronizar').waitFor()
    await picture('offline-10-leaving')
    line.mend()
    await till.dialog().getByRole('button', { name: 'Cancelar' }).click()
    await queueButton().waitFor({ state: 'detached', timeout: patient(60_000) })
    const [sold, ...others] = await ordersOf(2_350)
    expect(others).toEqual([])
    const { lines } = await manager.get<{ lines: unknown[] }>(`/pos/sales_orders/${sold?.id}`)
    expect(lines).toMatchObject([{ productName: 'Pila AA', totalCentavos: 2_350, isPriceOpen: true }])
  })
})
