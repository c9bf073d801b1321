import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { digitsAlone } from '../server/test/digits-alone.ts'
import { passTime } from '../server/test/pass-time.ts'
import { patient } from '../server/test/patience.ts'
import { allKept } from './device-orders.ts'
import { codeOf, demoPin, enableTill, enterByPin } from './enabled-till.ts'
import { type DemoApi, demoApi, sellGoods } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { demoPassword, signIn, signInByForm, type Visit } from './visit.ts'

const demo = stories()
let manager: DemoApi
let visit: Visit

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})

async function atTheTill(who = 'cashier', colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  visit = await demo.open({ width: 1024, height: 768, colorScheme })
  await visit.page.clock.install()
  await signIn(visit, who)
  await shelf().waitFor()
  return visit.page
}

const shelf = () => visit.page.getByRole('group', { name: 'Productos' }).getByRole('button').first()
const lock = () => visit.page.getByRole('button', { name: 'Bloquear la pantalla' })
const lockedScreen = () => visit.page.getByText('Tu venta está como la dejaste.', { exact: false })
const cart = () => visit.page.getByRole('region', { name: 'Cuenta' })

async function pick(name: string): Promise<void> {
  await tillSteps(visit).pick(name)
  await cart().getByText(name).first().waitFor()
  // The server has priced it, so nothing is pending.
  await expect.poll(() => lock().getAttribute('aria-disabled')).toBe('false')
}

/** The server's answer to this browser's cookie. */
const statusOfMe = async () => (await visit.context.request.get('/auth/me')).status()

async function unlockByPassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Desbloquear' }).click()
  await lockedScreen().waitFor({ state: 'detached' })
}

