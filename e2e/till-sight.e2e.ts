import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { rerouted } from './held.ts'
import { bread, cola, manyGoods, nameGoods, water } from './scanned-goods.ts'
import { keyboardOf } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { readScreen, tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
let manager: DemoApi
let visit: Visit
let page: Page
let till: ReturnType<typeof tillSteps>
let scanner: Awaited<ReturnType<typeof keyboardOf>>

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  await nameGoods(manager)
})

/** One till for all stories, with an open shift and an empty cart. */
async function atTheTill(): Promise<void> {
  const stay = await demo.stay({ width: 1024, height: 768 })
  if (stay.isNew) {
    visit = stay.visit
    page = visit.page
    till = tillSteps(visit)
    await signIn(visit, 'cashier', '/caja?tab=productos')
    await till.shelf()
    await till.withShift()
    scanner = await keyboardOf(page)
  }
  await page.keyboard.press('Alt+1')
  await till.emptyCart()
  await search().fill('')
  await search().focus()
}

const search = () => page.getByRole('searchbox', { name: 'Buscar o escanear' })
const sold = () => page.getByRole('heading', { name: 'Venta cobrada' })
const next = () => till.button(/^Nueva venta/)

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
  }
}

async function settledTotal(): Promise<string> {
  await settled(page)
  return till.total()
}

