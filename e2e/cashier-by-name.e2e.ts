import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { enableTill } from './enabled-till.ts'
import { hasFocus } from './focus.ts'
import { faultsOnPhone, phone } from './phone-law.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import type { Visit } from './visit.ts'

const demo = stories({ window: { width: 1280, height: 800 } })
let manager: DemoApi
/** Of the cashier whom the first story adds, and the next ones follow. */
const beto = { code: '', pin: '730261' }

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})

const typer =
  ({ page }: Visit) =>
  async (label: string, typed: string) => {
    await page.getByLabel(label).fill(typed)
    await page.keyboard.press('Enter')
  }
const memberRow = ({ page }: Visit, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('an owner adds a cashier by name, who opens the till with the PIN and sells for cash', async () => {
  const desk = await demo.visitAs('owner', { at: '/negocio/equipo' })
  // By keyboard alone, from the button to the list.
  await desk.page.getByRole('button', { name: 'Agregar cajero' }).focus()
  await desk.page.keyboard.press('Enter')
  const name = desk.page.getByRole('dialog', { name: 'Agregar cajero' }).getByLabel('Nombre')
  await expect.poll(() => hasFocus(name)).toBe(true)
  await desk.picture('cashier-1-name')
  await desk.page.keyboard.type('Beto Ruiz')
  await desk.page.keyboard.press('Enter')
  const handing = desk.page.getByRole('dialog', { name: 'Entrega estos datos a Beto Ruiz' })
  const shown = (label: string) => handing.getByRole('textbox', { name: label, exact: true }).inputValue()
  beto.code = await shown('Código')
  const minted = await shown('PIN')
  expect([beto.code, minted]).toEqual([expect.stringMatching(/^\d{4}$/), expect.stringMatching(/^\d{6}$/)])
  await desk.picture('cashier-2-hand-over')
  await desk.page.keyboard.press('Escape')
  await handing.waitFor({ state: 'detached' })
  await memberRow(desk, 'Beto Ruiz').getByText('Sin correo: entra solo en la caja').waitFor()
  await memberRow(desk, 'Beto Ruiz').getByText('Cajero').waitFor()
  await desk.picture('cashier-3-list')

  const till = await demo.open({ width: 1024, height: 768 })
  const type = typer(till)
  await enableTill(till.page, manager, 'Caja nueva')
  await type('Tu código', beto.code)
  await type('Tu PIN', minted)
  await till.page.getByRole('heading', { name: 'Elige tu PIN' }).waitFor()
  await type('Tu PIN nuevo', beto.pin)
  await type('Escríbelo otra vez', beto.pin)
  await till.page.getByRole('tab', { name: 'Productos' }).waitFor({ timeout: patient(30_000) })
  await till.page.getByRole('tab', { name: 'Productos' }).click()
  const steps = tillSteps(till)
  await steps.shelf()
  await steps.withShift()
  await steps.pick('Pan blanco')
  await steps.button(/^Cobrar \$/).click()
  await steps
    .dialog()
    .getByRole('button', { name: /^\$100 / })
    .click()
  await till.page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
  await till.picture('cashier-4-sold')
  await till.page.keyboard.press('Enter')
  await till.page.getByText('Empieza una venta').waitFor()
  await till.page.getByRole('button', { name: /Beto/ }).click()
  await till.page.getByRole('menu').getByText('Beto Ruiz').waitFor()
  await till.picture('cashier-5-account')
})

test('a cashier without an e-mail gets another role only after adding one, with their own PIN', async () => {
  const desk = await demo.visitAs('owner', { at: '/negocio/equipo' })
  const act = async (name: string) => {
    await desk.page.getByRole('button', { name: 'Acciones de Beto Ruiz' }).click()
    await desk.page.getByRole('menuitem', { name }).click()
  }
  await act('Supervisor')
  await desk.page.getByText('Antes agrega su correo', { exact: false }).waitFor()
  await act('Agregar correo')
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByText('Agregar correo de Beto Ruiz').waitFor()
  await dialog.getByLabel('Correo').fill('cashier@demo.mostrador.test')
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByText('Ya hay una cuenta con ese correo.').first().waitFor()
  await desk.picture('cashier-6-taken')
  await dialog.getByLabel('Correo').fill('beto@example.test')
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  const linkIn = (shown: Locator) => shown.getByLabel('Enlace de invitación').inputValue()
  const lost = await linkIn(dialog)
  await desk.picture('cashier-7-link')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  // The link is lost. Its successor is for the same member, whose account exists.
  await desk.page.goto('/negocio/invitaciones')
  await desk.page
    .getByRole('row', { name: /beto@example\.test/ })
    .getByRole('button', { name: 'Enlace nuevo' })
    .click()
  const renewal = desk.page.getByRole('dialog', { name: /beto@example\.test/ })
  await renewal.getByRole('button', { name: 'Enlace nuevo' }).click()
  const link = await linkIn(renewal)
  expect(link).not.toBe(lost)
  await renewal.getByRole('button', { name: 'Listo' }).click()

  const own = await demo.open(phone)
  await own.page.goto(link)
  await own.page.getByRole('heading', { name: 'Agrega tu correo' }).waitFor()
  await own.page.getByText('Hola, Beto Ruiz.', { exact: false }).waitFor()
  expect(await own.page.getByLabel('Nombre').count()).toBe(0)
  await own.page.getByLabel('Tu PIN de la caja').fill('000001')
  await own.page.getByLabel('Contraseña nueva').fill('tres tristes tigres tragan trigo')
  await own.page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await own.page.getByText('Ese PIN no es correcto.').waitFor()
  await own.picture('cashier-8-accept')
  await own.page.getByLabel('Tu PIN de la caja').fill(beto.pin)
  await own.page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await own.page.waitForURL((address) => !['/invitacion', '/'].includes(address.pathname))

  await desk.page.goto('/negocio/equipo')
  await memberRow(desk, 'Beto Ruiz').getByText('beto@example.test').waitFor()
  await act('Supervisor')
  await memberRow(desk, 'Beto Ruiz').getByText('Supervisor').waitFor()
})

test('a supervisor adds a cashier on a phone, and sees only what they may do', async () => {
  const visit = await demo.visitAs('supervisor', { at: '/negocio/equipo', ...phone, isTouched: true })
  const { page } = visit
  await page.getByRole('button', { name: 'Agregar cajero' }).click()
  await page.getByLabel('Nombre').fill('Ximena Paz')
  await page.getByLabel('Código (opcional)').fill('xi')
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await page.getByText('Usa de 4 a 8 números o letras mayúsculas.').waitFor()
  await page.getByLabel('Código (opcional)').fill('ximena')
  await visit.picture('cashier-9-phone-form')
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  const handing = page.getByRole('dialog', { name: 'Entrega estos datos a Ximena Paz' })
  await handing.waitFor()
  await expect
    .poll(() => handing.getByRole('textbox', { name: 'Código', exact: true }).inputValue())
    .toBe('XIMENA')
  await visit.picture('cashier-10-phone-hand-over')
  expect(await faultsOnPhone(page)).toEqual([])
  await handing.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('Ximena Paz').first().waitFor()
  expect(await faultsOnPhone(page)).toEqual([])
  await visit.picture('cashier-11-phone-list')
  await page.getByRole('button', { name: 'Acciones de Ximena Paz' }).click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Agregar correo'])
  expect(await page.getByRole('button', { name: /^Acciones de Mario/ }).count()).toBe(0)
})