describe('a locked till', () => {
  test('shows nothing, has no session, and continues as before after the PIN', async () => {
    visit = await demo.open({ width: 1024, height: 768 })
    const { page, picture } = visit
    await enableTill(page, manager, 'Caja con candado')
    await enterByPin(page, await codeOf(manager, /Carla/))
    await shelf().waitFor()
    await pick('Refresco de cola')
    await picture('lock-1-before')
    await lock().click()
    await lockedScreen().waitFor()
    await picture('lock-2-locked')
    expect(await page.locator('body').innerText()).not.toMatch(/Refresco|\$\d/)
    await expect.poll(statusOfMe).toBe(401)
    await page.goBack()
    await page.getByLabel('Tu código').waitFor()
    await page.goForward()
    await lockedScreen().waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/Refresco|\$\d/)

    await page.getByLabel('Tu PIN').fill('111222')
    await page.keyboard.press('Enter')
    await page.getByText('El código o el PIN no coinciden.').waitFor()
    await page.getByLabel('Tu PIN').fill(demoPin)
    await page.keyboard.press('Enter')
    await cart().getByText('Refresco de cola').waitFor()
    await expect.poll(() => page.getByTestId('cart-total').innerText()).toBe('$19.00')
    expect(await statusOfMe()).toBe(200)
    const kept = await allKept(page)
    expect(kept).not.toMatch(digitsAlone(demoPin))
  })
  test('locks by itself after this device’s minutes, and never during a payment', async () => {
    const page = await atTheTill('cashier', 'dark')
    await page.getByRole('button', { name: /La Esperanza Centro/ }).click()
    await page.getByRole('menuitem', { name: 'Bloqueo automático: 5 min' }).click()
    await page.getByText('3 min', { exact: true }).click()
    await visit.picture('lock-3-minutes-dark')
    await page.getByRole('button', { name: 'Listo' }).click()
    await tillSteps(visit).withShift()
    await pick('Pan blanco')
    await page.getByRole('button', { name: /^Cobrar/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.clock.fastForward('20:00')
    expect(await lockedScreen().count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.clock.fastForward('02:30')
    expect(await lockedScreen().count()).toBe(0)
    await page.clock.fastForward('00:35')
    await lockedScreen().waitFor()
    await visit.picture('lock-4-password-dark')
    await expect.poll(statusOfMe).toBe(401)
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('no es esta')
    await page.getByRole('button', { name: 'Desbloquear' }).click()
    await page.getByText('El correo, la contraseña o el código no coinciden.').waitFor()
    await unlockByPassword(page)
    await cart().getByText('Pan blanco').waitFor()
  })

  test('stays open while another window of this browser is used or busy, and locks after both', async () => {
    const page = await atTheTill('cashier')
    await tillSteps(visit).withShift()
    const other = await visit.context.newPage()
    await other.goto('/caja?tab=productos')
    const till = tillSteps({ ...visit, page: other })
    await till.shelf()
    // Both windows have the same clock. The device locks after five minutes.
    const staysOpen = async (use: () => Promise<void>) => {
      for (let minutes = 0; minutes < 8; minutes += 2) {
        await page.clock.fastForward('02:00')
        await use()
        expect(await lockedScreen().count()).toBe(0)
      }
    }
    let movedBy = 0
    await staysOpen(() => other.mouse.move(300, 300 + ++movedBy))
    await till.pick('Pan blanco')
    await till.button(/^Cobrar \$/).click()
    await till.dialog().waitFor()
    await staysOpen(() => passTime(1_500, 'a till that could lock asks its other windows first'))
    await other.keyboard.press('Escape')
    await till.dialog().waitFor({ state: 'detached' })
    await page.clock.fastForward('04:30')
    expect(await lockedScreen().count()).toBe(0)
    await page.clock.fastForward('00:35')
    await lockedScreen().waitFor()
  })

  test('does not lock by itself while the approval of a refund is awaited or given, only after it is left', async () => {
    const { folio } = await sellGoods(await demoApi(demo.url, 'cashier'), [['Refresco de cola', 1]])
    const page = await atTheTill('cashier')
    const drawer = page.getByRole('dialog', { name: 'Ventas de la tienda' })
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await drawer.getByRole('button', { name: new RegExp(folio) }).click()
    await drawer.getByRole('button', { name: 'Devolver', exact: true }).click()
    await page.getByLabel('Motivo').fill('Lata golpeada')
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/pos/approvals'))
    await drawer.getByRole('button', { name: 'Pedir autorización' }).click()
    const { id } = (await (await asked).json()) as { id: string }
    await drawer.getByText('Esperando autorización').waitFor()
    await page.clock.fastForward('06:00')
    expect(await lockedScreen().count()).toBe(0)
    await manager.post(`/pos/approvals/${id}/approve`, {})
    await drawer.getByText(/Autorizado por/).waitFor()
    await page.clock.fastForward('06:00')
    await drawer.getByText(/Autorizado por/).waitFor()
    expect(await lockedScreen().count()).toBe(0)
    await drawer.getByRole('button', { name: 'Cancelar' }).click()
    await drawer.getByRole('button', { name: 'Devolver', exact: true }).waitFor()
    await page.clock.fastForward('06:00')
    await lockedScreen().waitFor()
  })

  test('is not locked during a pending sale, and keeps a parked one', async () => {
    const page = await atTheTill('cashier')
    await page.getByRole('tab', { name: 'TAE' }).click()
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').fill('5512374300')
    await page.getByLabel('Escríbelo otra vez').fill('5512374300')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Recargar $100.00' }).click()
    await page.getByText('En proceso: no la repitas').waitFor({ timeout: patient(40_000) })
    await expect
      .poll(() => lock().getAttribute('aria-description'))
      .toBe('Primero termina lo que está en pantalla.')
    await lock().click({ force: true })
    expect(await lockedScreen().count()).toBe(0)
    await page.getByRole('button', { name: 'Atender a otro cliente' }).click()
    await lock().click()
    await lockedScreen().waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/Telcel|5512374300/)
    await unlockByPassword(page)
    await page.getByRole('button', { name: /en proceso/ }).waitFor()
  })

  test('is handed over to another cashier, and a reload leads to the sign-in', async () => {
    const page = await atTheTill('cashier2')
    await pick('Agua natural')
    await lock().click()
    await page.getByRole('button', { name: 'Cambio de cajero' }).click()
    await page.getByLabel('Correo electrónico').waitFor()
    await page.getByLabel('Correo electrónico').fill('supervisor@demo.mostrador.test')
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await shelf().waitFor()
    expect(await cart().getByText('Agua natural').count()).toBe(0)
    await lock().click()
    await lockedScreen().waitFor()
    await expect.poll(statusOfMe).toBe(401)
    await page.reload()
    await page.getByLabel('Correo electrónico').waitFor()
    await signInByForm(visit, 'cashier2')
    await cart().getByText('Agua natural').waitFor()
  })
})
