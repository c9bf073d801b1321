import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, demoPin, enableTill, enterByPin } from './enabled-till.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

const demo = stories()
let manager: DemoApi
let visit: Visit
let tillNo = 0

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})

/** A cashier at their own till, with a shift and goods in the cart. */
async function withCart(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  visit = await demo.open({ width: 1024, height: 768, colorScheme })
  const { page } = visit
  tillNo += 1
  await enableTill(page, manager, `Caja con permiso ${tillNo}`)
  await enterByPin(page, await codeOf(manager, /Carla/))
  const known = page.getByRole('banner').getByRole('button', { name: /^(Turno|Abrir turno)$/ })
  await expect.poll(() => known.isEnabled()).toBe(true)
  if ((await known.innerText()) !== 'Turno') {
    await page.getByRole('alert').getByRole('button', { name: 'Abrir turno' }).click()
    await page.getByLabel('Fondo de caja').fill('500')
    await page.getByRole('button', { name: 'Abrir con $500.00' }).click()
  }
  await page
    .getByRole('group', { name: 'Productos' })
    .getByRole('button', { name: /Aceite vegetal/ })
    .click()
  await cart().getByText('Aceite vegetal').waitFor()
  return page
}

const cart = () => visit.page.getByRole('region', { name: 'Cuenta' })
const dialog = () => visit.page.getByRole('dialog', { name: 'Autorizar en esta caja' })

async function askDiscount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Más acciones de la cuenta' }).click()
  await page.getByRole('menuitem', { name: 'Dar descuento' }).click()
  await page.getByRole('textbox', { name: 'Por ciento' }).fill('10')
  await page.getByLabel('Motivo').fill('Envase abollado')
  await page.getByRole('button', { name: 'Pedir autorización' }).click()
  await cart().getByText('Espera autorización', { exact: true }).waitFor()
}

async function showCode(code: string, pin = demoPin): Promise<void> {
  await dialog().getByLabel('Tu código').fill(code)
  await visit.page.keyboard.press('Enter')
  await dialog().getByLabel('Tu PIN').fill(pin)
  await visit.page.keyboard.press('Enter')
}

const otherCode = () =>
  dialog()
    .getByRole('button', { name: /Cambiar código/ })
    .click()

describe('a supervisor at the cashier’s till', () => {
  test('approves a discount by code and PIN, after others were refused', async () => {
    const page = await withCart()
    await askDiscount(page)
    await visit.picture('leave-1-waiting')
    await page.getByRole('button', { name: 'Autorizar aquí' }).click()
    await dialog().getByText('1 pza · Aceite vegetal 850 ml').waitFor()
    await expect
      .poll(() => dialog().getByText('Se descuenta').locator('..').innerText())
      .toMatch(/\$4\.55 \(10 %\)/)
    await visit.picture('leave-2-dialog')
    await showCode(await codeOf(manager, /Carla/))
    await dialog().getByText('Esta persona no puede autorizar.').waitFor()
    await visit.picture('leave-3-no-leave')
    await otherCode()
    const supervisor = await codeOf(manager, /Sofía/)
    await showCode(supervisor, '000009')
    await dialog().getByText('El código o el PIN no coinciden.').waitFor()
    await dialog().getByLabel('Tu PIN').fill(demoPin)
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await cart().getByText('Autorizado', { exact: true }).waitFor()
    await expect.poll(() => page.getByTestId('cart-total').innerText()).toBe('$40.95')
    await visit.picture('leave-4-granted')
    const me = await (await visit.context.request.get('/auth/me')).json()
    expect(me.account.name).toMatch(/Carla/)
    await page.getByRole('button', { name: 'Cobrar $40.95' }).click()
    // The cart may be read once more for the decision, and a note that is tapped meanwhile is only entered.
    await page.getByRole('dialog').getByRole('button', { name: 'Cobrar $40.95' }).click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
  })

  test('approves a return, and the cashier pays the money back', async () => {
    const page = await withCart('dark')
    await page.getByRole('button', { name: 'Cobrar $45.50' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Exacto' }).click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    const folio =
      /A-\d+/.exec(
        await page
          .getByText(/Folio A-/)
          .first()
          .innerText(),
      )?.[0] ?? ''
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(folio) })
      .click()
    await page.getByRole('button', { name: 'Devolver' }).click()
    await page.getByLabel('Motivo').fill('Venía abierto')
    await page.getByRole('button', { name: 'Pedir autorización' }).click()
    await page.getByRole('button', { name: 'Autorizar aquí' }).click()
    const leave = page.getByRole('dialog', { name: 'Autorizar en esta caja' })
    await leave.waitFor()
    await page.keyboard.press('Escape')
    await leave.waitFor({ state: 'detached' })
    // The sale to be returned stays open below.
    await page.getByRole('button', { name: 'Autorizar aquí' }).click()
    await dialog().getByText('1 pza · Aceite vegetal 850 ml').waitFor()
    await expect
      .poll(() => dialog().getByText('Se devuelve', { exact: true }).locator('..').innerText())
      .toContain('$45.50')
    await visit.picture('leave-5-return-dark')
    await showCode(await codeOf(manager, /Sofía/))
    // Nothing is booked yet, so nothing is handed over yet.
    await page.getByText(/Autorizado por .*\. Presiona Devolver para registrarlo\./).waitFor()
    expect(await page.getByText(/Entrega/).count()).toBe(0)
    await visit.picture('leave-6-return-granted-dark')
    await page.getByRole('button', { name: 'Devolver' }).click()
    await page.getByText('Devolución registrada').waitFor()
    await page.getByText('Entrega $45.50 al cliente.').waitFor()
  })
})
