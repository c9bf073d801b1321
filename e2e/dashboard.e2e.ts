import { beforeAll, expect, test } from 'vitest'
import { onOneDay } from '../server/test/one-day.ts'
import { type DemoApi, demoApi, sellGoods } from './store-api.ts'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

onOneDay()
const demo = stories({ window: { width: 1366, height: 1450 } })
let cashier: DemoApi

beforeAll(async () => {
  cashier = await demoApi(demo.url, 'cashier')
})

const pesos = (centavos: number) =>
  `$${(centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** The figure sold today, once the page shows it. */
const soldToday = ({ page }: Visit) =>
  page.getByRole('region', { name: 'Vendido hoy', exact: true }).locator('.figures')

test('a manager’s dashboard grows with every sale and lists what is pending', async () => {
  const visit = await demo.visitAs('manager')
  const { page, picture } = visit
  expect(new URL(page.url()).pathname).toBe('/negocio/inicio')
  const before = Number((await soldToday(visit).textContent())?.replaceAll(/[$,]/g, '')) * 100
  const card = await sellGoods(cashier, [['Refresco de cola', 12]], 'CARD')
  const cash = await sellGoods(cashier, [['Arroz 1 kg', 4]])
  await sellGoods(cashier, [['Leche entera', 2]], 'TRANSFER')
  const { items } = await cashier.get<{ items: { id: string; name: string }[] }>(
    `/vas/catalog?storeId=${cashier.storeId}&kind=airtime`,
  )
  await cashier.post('/vas/sale', {
    storeId: cashier.storeId,
    productId: items.find(({ name }) => name.includes('100'))?.id,
    reference: '5512345600',
  })
  const shelf = await demoApi(demo.url, 'manager')
  const rice = await shelf.variantOf('Arroz 1 kg')
  const cart = await cashier.post<{ id: string }>('/pos/carts', {
    storeId: cashier.storeId,
    lines: [{ variantId: rice, quantity: 1 }],
  })
  await cashier.post(`/pos/carts/${cart.id}/discounts`, {
    scope: 'CART',
    percentageBps: 1_000,
    reason: 'Cliente frecuente',
  })
  await page.reload()
  await page.getByRole('region', { name: 'Cómo pagan' }).getByText(pesos(card.totalCentavos)).waitFor()
  const after = Number((await soldToday(visit).textContent())?.replaceAll(/[$,]/g, '')) * 100
  expect(after - before).toBeGreaterThanOrEqual(card.totalCentavos + cash.totalCentavos)
  await page.getByRole('region', { name: 'Lo más vendido hoy' }).getByText('Refresco de cola').waitFor()
  await picture('dashboard-1-manager')
  await page.getByRole('link', { name: /autorización pendiente/ }).click()
  await page.getByRole('cell', { name: 'Cliente frecuente' }).waitFor()
})

test('an owner sees all stores side by side, and one alone, in dark mode too', async () => {
  const { page, picture } = await demo.visitAs('owner', { colorScheme: 'dark' })
  await page.getByRole('region', { name: 'Por tienda' }).waitFor()
  await picture('dashboard-2-owner-dark')
  await page.getByLabel('Tiendas', { exact: true }).selectOption('una')
  await page.getByRole('region', { name: 'Por tienda' }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Lo más vendido hoy' }).getByText('Refresco de cola').waitFor()
  await picture('dashboard-3-store-dark')
})

test('a cashier starts at the till, and sees their own shift only', async () => {
  const { page, picture } = await demo.visitAs('cashier')
  expect(new URL(page.url()).pathname).toBe('/caja')
  await page.goto('/negocio/inicio')
  await page.getByRole('region', { name: 'Vendido en tu turno', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Lo más vendido en tu turno' }).getByText('Arroz 1 kg').waitFor()
  expect(await page.getByText('Por tienda').count()).toBe(0)
  await picture('dashboard-4-cashier')
})

test('without a shift, the dashboard says how to open one', async () => {
  const { page } = await demo.visitAs('cashier2', { at: '/negocio/inicio' })
  await page.getByRole('heading', { name: 'Todavía no abres un turno' }).waitFor()
  await page.getByRole('link', { name: 'Ir a la caja' }).click()
  await page.waitForURL('**/caja')
})
