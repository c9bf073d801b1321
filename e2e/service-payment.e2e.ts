import { beforeEach, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { openServices } from './device-orders.ts'
import { held } from './held.ts'
import { turn } from './store-api.ts'
import { stories } from './stories.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
let visit: Visit

/** One till for all stories: each serves the next customer. */
beforeEach(async () => {
  const till = await demo.stay({ width: 1024, height: 768 })
  visit = till.visit
  if (till.isNew) {
    await signIn(visit, 'cashier')
    await visit.page.getByRole('tab', { name: 'Servicios' }).click()
  } else {
    const another = button('Nuevo pago').or(button('Cambiar: Servicio'))
    await another.or(billers()).first().waitFor()
    if (!(await billers().isVisible())) await another.first().click()
  }
  await billers().waitFor()
})

const heading = (name: string | RegExp) => visit.page.getByRole('heading', { name, level: 1 })
const billers = () => visit.page.getByRole('group', { name: '¿Qué recibo se paga?' })
const button = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: typeof name === 'string' })

async function enterReference(biller: string, field: string, reference: string): Promise<void> {
  await button(biller).click()
  await visit.page.getByLabel(field).fill(reference)
}

/** A biller without a lookup: the amount is on the customer’s paper bill. */
async function payDish(account: string, pesos: string): Promise<void> {
  await enterReference('Dish', 'Número de cuenta', account)
  await button('Continuar').click()
  await visit.page.getByLabel('Importe a pagar').fill(pesos)
  await button('Continuar').click()
  await visit.page.getByRole('heading', { name: 'Revisa antes de pagar' }).waitFor()
  await button(/^Pagar \$/).click()
}

interface StoredSale {
  status: string
  reference: string
  amountCentavos: number
  feeCentavos: number
}

async function salesTo(reference: string): Promise<StoredSale[]> {
  const answer = await visit.context.request.get('/vas/sales?limit=200')
  const { items } = (await answer.json()) as { items: StoredSale[] }
  return items.filter((sale) => sale.reference === reference)
}

const openOrders = () => openServices(visit.page)

