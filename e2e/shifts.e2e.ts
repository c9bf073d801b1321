import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { type DemoApi, demoApi, ensureShift, sellGoods } from './store-api.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 1000 } })

beforeAll(async () => {
  const cashier = await demoApi(demo.url, 'cashier')
  await sellGoods(cashier, [['Refresco de cola', 12]])
  await moveAndClose(cashier)
  const other = await demoApi(demo.url, 'cashier2')
  await other.post('/pos/shifts', { storeId: other.storeId, openingFloatCentavos: 50_000 })
})

/** Pays for ice from the drawer, and closes it twenty pesos short. */
async function moveAndClose(till: DemoApi): Promise<void> {
  const { shift } = await till.get<{ shift: { id: string } }>(`/pos/shifts/current?storeId=${till.storeId}`)
  const move = { kind: 'CASH_OUT', amountCentavos: 3_000, reason: 'Hielo' }
  await till.post(`/pos/shifts/${shift.id}/cash_movements`, move)
  const { totals } = await till.get<{ totals: { expectedCentavos: number } }>(
    `/pos/shifts/${shift.id}/report`,
  )
  const pieces = (totals.expectedCentavos - 2_000) / 50
  await till.post(`/pos/shifts/${shift.id}/close`, {
    denominations: { 50: pieces },
    differenceReason: 'Se dio mal un cambio',
  })
}

test('a manager follows a difference from the dashboard to its report, and exports the closings', async () => {
  const { page, picture } = await demo.visitAs('manager')
  await page.getByText(/: faltaron \$20\.00/).waitFor()
  await page.getByRole('link', { name: /con diferencia$/ }).click()
  await page.getByRole('row', { name: /Faltan \$20\.00.*Se dio mal un cambio/ }).waitFor()
  await picture('shifts-1-differences')
  await page.getByRole('cell', { name: 'Se dio mal un cambio' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Salida · Hielo').waitFor()
  await drawer.getByText('Efectivo contado').waitFor()
  await picture('shifts-2-z')
  await drawer.getByRole('button', { name: 'Reimprimir corte Z' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect
    .poll(() => page.locator('.print-only').innerText())
    .toMatch(/Reimpresión(.|\n)*Se dio mal un cambio/)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByText('Cortes de los últimos 30 días').waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /csv/ }).click()
  expect(await readFile(await (await coming).path(), 'utf8')).toContain('Se dio mal un cambio')
})

test('a supervisor counts and closes a shift that was left open', async () => {
  const { page, picture } = await demo.visitAs('supervisor', {
    at: '/negocio/turnos?estado=abiertos',
    colorScheme: 'dark',
  })
  await page
    .getByRole('row', { name: /Abierto/ })
    .first()
    .waitFor()
  await page.getByRole('cell', { name: 'Abierto' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Solo las ventas').waitFor()
  await picture('shifts-3-open-dark')
  await drawer.getByRole('button', { name: 'Cerrar este turno' }).click()
  await drawer.getByLabel('Piezas de $200').fill('2')
  await drawer.getByText('Faltan $100.00').waitFor()
  await expect.poll(() => drawer.getByRole('button', { name: /^Cerrar con/ }).isDisabled()).toBe(true)
  await picture('shifts-4-count-dark')
  await drawer.getByLabel('Piezas de $100', { exact: true }).fill('1')
  await drawer.getByText('Cuadra', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Cerrar con $500.00' }).click()
  await page.getByText(/Turno cerrado con el corte/).waitFor()
  await drawer.getByRole('button', { name: 'Reimprimir corte Z' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Ningún turno así' }).waitFor()
})

test('a shift that is sold in and closed while a supervisor counts it says so, and shows its report', async () => {
  const cashier = await demoApi(demo.url, 'cashier')
  await ensureShift(cashier)
  const { page, picture } = await demo.visitAs('supervisor', { at: '/negocio/turnos?estado=abiertos' })
  await page.getByRole('cell', { name: 'Abierto' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Cerrar este turno' }).click()
  await drawer.getByLabel('Piezas de $500').fill('1')
  await drawer.getByText('Cuadra', { exact: true }).waitFor()
  await sellGoods(cashier, [['Refresco de cola', 1]])
  await drawer.getByRole('button', { name: 'Cerrar con $500.00' }).click()
  await drawer
    .getByRole('alert')
    .getByText(/^Falta explicar la diferencia/)
    .waitFor()
  await drawer.getByLabel('¿Por qué hay diferencia?').fill('Se vendió mientras contaba')

  const { shift } = await cashier.get<{ shift: { id: string } }>(
    `/pos/shifts/current?storeId=${cashier.storeId}`,
  )
  await cashier.post(`/pos/shifts/${shift.id}/close`, { countedCentavos: 51_900 })
  await drawer.getByRole('button', { name: 'Cerrar con $500.00' }).click()
  await drawer
    .getByRole('alert')
    .getByText(/^Ya se cerró/)
    .waitFor()
  await drawer.getByRole('button', { name: 'Reimprimir corte Z' }).waitFor()
  expect(await drawer.getByLabel('Piezas de $500').count()).toBe(0)
  await picture('shifts-6-closed-meanwhile')
})

test('an owner finds the differences of all stores', async () => {
  const { page, picture } = await demo.visitAs('owner')
  await page.getByRole('link', { name: /con diferencia$/ }).click()
  await page.getByRole('columnheader', { name: 'Tienda' }).waitFor()
  await page.getByRole('row', { name: /La Esperanza Centro.*Faltan \$20\.00/ }).waitFor()
  await picture('shifts-5-all-stores')
})

test('a cashier sees why they cannot see other drawers', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/turnos' })
  await page.getByText('Tu puesto en la tienda no lo permite.').waitFor()
})