describe('what a cashier has to press is in sight and as large as a finger', () => {
  test('and what is too small, below the window or under something else is found', async () => {
    await atTheTill()
    const charge = till.button('Cobrar')
    const menu = till.button('Más acciones de la cuenta')
    expect(await faultsOf(page, 'till', [charge, menu])).toEqual([])
    await menu.evaluate((button) => {
      button.style.width = '24px'
      button.style.minWidth = '24px'
    })
    await charge.evaluate((button) => {
      button.style.transform = 'translateY(60px)'
    })
    await page.evaluate(() => {
      const cover = document.body.appendChild(document.createElement('div'))
      cover.style.cssText =
        'position: fixed; inset: 150px 0 auto auto; width: 200px; height: 80px; z-index: 999'
    })
    const faults = (await faultsOf(page, 'till', [charge, menu])).join()
    expect(faults).toMatch(/at 1024×768: .*Cobrar.* out of sight/)
    expect(faults).toMatch(/at 1280×720: .*Más acciones.* out of sight/)
    expect(faults).toMatch(/“Más acciones de la cuenta” is 24×44 px/)
    await page.reload()
    await till.shelf()
  })

  test('from the cart to the next sale', async () => {
    await atTheTill()
    const faults: string[] = []
    const look = async (name: string, ...primary: Parameters<typeof faultsOf>[2]) => {
      faults.push(...(await faultsOf(page, name, primary)))
    }
    await look('empty till', search())
    for (const name of manyGoods) await till.pick(name)
    for (const code of [cola, water, bread]) await scanner.scan(code)
    const total = await settledTotal()
    await look('cart', till.button(`Cobrar ${total}`), search())
    await till.button('Más acciones de la cuenta').click()
    await look('cart menu', page.getByRole('menuitem', { name: 'Cancelar la cuenta' }))
    await press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    for (const [key, button] of [
      ['F3', /^(Pedir autorización|Aplicar descuento)$/],
      ['F4', 'Listo'],
      ['F6', 'Dejar en espera'],
      ['F2', 'Cliente nuevo'],
      ['F9', 'Cerrar'],
      ['F1', 'Cerrar'],
    ] as const) {
      await press(key)
      await till.dialog().waitFor()
      await look(key, till.dialog().getByRole('button', { name: button }).last())
      await press('Escape')
      await till.dialog().waitFor({ state: 'detached' })
    }
    await press('F12')
    const charge = till.dialog().getByRole('button', { name: /^Cobrar \$/ })
    await charge.waitFor()
    for (const key of ['F1', 'F2', 'F3', 'F4']) {
      await press(key)
      await look(`payment ${key}`, charge)
      await visit.picture(`keys-6-payment-${key}`)
    }
    await till.dialog().getByLabel('Con tarjeta').fill('20')
    await till.dialog().getByLabel('Otra cantidad').fill('2000')
    await look('mixed payment', charge, till.dialog().getByText('Cambio', { exact: true }))
    await visit.picture('keys-7-mixed')
    await charge.click()
    await sold().waitFor()
    await look('done', next())
    await next().click()
    expect(faults).toEqual([])
  })

  test('in a refund, and to close the shift', async () => {
    await atTheTill()
    const faults: string[] = []
    const look = async (name: string, ...primary: Parameters<typeof faultsOf>[2]) => {
      faults.push(...(await faultsOf(page, name, primary)))
    }
    const sellCola = async () => {
      await scanner.scan(cola)
      await expect.poll(till.total).toBe('$19.00')
      await press('F12')
      await till.dialog().getByRole('button', { name: 'Cobrar $19.00' }).click()
      await sold().waitFor()
      await press('Enter')
      await page.getByText('Empieza una venta').waitFor()
    }
    const drawer = till.dialog()
    const giveBack = drawer.getByRole('button', { name: 'Devolver' })
    const folio = drawer.getByText(/^A-\d+$/).first()
    await sellCola()
    await press('F8')
    await giveBack.waitFor()
    const earlier = (await folio.textContent()) ?? ''
    await press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await sellCola()
    await press('F8')
    await giveBack.waitFor()
    expect(await folio.textContent()).not.toBe(earlier)
    await settled(page)
    const focus = await page.evaluate(() => document.activeElement?.textContent)
    expect(focus).toContain('Reimprimir')
    await look('last ticket', giveBack)
    await giveBack.click()
    await look('refund', drawer.getByRole('button', { name: 'Pedir autorización' }))
    await drawer.getByRole('button', { name: /^Uno más de Refresco/ }).click()
    await expect.poll(() => drawer.getByLabel(/^Cuánto regresa de Refresco/).inputValue()).toBe('1')
    await visit.picture('keys-8-refund')
    await press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await press('Alt+v')
    await look('sales', drawer.getByRole('searchbox'))
    await press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await press('Alt+t')
    await look('shift', drawer.getByRole('button', { name: 'Cerrar turno' }))
    await drawer.getByRole('button', { name: 'Cerrar turno' }).click()
    await drawer.getByLabel('Piezas de $500').fill('1')
    await look(
      'closing',
      drawer.getByRole('button', { name: /^Cerrar con/ }),
      drawer.getByText('Contado').first(),
    )
    await visit.picture('keys-9-closing')
    await press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('in the sale of a top-up', async () => {
    await atTheTill()
    const faults: string[] = []
    const look = async (name: string, ...primary: Parameters<typeof faultsOf>[2]) => {
      faults.push(...(await faultsOf(page, name, primary)))
    }
    await press('Alt+2')
    await look('carriers')
    await page.getByRole('button', { name: 'Telcel' }).click()
    await look('amounts')
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').fill('5512360600')
    await page.getByLabel('Escríbelo otra vez').fill('5512360600')
    await look('number', till.button('Continuar'))
    await till.button('Continuar').click()
    const sell = till.button('Recargar $100.00')
    await till.button('$500').click()
    await look('confirmation', sell)
    await sell.click()
    await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor()
    const change = page.getByRole('status').getByText('$400.00', { exact: true })
    await look('top-up done', change, till.button(/^Nueva recarga/))
    expect((await change.boundingBox())?.y).toBeLessThan(330)
    await visit.picture('keys-10-top-up')
    await readScreen(page)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press('Enter')
    // Who starts the next one while still counting coins can read it, until its company is chosen.
    await page.getByRole('button', { name: 'Telcel' }).waitFor()
    await look('next top-up', change)
    await visit.picture('keys-11-change-kept')
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).waitFor()
    expect(await change.count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe('sounds and motion', () => {
  const paid = [659, 988]
  const declined = [392, 262]
  /** The tones since the last call, in hertz. */
  const tones = () => page.evaluate(() => (window as Window as { tones?: number[] }).tones?.splice(0) ?? [])
  /** Waits until these tones have been heard since the last call, and no others: a screen is drawn before its sound. */
  const hears = async (wanted: readonly number[]): Promise<void> => {
    const heard: number[] = []
    const all = async () => {
      heard.push(...(await tones()))
      return heard
    }
    await expect.poll(all).toEqual(wanted)
  }
  const moves = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).animationName !== 'none')

  async function listening(isStill: boolean): Promise<void> {
    visit = await demo.open({ width: 1024, height: 768, isStill })
    page = visit.page
    till = tillSteps(visit)
    await page.addInitScript(() => {
      const heard: number[] = []
      Object.assign(window, { tones: heard })
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (...at) {
        heard.push(this.frequency.value)
        start.apply(this, at)
      }
    })
    await signIn(visit, 'cashier', '/caja?tab=productos')
    await till.shelf()
    await till.withShift()
    await till.emptyCart()
    scanner = await keyboardOf(page)
  }

  async function chargeWater(): Promise<void> {
    await page.keyboard.press('F12')
    await till.dialog().getByLabel('Otra cantidad').fill('20')
    await till.dialog().getByRole('button', { name: 'Cobrar $14.00', disabled: false }).waitFor()
    await page.keyboard.press('Enter')
  }

  test('tell a paid sale from a refused one, and a muted till is silent', async () => {
    await listening(false)
    const restore = await rerouted(page, '**/finalize', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Shift closed', status: 409, code: 'shift_closed' },
      }),
    )
    await scanner.scan(water)
    await expect.poll(till.total).toBe('$14.00')
    await chargeWater()
    await page.getByRole('alert').getByText('No tienes un turno abierto').waitFor()
    await hears([1760, ...declined])
    restore()
    await chargeWater()
    await sold().waitFor()
    await hears(paid)
    expect(await moves('[role=status] strong')).toBe(true)
    await page.keyboard.press('Enter')
    await till
      .button(/La Esperanza|^Tienda y terminal/)
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Escáner y sonido' }).click()
    await till.dialog().getByRole('button', { name: 'Cobrado' }).click()
    await hears(paid)
    await till.dialog().getByRole('switch').press('Space')
    await till.dialog().getByRole('button', { name: 'Listo' }).click()
    await till.dialog().waitFor({ state: 'detached' })
    await scanner.scan(water)
    await expect.poll(till.total).toBe('$14.00')
    await chargeWater()
    await sold().waitFor()
    expect(await tones()).toEqual([])
  })

  test('move nothing where motion is reduced', async () => {
    await listening(true)
    await scanner.scan(cola)
    await expect.poll(till.total).toBe('$19.00')
    expect(await moves('li[data-latest]')).toBe(false)
    await page.keyboard.press('F12')
    await till.dialog().getByLabel('Otra cantidad').fill('50')
    await till.dialog().getByRole('button', { name: 'Cobrar $19.00' }).click()
    await sold().waitFor()
    expect(await moves('[role=status] strong')).toBe(false)
    await scanner.scan('0000000000000')
    await page.getByTestId('scan-refusal').waitFor()
    expect(await moves('[data-testid=scan-refusal]')).toBe(false)
  })
})
