import { beforeAll, describe, expect, test } from 'vitest'
import { hasFocus } from './focus.ts'
import { keyboardOf } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { tillSteps } from './till-steps.ts'
import type { Visit } from './visit.ts'

const demo = stories()
let manager: DemoApi

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  // In the demo they may.
  await manager.patch(`/pos/stores/${manager.storeId}`, { cashiersSellOpenPrices: false })
})

async function tillOf(who: string, size: { width: number; height: number }) {
  const visit: Visit = await demo.visitAs(who, { at: '/caja?tab=productos', ...size })
  const till = tillSteps(visit)
  await till.shelf()
  await till.withShift()
  await till.emptyCart()
  return { visit, page: visit.page, till, scanner: await keyboardOf(visit.page) }
}

const refusal = 'scan-refusal'

describe('goods that nobody catalogued', () => {
  test('are sold once by a supervisor, from the notice of the scan', async () => {
    const { visit, page, till, scanner } = await tillOf('supervisor', { width: 1024, height: 768 })
    await scanner.scan('7501000000005')
    const notice = page.getByTestId(refusal)
    await notice.getByRole('button', { name: 'Agregar al catálogo' }).waitFor()
    await visit.picture('uncatalogued-1-scan')
    expect(
      await faultsOf(page, 'unknown code', [notice.getByRole('button', { name: 'Vender una vez' })]),
    ).toEqual([])
    await notice.getByRole('button', { name: 'Vender una vez' }).click()
    const price = till.dialog().getByLabel('Precio de uno')
    await expect.poll(() => hasFocus(price)).toBe(true)
    await page.keyboard.type('600')
    await till.dialog().getByText('se permite hasta $200.00').waitFor()
    await price.fill('35')
    await till.dialog().getByLabel('Qué es (sale en el ticket)').fill('Pila AA')
    await settled(page)
    await visit.picture('uncatalogued-2-price')
    await page.keyboard.press('Enter')
    await expect.poll(till.total).toBe('$35.00')
    await page.getByRole('region', { name: 'Cuenta' }).getByText('Pila AA').waitFor()
    await till.button('Cobrar $35.00').click()
    await till.dialog().getByRole('button', { name: 'Cobrar $35.00' }).click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await page.getByText('Pila AA').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Empieza una venta').waitFor()
  })

  test('are added to the catalog from the till, and scan from then on', async () => {
    const { visit, page, till, scanner } = await tillOf('supervisor', { width: 1280, height: 800 })
    await scanner.scan('7501000000012')
    await page.getByTestId(refusal).getByRole('button', { name: 'Agregar al catálogo' }).click()
    await till.dialog().getByText('Con el código 7501000000012').waitFor()
    await till.dialog().getByLabel('Nombre').fill('Veladora grande')
    await till.dialog().getByLabel('Precio').fill('42.50')
    await visit.picture('uncatalogued-3-catalog')
    // Pressed by hand: right after a scan and no other key, an Enter would be the scanner's.
    await scanner.type(['Enter'], 160)
    await expect.poll(till.total).toBe('$42.50')
    await scanner.scan('7501000000012')
    await expect.poll(till.total).toBe('$85.00')
    await till.emptyCart()
  })

  test('and were searched in vain keep the name and the quantity that were typed', async () => {
    const { visit, page, till } = await tillOf('supervisor', { width: 1024, height: 768 })
    await page.getByRole('searchbox', { name: 'Buscar o escanear' }).fill('2*Encendedor')
    await till.button('Vender una vez').waitFor()
    await visit.picture('uncatalogued-4-search')
    await till.button('Vender una vez').click()
    await expect
      .poll(() => till.dialog().getByLabel('Qué es (sale en el ticket)').inputValue())
      .toBe('Encendedor')
    await till.dialog().getByLabel('Precio de uno').fill('20')
    await till.dialog().getByRole('button', { name: 'Agregar $40.00' }).click()
    await expect.poll(till.total).toBe('$40.00')
    await expect.poll(() => page.getByRole('searchbox', { name: 'Buscar o escanear' }).inputValue()).toBe('')
    await till.pick('Artículo común')
    await till.dialog().getByText('Artículo sin precio').waitFor()
    await page.keyboard.press('Escape')
    await till.emptyCart()
    await page.getByRole('searchbox', { name: 'Buscar o escanear' }).fill('2*Incienso')
    await till.button('Agregar al catálogo').click()
    await expect.poll(() => till.dialog().getByLabel('Nombre').inputValue()).toBe('Incienso')
    await till.dialog().getByLabel('Precio').fill('15')
    await till.dialog().getByRole('button', { name: 'Agregar y vender' }).click()
    await expect.poll(till.total).toBe('$30.00')
    await expect.poll(() => page.getByRole('searchbox', { name: 'Buscar o escanear' }).inputValue()).toBe('')
    await till.emptyCart()
  })

  test('are neither sold nor added by a cashier, until the store lets them sell', async () => {
    const { page, till, scanner } = await tillOf('cashier', { width: 1024, height: 768 })
    await scanner.scan('7501000000029')
    const notice = page.getByTestId(refusal)
    const sell = notice.getByRole('button', { name: 'Vender una vez' })
    await expect.poll(() => sell.getAttribute('aria-description')).toContain('pídeselo a un supervisor')
    const add = notice.getByRole('button', { name: 'Agregar al catálogo' })
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true')
    await notice.getByRole('button', { name: 'Buscar' }).click()
    const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
    expect(await hasFocus(search)).toBe(true)
    await manager.patch(`/pos/stores/${manager.storeId}`, { cashiersSellOpenPrices: true })
    await page.reload()
    await till.shelf()
    await till.withShift()
    // A notice shows what the till knew when it scanned; at first that may be the store's old setting.
    const allowed = notice.getByRole('button', { name: 'Vender una vez', disabled: false })
    const scanAgain = async () => {
      await scanner.scan('7501000000029')
      return allowed.count()
    }
    await expect.poll(scanAgain, { interval: 1_000 }).toBe(1)
    await allowed.click()
    // By its keys: an Enter right after a scan and no other key would be the scanner's.
    await till.dialog().getByLabel('Precio de uno').pressSequentially('12')
    await page.keyboard.press('Enter')
    await expect.poll(till.total).toBe('$12.00')
    await till.emptyCart()
  })
})