describe('a cashier collects a bill', () => {
  test('found by its name, with the amount on the customer’s paper bill, plus the fee', async () => {
    const { page, picture } = visit
    await button('CFE').waitFor()
    await picture('bill-1-billers')
    const search = page.getByRole('searchbox')
    await search.fill('zzz')
    await page.getByText('Ninguna compañía se llama así').waitFor()
    await search.fill('luz')
    await button('CFE').waitFor()
    expect(await button('Dish').count()).toBe(0)
    await search.fill('DISH')
    await expect.poll(() => billers().getByRole('button').count()).toBe(1)
    await search.press('Enter')
    await page.getByLabel('Número de cuenta').fill('51234560')
    await picture('bill-2-reference')
    await page.keyboard.press('Enter')
    await page.getByLabel('Importe a pagar').fill('350.5')
    await picture('bill-3-amount')
    const ticket = page.getByRole('complementary', { name: 'Pago de servicio' })
    await expect.poll(() => ticket.innerText()).toContain('$360.50')
    await button('Continuar').click()
    await page.getByText('5123 4560').first().waitFor()
    await picture('bill-4-confirm')
    await button('Pagar $360.50').click()
    await heading('Pago exitoso').waitFor()
    await picture('bill-5-approved')
    await expect.poll(() => page.getByTestId('authorization').innerText()).toMatch(/^\d{6,}$/)
    expect(await salesTo('51234560')).toMatchObject([
      { status: 'COMPLETED', amountCentavos: 35_050, feeCentavos: 1_000 },
    ])
    await expect.poll(openOrders).toBe(0)
    await button('Nuevo pago').click()
    await button('CFE').waitFor()
  })

  test('and sees what is wrong with a reference while typing', async () => {
    const { page, picture } = visit
    await enterReference('CFE', 'Número de servicio', '12345678901')
    await page.getByText(/^11 dígitos/).waitFor()
    await expect.poll(() => button('Consultar adeudo').getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Número de servicio').pressSequentially('A')
    await page.getByText('Solo lleva números.').waitFor()
    await picture('bill-6-reference-fault')
    await page.getByLabel('Número de servicio').fill('1234 5678 9012')
    await page.getByText(/^Completa/).waitFor()
    await page.getByLabel('Número de servicio').fill('1'.repeat(31))
    await page.getByText('Sobran dígitos').waitFor()
  })

  test('that the biller refuses: the reason, the cash back, and the same bill to edit', async () => {
    const { page, picture } = visit
    await payDish('51234502', '200')
    await heading('Rechazada: no se cobró').waitFor()
    await picture('bill-7-declined')
    await page.getByText('Devuelve al cliente $210.00').waitFor()
    await button(/Corregir y reintentar|Intentar de nuevo/).click()
    await expect.poll(() => page.getByLabel('Número de cuenta').inputValue()).toBe('5123 4502')
    expect(await salesTo('51234502')).toMatchObject([{ status: 'FAILED' }])
  })

  test('that takes its time: the next customer is served, and its end is announced', async () => {
    const { page, picture } = visit
    // The till hears of the end once the next customer is served, however busy the machine is.
    const release = await held(page, '**/vas/sale/*')
    await payDish('51235200', '200')
    await heading('En proceso: no la repitas').waitFor({ timeout: patient(20_000) })
    await picture('bill-8-pending')
    await button('Atender a otro cliente').click()
    await button('CFE').waitFor()
    release()
    await page.getByText('El pago de Dish · 5123 5200 quedó aprobado').waitFor({ timeout: patient(60_000) })
    expect(await salesTo('51235200')).toMatchObject([{ status: 'COMPLETED' }])
    await expect.poll(openOrders).toBe(0)
  })

  test('twice only on purpose', async () => {
    await payDish('51236600', '120')
    await heading('Pago exitoso').waitFor()
    await button('Nuevo pago').click()
    await payDish('51236600', '120')
    await heading('¿Otro pago igual?').waitFor()
    expect(await salesTo('51236600')).toHaveLength(1)
    await button('Vender de nuevo').click()
    await heading('Pago exitoso').waitFor()
    expect(await salesTo('51236600')).toHaveLength(2)
  })
})

describe('a payment in progress', () => {
  test('survives a reload, is marked on its tab, and leaves the other tabs free', async () => {
    const { page, picture } = visit
    // It is on the device before it is sent; a page that is left earlier has sold nothing.
    const sent = page.waitForRequest('**/vas/sale')
    await payDish('51237200', '90')
    await heading('Enviando a Dish…').waitFor()
    await sent
    await expect.poll(() => salesTo('51237200')).toHaveLength(1)
    // However long the page takes to load again, it does not learn how the payment ended.
    const release = await held(page, /\/vas\/sale(\/[^/?]+)?$/)
    await page.reload()
    await heading(/Enviando a Dish…|En proceso: no la repitas|Pago exitoso/).waitFor()
    await page.getByRole('tab', { name: 'TAE' }).click()
    await button('Telcel').waitFor()
    await page.getByRole('tab', { name: /Servicios.*venta en curso/ }).waitFor()
    await picture('bill-9-other-tab')
    release()
    await page.getByRole('tab', { name: /Servicios/ }).click()
    await heading('Pago exitoso').waitFor({ timeout: patient(30_000) })
    expect(await salesTo('51237200')).toHaveLength(1)
  })

  test('with a lost answer is found by its key, and paid once', async () => {
    const { page } = visit
    let lost = 0
    await page.route('**/vas/sale', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await payDish('51238600', '75')
    await heading('Pago exitoso').waitFor({ timeout: patient(30_000) })
    expect(await salesTo('51238600')).toMatchObject([{ status: 'COMPLETED' }])
  })
})

test('the first biller of the demo works: CFE’s debt is looked up, and paid in full or with more, never with less', async () => {
  const { page } = visit
  await enterReference('CFE', 'Número de servicio', '123456789012')
  await button('Consultar adeudo').click()
  await page.getByText(/Vence el/).waitFor()
  await page.getByText('Puede pagar más que el adeudo.').waitFor()
  const amount = page.getByLabel('Importe a pagar')
  const owed = await amount.inputValue()
  await amount.fill('20')
  await page.getByText('No acepta abonos: se paga el adeudo completo, o más.').waitFor()
  await amount.fill(owed)
  await button('Continuar').click()
  await button(/^Pagar \$/).click()
  await heading('Pago exitoso').waitFor()
  expect(await salesTo('123456789012')).toMatchObject([{ status: 'COMPLETED' }])
})

describe('the amount due', () => {
  test('cannot be looked up while the platform has lookups off; billers of partial amounts can still be paid', async () => {
    const { page, picture } = visit
    await turn(demo.url, 'vas_adeudo_lookup', false)
    await enterReference('CFE', 'Número de servicio', '123456789001')
    await button('Consultar adeudo').click()
    await page.getByText('La consulta de adeudos está apagada por ahora').waitFor()
    await page.getByText(/CFE no acepta abonos/).waitFor()
    await picture('bill-10-lookup-off')
    await button('Cambiar: Servicio').click()
    await enterReference('Izzi', 'Número de cuenta', '88001122')
    await button('Consultar adeudo').click()
    await page.getByText(/Izzi acepta abonos/).waitFor()
    await button('Continuar sin consulta').click()
    await page.getByLabel('Importe a pagar').fill('100')
    await button('Continuar').click()
    await button('Pagar $110.00').click()
    await heading('Pago exitoso').waitFor()
  })

  describe('is looked up once the platform allows it', () => {
    beforeEach(async () => {
      await turn(demo.url, 'vas_adeudo_lookup', true)
    })

    test('and paid in full where the biller accepts nothing else', async () => {
      const { page, picture } = visit
      await enterReference('Megacable', 'Número de cuenta', '700000001')
      await button('Consultar adeudo').click()
      await page.getByText(/Vence el/).waitFor()
      await picture('bill-11-owed')
      expect(await page.getByLabel('Importe a pagar').count()).toBe(0)
      await button('Continuar').click()
      await button(/^Pagar \$/).click()
      await heading('Pago exitoso').waitFor()
      expect(await salesTo('700000001')).toMatchObject([{ status: 'COMPLETED' }])
    })

    test('and in part where it does; two months are distinguishable', async () => {
      const { page, picture } = visit
      await enterReference('Telmex', 'Teléfono', '5588001002')
      await button('Consultar adeudo').click()
      await page.getByRole('group', { name: 'Recibos con adeudo' }).waitFor()
      await picture('bill-12-two-months')
      const amount = page.getByLabel('Importe a pagar')
      await amount.fill('9')
      await page.getByText('El mínimo es $10.').waitFor()
      await amount.fill('99999')
      await page.getByText('No acepta más de lo que se debe.').waitFor()
      await button('Cambiar: Referencia').click()
      await page.getByLabel('Teléfono').fill('5588001011')
      await button('Consultar adeudo').click()
      await page.getByRole('group', { name: 'Adeudo' }).waitFor()
      await amount.fill('20')
      await button('Continuar').click()
      await button('Pagar $30.00').click()
      await heading('Pago exitoso').waitFor()
      expect(await salesTo('5588001011')).toMatchObject([{ amountCentavos: 2_000 }])
    })

    test.each([
      ['nothing is owed', '700000000', 'Este recibo no tiene adeudo'],
      ['the biller does not know the account', '700000003', 'Megacable no reconoce esta referencia'],
      ['the biller does not answer', '700000004', 'Megacable no responde por ahora'],
    ])('and says so when %s', async (_when, account, words) => {
      const { page, picture } = visit
      await enterReference('Megacable', 'Número de cuenta', account)
      await button('Consultar adeudo').click()
      await page.getByText(words).waitFor({ timeout: patient(30_000) })
      await picture(`bill-13-${account.slice(-1)}`)
      expect(await salesTo(account)).toEqual([])
    })
  })
})
