import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasFocus } from './focus.ts'
import { held, rerouted } from './held.ts'
import { keyboardOf } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi, ensureShift, type SoldGoods, sellGoods } from './store-api.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

/** Sells three of a product for cash. */
const sell = (till: DemoApi) => sellGoods(till, [['Refresco de cola', 3]])

/** Sells three of it for $40 by card and $17 in cash. */
async function sellForBoth(till: DemoApi): Promise<SoldGoods> {
  const { storeId } = till
  await ensureShift(till)
  const lines = [{ variantId: await till.variantOf('Refresco de cola'), quantity: 3 }]
  const cart = await till.post<{ id: string; version: number }>('/pos/carts', { storeId, lines })
  const { order } = await till.post<{ order: SoldGoods }>(`/pos/carts/${cart.id}/finalize`, {
    version: cart.version,
    payments: [
      { method: 'CARD', amountCentavos: 4_000 },
      { method: 'CASH', amountCentavos: 1_700 },
    ],
  })
  return order
}

/** Opens the refund of a sale and fills it in. */
async function fillIn(page: Page, folio: string, reason: string, quantity = '1'): Promise<void> {
  await page.getByRole('cell', { name: folio, exact: true }).click()
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  await page.getByLabel(/^Cantidad de Refresco de cola/).fill(quantity)
  await page.getByLabel('Motivo').fill(reason)
}

/** The keys of the refunds that the page has sent. The server refuses another refund with the same key. */
function keysOf(page: Page) {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/refunds'))
      keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

/** Lets refunds arrive at the server, and loses their answers. */
const loseAnswers = (page: Page) =>
  rerouted(page, '**/refunds', async (route) => {
    await route.fetch()
    await route.abort()
  })

/** A person's till, and the way to the refund of a sale. */
async function atTheTill(who: string, { folio }: SoldGoods) {
  const visit = await demo.visitAs(who, { at: '/caja?tab=productos' })
  const drawer = visit.page.getByRole('dialog', { name: 'Ventas de la tienda' })
  const button = (name: string) => drawer.getByRole('button', { name, exact: true })
  const openRefund = async () => {
    await visit.page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await drawer.getByRole('button', { name: new RegExp(folio) }).click()
    await button('Devolver').click()
  }
  return { ...visit, drawer, button, openRefund }
}

/** A manager approves what a till requests. @returns the approval's id */
async function approved(page: Page, ask: () => unknown): Promise<string> {
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/pos/approvals'))
  await ask()
  const { id } = (await (await asked).json()) as { id: string }
  await (await demoApi(demo.url, 'manager')).post(`/pos/approvals/${id}/approve`, {})
  await page.getByText(/Autorizado por/).waitFor()
  return id
}

/** Answers refunds with this refusal. */
const refuse = (page: Page, code: string) =>
  rerouted(page, '**/refunds', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code, title: 'Refused' }),
    }),
  )

