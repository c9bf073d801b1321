import { beforeAll, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { rerouted } from './held.ts'
import { faultsOnPhone, phone } from './phone-law.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi, ensureShift, sellGoods } from './store-api.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { tillSteps } from './till-steps.ts'
import { signIn } from './visit.ts'

const demo = stories({ window: { width: 1024, height: 768 } })
let cashier: DemoApi

beforeAll(async () => {
  cashier = await demoApi(demo.url, 'cashier')
  await ensureShift(cashier)
})

test('an owner has cashiers count blind, and the reports mailed', async () => {
  const { page, picture } = await demo.visitAs('owner', {
    at: '/negocio/tiendas',
    width: 1366,
    height: 1000,
  })
  await page.getByRole('cell', { name: 'La Esperanza Centro' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('switch', { name: /a ciegas/ }).click()
  await form.getByLabel('Enviar los cortes por correo a').fill('contador')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.getByText('Escribe hasta cinco direcciones distintas').waitFor()
  await form.getByLabel('Enviar los cortes por correo a').fill('contador@example.test\nduena@example.test')
  await picture('shift-close-1-store')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.waitFor({ state: 'detached' })
  const store = await cashier.get(`/pos/stores/${cashier.storeId}`)
  expect(store).toMatchObject({
    cashiersCountBlind: true,
    shiftReportEmails: ['contador@example.test', 'duena@example.test'],
  })
})

test('a cashier closes the shift by keyboard alone, and learns the difference at the end', async () => {
  await sellGoods(cashier, [['Refresco de cola', 2]])
  const visit = await demo.open()
  const { page, picture } = visit
  const till = tillSteps(visit)
  await signIn(visit, 'cashier', '/caja?tab=productos')
  await till.shelf()
  await till.shiftKnown()
  const focus = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
  await page.keyboard.press('Alt+t')
  await till.dialog().getByText('Aquí la caja se cuenta a ciegas').waitFor()
  expect(await page.getByText('Efectivo esperado').count()).toBe(0)
  expect(await till.button('Corte X').count()).toBe(0)
  await expect.poll(focus).toBe('Cerrar turno')
  await page.keyboard.press('Enter')
  await expect.poll(focus).toBe('Piezas de $1,000')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await expect.poll(focus).toBe('Piezas de $500')
  await settled(page)
  const close = till.button('Cerrar con $500.00')
  expect(await faultsOf(page, 'blind count', [close, page.getByText('Contado', { exact: true })])).toEqual([])
  expect(await page.getByText(/Faltan|Sobran|¿Por qué hay diferencia/).count()).toBe(0)
  await picture('shift-close-2-blind')
  for (let field = 2; field <= 11; field++) await page.keyboard.press('Enter')
  await expect.poll(focus).toBe('Cerrar con $500.00')
  await page.keyboard.press('Enter')
  await till
    .dialog()
    .getByText(/Corte Z-/)
    .first()
    .waitFor()
  await till.dialog().getByText('Diferencia').waitFor()
  await picture('shift-close-3-z')
  await expect.poll(focus).toBe('Terminar')
  await page.keyboard.press('Enter')
  await page.getByText('Tu turno está cerrado').waitFor()
})

test('on a phone the drawer is counted as one total, which the device remembers', async () => {
  const manager = await demoApi(demo.url, 'manager')
  await manager.patch(`/pos/stores/${cashier.storeId}`, { cashiersCountBlind: false })
  await ensureShift(cashier)
  const visit = await demo.open(phone)
  const { page, picture } = visit
  const till = tillSteps(visit)
  await signIn(visit, 'cashier', '/caja?tab=productos')
  const openClosing = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Turno' }).click()
    await till.button('Cerrar turno').click()
  }
  await openClosing()
  await page.getByLabel('Piezas de $500').fill('1')
  await till.dialog().getByText('Cuadra exacto').waitFor()
  expect(await faultsOnPhone(page)).toEqual([])
  await picture('shift-close-4-phone-pieces')
  await till.button('Escribir solo el total').click()
  await page.reload()
  await openClosing()
  await page.getByLabel('Total contado').fill('480')
  await till.dialog().getByText('Faltan $20.00').waitFor()
  const close = till.button('Cerrar con $480.00')
  await expect.poll(() => close.isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Se dio mal un cambio')
  expect(await faultsOnPhone(page)).toEqual([])
  await picture('shift-close-5-phone-total')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await till.dialog().getByText('Se dio mal un cambio').waitFor()
  const { items } = await manager.get<{ items: object[] }>(
    `/pos/shift_reports?storeId=${cashier.storeId}&limit=1`,
  )
  expect(items[0]).toMatchObject({
    countedCentavos: 48_000,
    denominations: null,
    differenceReason: 'Se dio mal un cambio',
  })
})

/** Sells a top-up for cash that the carrier declines after its shift was closed. @returns the folio */
async function declinedAfterClose(): Promise<string> {
  const { storeId, get, post } = cashier
  await ensureShift(cashier)
  const { items } = await get<{ items: { id: string; amountCentavos: number }[] }>(
    `/vas/catalog?kind=airtime&storeId=${storeId}`,
  )
  const { id, folio, shiftId } = await post<{ id: string; folio: string; shiftId: string }>('/vas/sale', {
    storeId,
    productId: items.find(({ amountCentavos }) => amountCentavos === 10_000)?.id,
    reference: '5512345202',
    payment: { method: 'CASH', tenderedCentavos: 20_000 },
  })
  const { totals } = await get<{ totals: { expectedCentavos: number } }>(`/pos/shifts/${shiftId}/report`)
  await post(`/pos/shifts/${shiftId}/close`, { countedCentavos: totals.expectedCentavos })
  await expect
    .poll(async () => (await get(`/vas/sale/${id}`))['status'], { timeout: patient(60_000) })
    .toBe('FAILED')
  return folio
}

test('the cash of a service that failed after its shift is paid back from the next one, once', async () => {
  const folio = await declinedAfterClose()
  const visit = await demo.visitAs('cashier', { at: '/caja?tab=tae' })
  const { page, picture } = visit
  const till = tillSteps(visit)
  const openSale = async () => {
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await till.button(new RegExp(folio)).click()
  }
  await openSale()
  const giveBack = till.button('Devolver $100.00 de la caja')
  await expect.poll(() => giveBack.getAttribute('aria-description')).toBe('Primero abre tu turno')
  await ensureShift(cashier)
  await page.reload()
  await openSale()
  await giveBack.click()
  await page.getByText('Quedó registrado. Entrega $100.00 al cliente.').waitFor()
  await picture('shift-close-6-service-paid-back')
  const { items } = await cashier.get<{ items: object[] }>(
    `/pos/cash_movements?storeId=${cashier.storeId}&limit=1`,
  )
  expect(items[0]).toMatchObject({
    ...{ kind: 'CASH_OUT', amountCentavos: 10_000, reason: `Devolución de ${folio}` },
    vasSaleId: expect.any(String),
  })
  await page.reload()
  await openSale()
  await giveBack.click()
  await page.getByText('Este dinero ya se devolvió: no lo entregues otra vez.').waitFor()
})

/** The cashier in the room where the drawer is counted. */
async function countingDrawer() {
  await ensureShift(cashier)
  const visit = await demo.visitAs('cashier', { at: '/caja?tab=productos' })
  const till = tillSteps(visit)
  await till.shelf()
  await visit.page.getByRole('banner').getByRole('button', { name: 'Turno' }).click()
  await till.button('Cerrar turno').click()
  return { ...visit, till }
}

test('a blind count stays while the shift is asked for again', async () => {
  const manager = await demoApi(demo.url, 'manager')
  await manager.patch(`/pos/stores/${cashier.storeId}`, { cashiersCountBlind: true })
  const { page, till } = await countingDrawer()
  await till.dialog().getByText('La diferencia se ve al cerrar').waitFor()
  await page.getByLabel('Piezas de $500').fill('1')
  const asked = page.waitForResponse(/\/pos\/shifts\/[^/]+\/report$/)
  // As when the person comes back to this window.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  expect((await asked).status()).toBe(403)
  await settled(page)
  expect(await page.getByLabel('Piezas de $500').inputValue()).toBe('1')
  await manager.patch(`/pos/stores/${cashier.storeId}`, { cashiersCountBlind: false })
})

test('a cashier who counts learns that a manager has closed the shift', async () => {
  const { page, till, picture } = await countingDrawer()
  await page.getByLabel('Piezas de $500').fill('1')
  const { shift } = await cashier.get<{ shift: { id: string } }>(
    `/pos/shifts/current?storeId=${cashier.storeId}`,
  )
  const manager = await demoApi(demo.url, 'manager')
  const { totals } = await manager.get<{ totals: { expectedCentavos: number } }>(
    `/pos/shifts/${shift.id}/report`,
  )
  await manager.post(`/pos/shifts/${shift.id}/close`, { countedCentavos: totals.expectedCentavos })
  await till.dialog().getByText('Este turno ya se cerró').waitFor()
  await picture('shift-close-7-closed-elsewhere')
  await till.button('Terminar').click()
  await page.getByText('Tu turno está cerrado').waitFor()
})

test('a close that was made and not answered is sent again as it was, and its Z is shown', async () => {
  const { page, till, picture } = await countingDrawer()
  const { shift } = await cashier.get<{ shift: { id: string } }>(
    `/pos/shifts/current?storeId=${cashier.storeId}`,
  )
  const { totals } = await cashier.get<{ totals: { expectedCentavos: number } }>(
    `/pos/shifts/${shift.id}/report`,
  )
  await till.button('Escribir solo el total').click()
  await page.getByLabel('Total contado').fill(String(totals.expectedCentavos / 100))
  await till.dialog().getByText('Cuadra exacto').waitFor()
  const sent: unknown[] = []
  await rerouted(page, '**/pos/shifts/*/close', async (route) => {
    const request = route.request()
    sent.push([request.headers()['idempotency-key'], request.postData()])
    if (sent.length > 1) return route.continue()
    const shiftRead = page.waitForResponse(/\/pos\/shifts\/current/)
    await route.fetch()
    // The news of the close arrives, and its answer never does.
    await (await shiftRead).finished()
    await route.abort()
  })
  await till.button(/^Cerrar con /).click()
  await till
    .dialog()
    .getByText(/Corte Z-/)
    .first()
    .waitFor()
  await picture('shift-close-8-answer-lost')
  expect(sent).toEqual([[expect.any(String), expect.any(String)], sent[0]])
  await till.button('Terminar').click()
  await page.getByText('Tu turno está cerrado').waitFor()
})
