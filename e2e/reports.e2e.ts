import { beforeAll, expect, test } from 'vitest'
import { onOneDay } from '../server/test/one-day.ts'
import { exported } from './exported.ts'
import { demoApi, sellGoods } from './store-api.ts'
import { stories } from './stories.ts'

onOneDay()
const demo = stories({ window: { width: 1366, height: 1250 } })

beforeAll(async () => {
  const till = await demoApi(demo.url, 'cashier')
  await sellGoods(till, [['Refresco de cola', 12]], 'CARD')
  await sellGoods(till, [
    ['Arroz 1 kg', 4],
    ['Leche entera', 2],
  ])
})

test('a manager reads sales by product and by the hour of a day, and exports them', async () => {
  const { page, picture } = await demo.visitAs('manager')
  await page.getByRole('link', { name: 'Reportes' }).click()
  await page.getByRole('table', { name: 'En detalle' }).waitFor()
  await picture('reports-1-days')
  await page
    .getByRole('button', { name: /por hora$/ })
    .last()
    .click()
  await page
    .getByRole('rowheader', { name: /^\d\d:00$/ })
    .first()
    .waitFor()
  await page.getByLabel('Ver por').selectOption('product')
  const row = page.getByRole('row', { name: /Refresco de cola/ })
  await row.getByRole('cell', { name: '12', exact: true }).waitFor()
  await row.getByRole('cell', { name: '$228.00' }).first().waitFor()
  await picture('reports-2-products')
  const csv = await exported(page, /csv/)
  expect(csv.name).toMatch(/\.csv$/)
  expect(csv.text).toMatch(/Refresco de cola 600 ml.*228/)
  const book = await exported(page, /xlsx/)
  expect(book.name).toMatch(/\.xlsx$/)
  expect(book.text.startsWith('PK')).toBe(true)
  await page.getByLabel('Ver por').selectOption('method')
  await page.getByRole('row', { name: /Tarjeta/ }).waitFor()
  await picture('reports-3-methods')
})

test('a period without sales says so, and one that is too long is refused with a reason', async () => {
  const { page } = await demo.visitAs('supervisor', {
    at: '/negocio/reportes?desde=2024-01-01&hasta=2024-01-31',
  })
  await page.getByRole('heading', { name: 'Sin ventas en este periodo' }).waitFor()
  await page.getByLabel('Desde').fill('2020-01-01')
  await page.getByText('Un reporte abarca a lo más 366 días').waitFor()
  await page.getByLabel('Periodo').selectOption('today')
  await page.getByRole('table', { name: 'En detalle' }).waitFor()
})

test('an owner sees what the shelves of all stores are worth', async () => {
  const { page, picture } = await demo.visitAs('owner', {
    at: '/negocio/reportes?estado=inventario&tiendas=todas',
    colorScheme: 'dark',
  })
  await page.getByRole('columnheader', { name: 'Tienda' }).waitFor()
  await picture('reports-4-inventory-dark')
  const items = page.getByRole('region', { name: 'Artículos' }).locator('.figures')
  const all = Number(await items.textContent())
  await page.getByText('Por surtir', { exact: true }).locator('visible=true').first().click()
  await page.getByRole('searchbox').fill('cloro')
  await page
    .getByRole('cell', { name: /Cloro 1 L/ })
    .first()
    .waitFor()
  await expect.poll(async () => Number(await items.textContent())).toBeLessThan(all)
  const { text } = await exported(page, /csv/)
  expect(text).toContain('Cloro 1 L')
  expect(text).not.toContain('Arroz 1 kg')
})

test('a cashier sees why they have no reports', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/reportes' })
  await page.getByText('Tu puesto en la tienda no lo permite.').waitFor()
})
