import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { openVisit, signIn, type Visit } from './visit.ts'

let product: RunningProduct
let browser: Browser
const visits: Visit[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
afterEach(async () => {
  const complaints = visits.flatMap((visit) => visit.complaints)
  await Promise.all(visits.splice(0).map(({ context }) => context.close()))
  expect(complaints).toEqual([])
})

async function visitAs(who: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const visit = await openVisit(browser, product.url, { width: 1366, height: 900, colorScheme })
  visits.push(visit)
  await signIn(visit, who)
  return visit
}

test('a supervisor gives a cashier a PIN that is shown once, and not to a manager', async () => {
  const { page, picture } = await visitAs('supervisor')
  await page.goto('/negocio/equipo?estado=fichas')
  await page.getByRole('button', { name: 'PIN de Carla Méndez' }).click()
  await page.getByLabel('PIN (opcional)').fill('1234')
  await page.getByRole('button', { name: 'Crear PIN' }).click()
  await page.getByText('Ese PIN es fácil de adivinar', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Desbloquear' }).click()
  await page.getByText('Desbloqueado').waitFor()
  await page.getByLabel('PIN (opcional)').fill('')
  await page.getByRole('button', { name: 'Crear PIN' }).click()
  expect(await page.getByRole('textbox', { name: 'PIN', exact: true }).inputValue()).toMatch(/^\d{6}$/)
  await picture('staff-1-pin')
  await page.getByRole('button', { name: 'Listo' }).click()
  expect(await page.getByRole('textbox', { name: 'PIN', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'PIN de Mario Gutiérrez' }).click()
  await page.getByRole('button', { name: 'Crear PIN' }).click()
  await page.getByText('Tu puesto no permite hacer esto.').waitFor()
})

test('a manager gives a program the key of a terminal, shown once, and ends its work', async () => {
  const { page, picture } = await visitAs('manager', 'dark')
  await page.goto('/negocio/terminales')
  await page.getByRole('button', { name: 'Habilitar equipo' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Un programa, con una clave' }).check()
  await dialog.getByRole('button', { name: 'Habilitar equipo' }).click()
  expect(await page.getByLabel('Clave del equipo').inputValue()).toMatch(/^[\w-]{43}$/)
  await picture('device-1-token-dark')
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('cell', { name: /^Desde / }).waitFor()
  await page.getByRole('button', { name: 'Deshabilitar' }).first().click()
  await dialog.getByRole('button', { name: 'Deshabilitar' }).click()
  await page.getByRole('cell', { name: 'Deshabilitada' }).waitFor()
  await picture('device-2-disabled-dark')
})

test('a manager adds an account, asks for a payout and withdraws it', async () => {
  const { page, picture } = await visitAs('manager')
  await page.goto('/negocio/retiros')
  await page.getByRole('button', { name: 'Agregar cuenta' }).click()
  await page.getByLabel('CLABE').fill('002010077777777772')
  await page.getByLabel('Titular').fill('Olivia Herrera')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Esa CLABE no existe: revisa sus dígitos.').waitFor()
  await page.getByLabel('CLABE').fill('002010077777777771')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('cell', { name: 'Por verificar' }).waitFor()
  await page.getByRole('button', { name: 'Pedir retiro' }).click()
  await page.getByLabel('Importe').fill('50')
  await page.getByRole('button', { name: 'Pedir', exact: true }).click()
  await page.getByText('Escribe un importe de $100 o más.').waitFor()
  await page.getByLabel('Importe').fill('150')
  await picture('payout-1-request')
  await page.getByRole('button', { name: 'Pedir', exact: true }).click()
  await page.getByRole('row', { name: /\$150\.00.*Pedido/ }).waitFor()
  await picture('payout-2-page')
  await page.getByRole('button', { name: 'Cancelar retiro' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar retiro' }).click()
  await page.getByRole('row', { name: /\$150\.00.*Cancelado/ }).waitFor()
})
