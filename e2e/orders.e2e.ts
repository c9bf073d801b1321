import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { rerouted } from './held.ts'
import { type DemoApi, demoApi, ensureShift } from './store-api.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

/** Sells three of a product from an open shift, in cash by default. @returns the folio */
async function sell(
  till: DemoApi,
  name: string,
  method: 'CASH' | 'CARD' = 'CASH',
  more: { readonly customerId?: string } = {},
): Promise<string> {
  await ensureShift(till)
  const lines = [{ variantId: await till.variantOf(name), quantity: 3 }]
  const cart = await till.post<{ id: string; version: number; totalCentavos: number }>('/pos/carts', {
    storeId: till.storeId,
    lines,
    ...more,
  })
  const { order } = await till.post<{ order: { folio: string } }>(`/pos/carts/${cart.id}/finalize`, {
    version: cart.version,
    payments: [{ method, amountCentavos: cart.totalCentavos }],
  })
  return order.folio
}

/** The ID of the order with this folio. */
async function orderOf({ get, storeId }: DemoApi, folio: string): Promise<string> {
  const path = `/pos/sales_orders?storeId=${storeId}&folio=${folio}`
  const { items } = await get<{ items: { id: string }[] }>(path)
  return items[0]?.id ?? ''
}

/** The store's sales at a supervisor's till. */
async function salesAtTheTill() {
  const { page, picture } = await demo.visitAs('supervisor', { at: '/caja?tab=productos' })
  await page.getByRole('button', { name: 'Ventas', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Ventas de la tienda' })
  const button = (name: string) => drawer.getByRole('button', { name, exact: true })
  const openSale = (folio: string) => drawer.getByRole('button', { name: new RegExp(folio) }).click()
  return { page, picture, drawer, button, openSale }
}

describe('orders and their receipts', () => {
  test('a manager finds an order by its folio, refunds one piece, and reprints the receipt', async () => {
    const folio = await sell(await demoApi(demo.url, 'manager'), 'Refresco de cola')
    const { page, picture } = await demo.visitAs('manager', { at: '/negocio/tickets' })
    await page.getByRole('cell', { name: folio, exact: true }).waitFor()
    await picture('orders-1-list')
    await page.getByRole('searchbox').fill('A-999999')
    await page.getByText('Ninguna venta coincide').waitFor()
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByRole('searchbox').fill(folio.toLowerCase())
    await page.getByRole('cell', { name: folio, exact: true }).click()
    await page.getByRole('region', { name: 'Pagos' }).waitFor()
    await picture('orders-2-detail')
    await page.getByRole('button', { name: 'Devolver', exact: true }).click()
    await page.getByLabel(/^Cantidad de Refresco de cola/).fill('1')
    await page.getByLabel('Motivo').fill('Lata golpeada')
    await picture('orders-3-refund')
    await page.getByRole('button', { name: /^Devolver \$/ }).click()
    await page.getByText(/^Devolución D/).waitFor()
    await picture('orders-4-refunded')
    await page.getByRole('button', { name: 'Listo' }).click()
    await page
      .getByRole('region', { name: 'Devoluciones' })
      .getByText(/Lata golpeada/)
      .waitFor()
    await page.getByRole('button', { name: 'Reimprimir ticket' }).click()
    await page.emulateMedia({ media: 'print' })
    await expect
      .poll(() => page.locator('.print-only').innerText())
      .toMatch(/REIMPRESIÓN[\s\S]*Refresco de cola[\s\S]*Total/)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: /^Reimprimir devolución D/ }).click()
    await page.emulateMedia({ media: 'print' })
    await expect
      .poll(() => page.locator('.print-only').innerText())
      .toMatch(/Devolución[\s\S]*REIMPRESIÓN[\s\S]*Lata golpeada[\s\S]*Devuelto/)
    await page.emulateMedia({ media: 'screen' })
    await picture('orders-7-papers')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByText('Lo de los últimos 30 días').waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /csv/ }).click()
    expect(await readFile(await (await coming).path(), 'utf8')).toContain(folio)
  })

  test('a customer’s sales are found by name or phone, at the desk and at the till', async () => {
    const cashier = await demoApi(demo.url, 'cashier')
    const { storeId } = cashier
    const rosa = { storeId, name: 'Rosa Ibáñez', phone: '+525512345678' }
    const { id: customerId } = await cashier.post<{ id: string }>('/pos/customers', rosa)
    const hers = await sell(cashier, 'Pan blanco', 'CASH', { customerId })
    const other = await sell(cashier, 'Pan blanco')
    const { page, picture } = await demo.visitAs('manager', { at: '/negocio/tickets' })
    await page.getByRole('cell', { name: other, exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Folio, cliente o teléfono' }).fill('rosa ibanez')
    await page.getByRole('cell', { name: other, exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: hers, exact: true }).waitFor()
    await picture('orders-9-customer')
    const { page: till } = await demo.visitAs('cashier', { at: '/caja?tab=productos' })
    await till.getByRole('button', { name: 'Ventas', exact: true }).click()
    const drawer = till.getByRole('dialog', { name: 'Ventas de la tienda' })
    await drawer.getByRole('button', { name: new RegExp(other) }).waitFor()
    const search = drawer.getByRole('searchbox', { name: /^Folio, o nombre o teléfono/ })
    await search.fill('55 1234 5678')
    await drawer.getByRole('button', { name: new RegExp(other) }).waitFor({ state: 'detached' })
    await drawer.getByRole('button', { name: new RegExp(hers) }).waitFor()
    await search.fill(String(Number(other.slice(2))))
    await drawer.getByRole('button', { name: new RegExp(other) }).waitFor()
    expect(await drawer.getByRole('button', { name: new RegExp(hers) }).count()).toBe(0)
  })

  test('a card sale is refunded in cash after a manager approves that method', async () => {
    const cashier = await demoApi(demo.url, 'cashier')
    const folio = await sell(cashier, 'Pan blanco', 'CARD')
    const { page, picture } = await demo.visitAs('cashier', { at: '/negocio/tickets' })
    await page.getByRole('cell', { name: folio, exact: true }).click()
    await page.getByRole('button', { name: 'Devolver', exact: true }).click()
    await page.getByRole('button', { name: 'Todo lo que queda' }).click()
    await page.getByLabel('Motivo').fill('La tarjeta ya no existe')
    const way = page.getByLabel('Cómo se devuelve el dinero')
    await expect.poll(() => way.locator('option').first().innerText()).toBe('Como se pagó: tarjeta')
    await way.selectOption('Todo en efectivo')
    await page.getByText(/quien autoriza lo verá/).waitFor()
    await picture('orders-8-other-way')
    await page.getByRole('button', { name: 'Pedir autorización' }).click()
    await page.getByRole('heading', { name: 'Esperando autorización' }).waitFor()
    await page.getByRole('button', { name: 'Autorizar aquí' }).click()
    await page
      .getByRole('dialog', { name: 'Autorizar en esta caja' })
      .getByText(/En efectivo, aunque se haya pagado de otra forma/)
      .waitFor()
    await page
      .getByRole('dialog', { name: 'Autorizar en esta caja' })
      .getByRole('banner')
      .getByRole('button')
      .click()
    const { page: desk, picture: deskPicture } = await demo.visitAs('manager', {
      at: '/negocio/autorizaciones',
      colorScheme: 'dark',
    })
    await desk.getByRole('cell', { name: 'La tarjeta ya no existe' }).click()
    await desk.getByText('En efectivo, aunque se haya pagado de otra forma').waitFor()
    await deskPicture('approvals-3-other-way')
    await desk.getByRole('button', { name: 'Autorizar' }).click()
    await page.getByText(/^Devolución D/).waitFor()
    const { items } = await cashier.get<{ items: { kind: string; method: string }[] }>(
      `/pos/transactions?storeId=${cashier.storeId}&orderId=${await orderOf(cashier, folio)}`,
    )
    expect(items.map(({ kind, method }) => [kind, method])).toEqual([
      ['REFUND', 'CASH'],
      ['PAYMENT', 'CARD'],
    ])
  })

  test('a cashier requests a refund, and it continues when a manager approves it', async () => {
    const cashier = await demoApi(demo.url, 'cashier')
    const folio = await sell(cashier, 'Pan blanco')
    const { page, picture } = await demo.visitAs('cashier', { at: '/negocio/tickets', colorScheme: 'dark' })
    await page.getByRole('cell', { name: folio, exact: true }).click()
    await page.getByRole('button', { name: 'Devolver', exact: true }).click()
    await page.getByText('Solo dinero').click()
    await page.getByRole('button', { name: 'Todo lo que queda' }).click()
    await page.getByLabel('Motivo').fill('Cobro doble')
    await page.getByRole('button', { name: 'Pedir autorización' }).click()
    await page.getByRole('heading', { name: 'Esperando autorización' }).waitFor()
    await picture('orders-5-waiting')
    const { page: desk, picture: deskPicture } = await demo.visitAs('manager', {
      at: '/negocio/autorizaciones',
    })
    await desk.getByText('En vivo').waitFor()
    await desk.getByRole('cell', { name: 'Cobro doble' }).click()
    await desk.getByRole('button', { name: 'Autorizar' }).waitFor()
    await deskPicture('approvals-1-request')
    await desk.getByRole('button', { name: 'Autorizar' }).click()
    await page.getByText(/^Devolución D/).waitFor()
    await picture('orders-6-given')
    await desk.getByText('Nada por autorizar').waitFor()
    await deskPicture('approvals-2-empty')
    // The next request appears by itself, and is rejected with a reason.
    const orderId = await orderOf(cashier, await sell(cashier, 'Pan blanco'))
    const request = { type: 'RETURN', scope: 'CART', orderId, reason: 'No le gustó' }
    const { id } = await cashier.post<{ id: string }>('/pos/approvals', request)
    await desk.getByRole('cell', { name: 'No le gustó' }).click()
    await desk.getByRole('button', { name: 'Rechazar' }).click()
    await desk.getByText('Escribe por qué no se autoriza.').waitFor()
    await desk.getByLabel('Respuesta para quien pide').fill('Ya se abrió')
    await desk.getByRole('button', { name: 'Rechazar' }).click()
    await desk.getByText('Nada por autorizar').waitFor()
    expect(await cashier.get(`/pos/approvals/${id}`)).toMatchObject({
      status: 'REJECTED',
      decisionReason: 'Ya se abrió',
    })
  })

  test('a copy is printed at the till once it is recorded, and not without', async () => {
    const folio = await sell(await demoApi(demo.url, 'supervisor'), 'Pan blanco')
    const { page, drawer, button, openSale } = await salesAtTheTill()
    await openSale(folio)
    const restore = await rerouted(page, '**/reprint', (route) => route.abort())
    await button('Reimprimir ticket').click()
    await drawer.getByText('Sin conexión con el servidor').waitFor()
    expect(await page.locator('.print-only').count()).toBe(0)
    restore()
    await button('Reimprimir ticket').click()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.print-only').innerText()).toMatch(/REIMPRESIÓN[\s\S]*Pan blanco/)
  })

  test('a copy is sent from the list of sales once it is recorded, and not without', async () => {
    const folio = await sell(await demoApi(demo.url, 'supervisor'), 'Pan blanco')
    const { page, drawer, button, openSale } = await salesAtTheTill()
    await openSale(folio)
    const restore = await rerouted(page, '**/reprint', (route) => route.abort())
    await button('Enviar ticket').click()
    await drawer.getByText('Sin conexión con el servidor').waitFor()
    expect(await page.getByLabel('Celular del cliente').count()).toBe(0)
    restore()
    const recorded = page.waitForResponse(/\/reprint$/)
    await button('Enviar ticket').click()
    expect((await recorded).ok()).toBe(true)
    await page.getByLabel('Celular del cliente').fill('55 1234 5678')
    const link = page.getByRole('link', { name: 'Abrir WhatsApp' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.searchParams.get('text')).toMatch(/REIMPRESIÓN[\s\S]*Pan blanco/)
  })

  test('at the till a return shows what was paid, and goods come back after their money', async () => {
    const supervisor = await demoApi(demo.url, 'supervisor')
    const manager = await demoApi(demo.url, 'manager')
    const { storeId, get, post } = supervisor
    const { cashRoundingCentavos } = await get(`/pos/stores/${storeId}`)
    await manager.patch(`/pos/stores/${storeId}`, { cashRoundingCentavos: 50 })
    await ensureShift(supervisor)
    // 128.70 are paid with 128.50.
    const lines = [{ variantId: await supervisor.variantOf('Frijol negro 1 kg'), quantity: 3 }]
    const cart = await post<{ id: string; version: number }>('/pos/carts', { storeId, lines })
    const { order } = await post<{ order: { folio: string } }>(`/pos/carts/${cart.id}/finalize`, {
      version: cart.version,
      payments: [{ method: 'CASH', amountCentavos: 12_850 }],
    })
    const refunded = await sell(supervisor, 'Refresco de cola')
    const onlyMoney = { type: 'REFUND', reason: 'Cobro doble' }
    await post(`/pos/sales_orders/${await orderOf(supervisor, refunded)}/refunds`, onlyMoney)
    const { page, picture, drawer, button, openSale } = await salesAtTheTill()
    await openSale(refunded)
    await button('Devolver').waitFor()
    await button('Ventas').click()

    await openSale(order.folio)
    await button('Devolver').click()
    await drawer.getByText('Todo lo que queda: $128.50').waitFor()
    await page.getByLabel('Motivo').fill('Venían abiertos')
    await picture('orders-11-till-refund')
    await button('Devolver').click()
    await drawer.getByText('Entrega $128.50 al cliente.').waitFor()
    await button('Listo').click()
    await button('Reimprimir ticket').waitFor()
    await expect.poll(() => button('Devolver').count()).toBe(0)
    await manager.patch(`/pos/stores/${storeId}`, { cashRoundingCentavos })
  })
})
