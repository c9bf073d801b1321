import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { openVisit, signIn, type Visit } from './visit.ts'

let product: RunningProduct
let browser: Browser
let visit: Visit
let manager: DemoApi

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
  manager = await demoApi(product.url, 'manager')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
afterEach(async () => {
  await visit.context.close()
  expect(visit.complaints).toEqual([])
})

/** The till with its goods, as a person of the demo opens it. */
async function atTheTill(who = 'cashier', colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  visit = await openVisit(browser, product.url, { width: 1024, height: 768, colorScheme })
  await signIn(visit, who)
  await visit.page.goto('/caja?tab=productos')
  await visit.page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
}

const button = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: typeof name === 'string' })
/** Looks for goods by name and touches them. Only tiles in sight are in the page. */
async function pick(name: string): Promise<void> {
  const search = visit.page.getByRole('searchbox', { name: 'Buscar o escanear' })
  await search.fill(name)
  await visit.page
    .getByRole('group', { name: 'Productos' })
    .getByRole('button', { name: new RegExp(name) })
    .click()
  await search.fill('')
}
const cart = () => visit.page.getByRole('region', { name: 'Cuenta' })
const total = () => visit.page.getByTestId('cart-total').innerText()

/** Types as a scanner does: all keys within milliseconds, however busy the machine of the test is. */
function scan(code: string): Promise<void> {
  return visit.page.evaluate(
    (keys) => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    },
    [...code, 'Enter'],
  )
}

/** The cashier's shift is open from here on; a second call finds it so. */
async function withShift(): Promise<void> {
  const banner = visit.page.getByRole('alert').getByRole('button', { name: 'Abrir turno' })
  await Promise.race([banner.waitFor(), visit.page.getByText('Empieza una venta').waitFor()])
  await visit.page.waitForLoadState('networkidle').catch(() => undefined)
  if (!(await banner.isVisible())) return
  await banner.click()
  await visit.page.getByLabel('Fondo de caja').fill('500')
  await button('Abrir con $500.00').click()
  await banner.waitFor({ state: 'detached' })
}

describe('a cashier sells goods', () => {
  test('from the shelf to the ticket, in cash, after opening a shift', async () => {
    await atTheTill()
    const { page, picture } = visit
    await page.getByText('Tu turno está cerrado').waitFor()
    await picture('goods-1-shelf')
    await withShift()
    await pick('Refresco de cola')
    await pick('Pan blanco')
    await button('Uno más de Refresco de cola 600 ml').click()
    await expect.poll(total).toBe('$86.50')
    await picture('goods-2-cart')
    await button('Cobrar $86.50').click()
    await page.getByRole('dialog').waitFor()
    await button('$100').click()
    await picture('goods-3-pay')
    await page.getByRole('dialog').getByRole('button', { name: 'Cobrar $86.50' }).click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await page.getByText('$13.50').first().waitFor()
    await picture('goods-4-sold')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.print-only').innerText()).toMatch(/Refresco de cola 600 ml/)
    await picture('goods-5-paper')
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Enter')
    await page.getByText('Empieza una venta').waitFor()
  })

  test('by scanning anywhere, and hears of a code that nobody has', async () => {
    const variant = await manager.variantOf('Agua natural 1 L')
    await manager.post('/pos/barcodes', {
      storeId: manager.storeId,
      variantId: variant,
      code: '7501055300075',
    })
    await atTheTill()
    await scan('7501055300075')
    await cart().getByText('Agua natural 1 L').waitFor()
    await expect.poll(total).toBe('$14.00')
    await scan('0000000000000')
    await visit.page.getByText('Ningún producto tiene el código 0000000000000').waitFor()
    await visit.picture('goods-6-unknown-code')
  })
})