/** Has a page read an approval again, changed like this. */
async function readChanged(page: Page, id: string, changed: object): Promise<void> {
  await page.route(`**/pos/approvals/${id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...changed } })
  })
  const readAgain = page.waitForResponse((answer) => answer.url().endsWith(id))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await (await readAgain).finished()
}

const hasExpired = { status: 'APPROVED', expiresAt: '2026-01-05T10:15:00.000Z' }

async function saysWhatIsHandedOver(page: Page): Promise<void> {
  await page.getByText('Entrega $17.00 en efectivo al cliente.').waitFor()
  await page.getByText('Devuelve $40.00 a la tarjeta del cliente').waitFor()
  expect(await page.getByText(/Entrega/).count()).toBe(1)
}

const refundsMade = async (till: DemoApi, { id }: SoldGoods) =>
  (await till.get<{ refunds: unknown[] }>(`/pos/sales_orders/${id}`)).refunds.length

test.each([
  ['of a part', '1'],
  ['of all', '3'],
])('a refund %s that was made and not answered is sent again as it was, also from a dialog opened again, and made once', async (_what, quantity) => {
  const manager = await demoApi(demo.url, 'manager')
  const sold = await sell(manager)
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/tickets' })
  const keys = keysOf(page)
  await fillIn(page, sold.folio, 'Lata golpeada', quantity)
  const restore = await loseAnswers(page)
  await page.getByRole('button', { name: /^Devolver \$/ }).click()
  await page.getByText('No se sabe si la devolución quedó hecha').waitFor()
  expect(await page.getByLabel('Motivo').count()).toBe(0)
  await picture('refund-1-undecided')
  restore()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: sold.folio, exact: true }).getByText('Devuelto en total').waitFor()
  await page.getByRole('button', { name: 'Devolver', exact: true }).click()
  await page.getByRole('button', { name: 'Enviar otra vez lo mismo' }).click()
  await page.getByText(/^Devolución D/).waitFor()
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(await refundsMade(manager, sold)).toBe(1)
})

test('a cashier’s refund keeps what was typed, and its approval when it is refused', async () => {
  const cashier = await demoApi(demo.url, 'cashier')
  const manager = await demoApi(demo.url, 'manager')
  const sold = await sell(cashier)
  const { page, picture } = await demo.visitAs('cashier', { at: '/negocio/tickets' })
  const asked: string[] = []
  page.on('response', async (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/pos/approvals'))
      asked.push(((await response.json()) as { id: string }).id)
  })
  await fillIn(page, sold.folio, 'Lata golpeada')
  const ask = page.getByRole('button', { name: 'Pedir autorización' })
  const waiting = page.getByRole('heading', { name: 'Esperando autorización' })
  const typed = () =>
    Promise.all([
      page.getByLabel('Motivo').inputValue(),
      page.getByLabel(/^Cantidad de Refresco de cola/).inputValue(),
    ])
  await ask.click()
  await page.getByRole('button', { name: 'Retirar la solicitud' }).click()
  await waiting.waitFor({ state: 'detached' })
  expect(await typed()).toEqual(['Lata golpeada', '1'])
  await ask.click()
  await expect.poll(() => asked.length).toBe(2)
  await manager.post(`/pos/approvals/${asked[1]}/reject`, { reason: 'Sin ticket' })
  await page.getByText(/Sin ticket/).waitFor()
  expect(await typed()).toEqual(['Lata golpeada', '1'])
  await picture('refund-2-rejected')
  const restore = await refuse(page, 'insufficient_cash')
  await ask.click()
  await expect.poll(() => asked.length).toBe(3)
  await manager.post(`/pos/approvals/${asked[2]}/approve`, {})
  await page.getByText(/La caja no tiene tanto efectivo/).waitFor()
  await picture('refund-3-approved')
  restore()
  await page.getByRole('button', { name: /^Devolver \$/ }).click()
  await page.getByText(/^Devolución D/).waitFor()
  expect(asked).toHaveLength(3)
  expect(await refundsMade(cashier, sold)).toBe(1)
})

test.each([
  ['was used', {}],
  ['has expired', hasExpired],
])('a refund that was made at the till and not answered is made once, also when its approval %s meanwhile', async (_what, then) => {
  const cashier = await demoApi(demo.url, 'cashier')
  const sold = await sell(cashier)
  const { page, picture, drawer, button, openRefund } = await atTheTill('cashier', sold)
  const keys = keysOf(page)
  await openRefund()
  await drawer.getByRole('button', { name: /^Uno más de Refresco/ }).click()
  await page.getByLabel('Motivo').fill('Lata golpeada')
  const id = await approved(page, () => button('Pedir autorización').click())
  const restore = await loseAnswers(page)
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/refunds'))
  await button('Devolver').click()
  await lost
  await readChanged(page, id, then)
  await settled(page)
  expect(await button('Pedir autorización').count()).toBe(0)
  await page.getByText('No se sabe si la devolución quedó hecha').waitFor()
  await picture('refund-4-till-undecided')
  restore()
  await button('Enviar otra vez lo mismo').click()
  await page.getByText('Devolución registrada').waitFor()
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(await refundsMade(cashier, sold)).toBe(1)
})

test('a refund of all that was made at the till and not answered is confirmed from the sale, also after the page was loaded again, and has its original', async () => {
  const manager = await demoApi(demo.url, 'manager')
  const sold = await sell(manager)
  const { page, picture, drawer, button, openRefund } = await atTheTill('manager', sold)
  const keys = keysOf(page)
  await openRefund()
  await page.getByLabel('Motivo').fill('Lata golpeada')
  const restore = await loseAnswers(page)
  await button('Devolver').click()
  await page.getByText('No se sabe si la devolución quedó hecha').waitFor()
  await picture('refund-5-till-undecided-all')
  restore()
  await drawer.getByText('Cerrar', { exact: true }).click()
  await drawer.getByText(/^Devuelto \$/).waitFor()
  await page.reload()
  await openRefund()
  await button('Enviar otra vez lo mismo').click()
  await page.getByText('Devolución registrada').waitFor()
  await button('Imprimir ticket').waitFor()
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(await refundsMade(manager, sold)).toBe(1)
  await button('Listo').click()
  await drawer.getByText(/^Devuelto \$/).waitFor()
  await settled(page)
  expect(await button('Devolver').count()).toBe(0)
})

test('a refund at the till survives a click beside it, and cannot be left while it or the request for its approval is sent', async () => {
  const cashier = await demoApi(demo.url, 'cashier')
  const sold = await sell(cashier)
  const { page, drawer, button, openRefund } = await atTheTill('cashier', sold)
  const keyboard = await keyboardOf(page)
  const lock = page.getByLabel('Bloquear la pantalla')
  const cannotBeLeft = async () => {
    await expect.poll(() => button('Cancelar').isDisabled()).toBe(true)
    await expect.poll(() => lock.getAttribute('aria-disabled')).toBe('true')
    await expect
      .poll(() => drawer.getByRole('radio', { name: 'Recargas y servicios' }).isDisabled())
      .toBe(true)
    await keyboard.scan(sold.folio)
    await page.getByText('cierra primero esta ventana').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.click(10, 450)
    expect(await drawer.getByText(`Devolver de ${sold.folio}`).count()).toBe(1)
  }
  await openRefund()
  await page.getByLabel('Motivo').fill('Lata golpeada')
  // Beside what was typed.
  await page.mouse.click(10, 450)
  const ask = await held(page, '**/pos/approvals')
  await button('Pedir autorización').click()
  await cannotBeLeft()
  await approved(page, ask)
  await expect.poll(() => button('Cancelar').isDisabled()).toBe(false)
  // Locking would throw away the approval.
  await expect.poll(() => lock.getAttribute('aria-disabled')).toBe('true')
  const give = await held(page, '**/refunds')
  await button('Devolver').click()
  await cannotBeLeft()
  give()
  await page.getByText('Devolución registrada').waitFor()
  await expect.poll(() => lock.getAttribute('aria-disabled')).toBe('false')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('a refund of a sale paid by card and in cash says that only the cash is handed over, at the till and in the back office', async () => {
  const manager = await demoApi(demo.url, 'manager')
  const { page, picture, button, openRefund } = await atTheTill('manager', await sellForBoth(manager))
  await openRefund()
  await page.getByLabel('Motivo').fill('Lata golpeada')
  await button('Devolver').click()
  await saysWhatIsHandedOver(page)
  await picture('refund-7-mixed')

  const sold = await sellForBoth(manager)
  const { page: desk } = await demo.visitAs('manager', { at: '/negocio/tickets' })
  await fillIn(desk, sold.folio, 'Lata golpeada', '3')
  await desk.getByRole('button', { name: /^Devolver \$/ }).click()
  await saysWhatIsHandedOver(desk)
})

test.each([
  ['cashier', 'Pedir autorización'],
  ['manager', 'Devolver'],
])('at the till, a refund by a %s is not sent with a quantity that cannot be read, which would refund everything, nor by Enter in a field', async (who, action) => {
  const seller = await demoApi(demo.url, who)
  const { page, picture, button, openRefund } = await atTheTill(who, await sell(seller))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(approvals|refunds)$/.test(request.url())) sent.push(request.url())
  })
  await openRefund()
  const quantity = page.getByLabel(/^Cuánto regresa de Refresco/)
  await quantity.fill('1.5')
  await page.getByLabel('Motivo').fill('Lata golpeada')
  await button(action).click()
  await settled(page)
  expect(sent).toEqual([])
  expect(await hasFocus(quantity)).toBe(true)
  await expect.poll(() => quantity.getAttribute('aria-invalid')).toBe('true')
  await picture(`refund-8-unreadable-${who}`)
  await quantity.fill('2')
  await page.getByLabel('Motivo').press('Enter')
  expect(await hasFocus(button(action))).toBe(true)
  expect(sent).toEqual([])
  if (who === 'cashier') await approved(page, () => button(action).click())
  const made = page.waitForResponse((answer) => answer.url().endsWith('/refunds'))
  await button('Devolver').click()
  expect(await (await made).json()).toMatchObject({ lines: [{ quantity: 2 }], amountCentavos: 3_800 })
})

test('at the till, a new request for an approval does not stand above the refusal of the refund before it', async () => {
  const cashier = await demoApi(demo.url, 'cashier')
  const { page, drawer, button, openRefund } = await atTheTill('cashier', await sell(cashier))
  await openRefund()
  await page.getByLabel('Motivo').fill('Lata golpeada')
  const id = await approved(page, () => button('Pedir autorización').click())
  await refuse(page, 'approval_expired')
  await button('Devolver').click()
  const refusal = drawer.getByText('La autorización venció')
  await refusal.waitFor()
  await readChanged(page, id, hasExpired)
  await button('Pedir autorización').click()
  await drawer.getByText('Esperando autorización').waitFor()
  expect(await refusal.count()).toBe(0)
})

test('the back office prints the original of a refund once, says so, and then copies that are recorded', async () => {
  const manager = await demoApi(demo.url, 'manager')
  const sold = await sell(manager)
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/tickets' })
  const printed: string[] = []
  await page.exposeFunction('notePrinted', (text: string) => printed.push(text))
  await page.evaluate(
    'window.print = () => window.notePrinted(document.querySelector(".print-only").textContent)',
  )
  await fillIn(page, sold.folio, 'Lata golpeada')
  await page.getByRole('button', { name: /^Devolver \$/ }).click()
  await page.getByText(/^Devolución D/).waitFor()
  const print = page.getByRole('button', { name: 'Imprimir ticket', exact: true })
  const close = page.getByRole('button', { name: 'Listo' })
  const widthOf = async (button: Locator) => (await button.boundingBox())?.width
  expect(await widthOf(print)).toBe(await widthOf(close))
  await print.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => print.isDisabled()).toBe(true)
  await page.getByText('El original ya se mandó a imprimir. Las copias se imprimen desde la venta.').waitFor()
  expect(await hasFocus(print)).toBe(true)
  await page.keyboard.press('Enter')
  await picture('refund-6-printed')
  await close.click()
  const recorded = page.waitForResponse(/\/reprint$/)
  await page.getByRole('button', { name: /^Reimprimir devolución D/ }).click()
  expect((await recorded).ok()).toBe(true)
  await expect.poll(() => printed.length).toBe(2)
  expect(printed.map((text) => text.includes('REIMPRESIÓN'))).toEqual([false, true])
})
