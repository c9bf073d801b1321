import { beforeEach, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { ageOrders, openServices } from './device-orders.ts'
import { held, rerouted } from './held.ts'
import { keyboardOf } from './scanner-keys.ts'
import { stories } from './stories.ts'
import { readScreen } from './till-steps.ts'
import { signIn, signInByForm, type Visit } from './visit.ts'

const demo = stories()
let visit: Visit

/** Goes on at one till, which serves the next customer, unless a story asks for a new one. */
async function atTheTill(opened?: Visit): Promise<void> {
  const till = opened === undefined ? await demo.stay() : { visit: opened, isNew: true }
  visit = till.visit
  if (till.isNew) {
    await signIn(visit, 'cashier')
    await visit.page.getByRole('tab', { name: 'TAE' }).click()
  } else {
    const another = visit.page.getByRole('button', { name: /^(Nueva recarga|Empezar de nuevo)$/ })
    await another.or(carriers()).first().waitFor()
    if (!(await carriers().isVisible())) await another.first().click()
  }
  await carriers().waitFor()
}

const carriers = () => visit.page.getByRole('button', { name: 'Telcel', exact: true })

/** From the first tab to the confirmation step. */
async function reviewTopup(digits: string): Promise<void> {
  const { page } = visit
  await page.getByRole('tab', { name: 'TAE' }).click()
  await page.getByRole('button', { name: 'Telcel' }).click()
  await page.getByRole('button', { name: '$100' }).click()
  await page.getByLabel('Número celular').fill(digits)
  await page.getByLabel('Escríbelo otra vez').fill(digits)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
}

async function sellTopup(digits: string): Promise<void> {
  await reviewTopup(digits)
  await visit.page.getByRole('button', { name: 'Recargar $100.00' }).click()
}

interface StoredSale {
  folio: string
  status: string
  reference: string
}

/** The server's sales to a number, read with the cashier's own session. */
async function salesTo(digits: string): Promise<StoredSale[]> {
  const answer = await visit.context.request.get('/vas/sales?limit=200')
  const { items } = (await answer.json()) as { items: StoredSale[] }
  return items.filter((sale) => sale.reference === digits)
}

/** Orders that the device keeps because it does not know their outcome. */
const openOrders = () => openServices(visit.page)

/** The mails that the demo has sent, as it shows them. */
const mailed = async () => (await visit.context.request.get('/demo/mail')).text()

const heading = (name: string | RegExp) => visit.page.getByRole('heading', { name, level: 1 })

describe('a cashier sells airtime', () => {
  beforeEach(() => atTheTill())

  test('a 100-peso top-up to 55 1234 5600 ends with its authorization', async () => {
    const { page, picture } = visit
    const digits = '5512345600'
    await page.getByRole('button', { name: 'Telcel' }).waitFor()
    await picture('sale-1-home')
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual(['Productos', 'TAE', 'Servicios', 'Pines'])
    await page.getByRole('button', { name: 'Telcel' }).click()
    await picture('sale-2-amount')
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').fill(digits)
    await picture('sale-3-number')
    await page.getByLabel('Escríbelo otra vez').fill(digits)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: '$200' }).click()
    await page.getByText('55 1234 5600').first().waitFor()
    await picture('sale-4-confirm')
    await page.getByRole('button', { name: 'Recargar $100.00' }).click()
    await heading('Recarga exitosa').waitFor()
    await picture('sale-5-approved')

    const authorization = await page.getByTestId('authorization').innerText()
    expect(authorization).toMatch(/^\d{6,}$/)
    const receipt = page.getByRole('complementary', { name: 'Recarga' })
    await expect.poll(() => receipt.innerText()).toContain(authorization)
    await page.getByRole('status').getByText('$100.00', { exact: true }).waitFor()
    await receipt.getByRole('button', { name: 'Enviar ticket' }).click()
    const link = page.getByRole('dialog').getByRole('link', { name: 'Abrir WhatsApp' })
    expect(new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')).toContain(authorization)
    await page.getByRole('dialog').getByLabel('Correo del cliente').fill('recarga@example.test')
    await page.keyboard.press('Enter')
    await page.getByText('El ticket va a recarga@example.test').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect
      .poll(mailed)
      .toMatch(new RegExp(`recarga@example\\.test.*Autorización: ${authorization}`, 's'))
    expect(await salesTo(digits)).toMatchObject([{ status: 'COMPLETED' }])
    await expect.poll(openOrders).toBe(0)
  })

  test('a refused number gives the reason and the cash back, and keeps the order to correct it', async () => {
    const { page, picture } = visit
    await sellTopup('5512345602')
    await heading('Rechazada: no se cobró').waitFor()
    await picture('sale-6-declined')
    await page.getByText(/El número no es válido/).waitFor()
    await page.getByText('Devuelve al cliente $100.00').waitFor()
    await page.getByRole('button', { name: 'Corregir y reintentar' }).click()
    await expect.poll(() => page.getByLabel('Número celular').inputValue()).toBe('55 1234 5602')
    expect(await salesTo('5512345602')).toMatchObject([{ status: 'FAILED' }])
  })

  test('a slow carrier leaves the sale pending, the next customer is served, and its end is announced', async () => {
    const { page, picture } = visit
    // The till hears of the end once the next customer is served, however busy the machine is.
    const release = await held(page, '**/vas/sale/*')
    await sellTopup('5512345200')
    await heading('En proceso: no la repitas').waitFor({ timeout: patient(20_000) })
    await page.getByText('Comprobante provisional').first().waitFor()
    await picture('sale-7-pending')
    await page.getByRole('button', { name: 'Atender a otro cliente' }).click()
    await page.getByRole('button', { name: 'Telcel' }).waitFor()
    await page.getByRole('button', { name: '1 en proceso' }).waitFor()
    await picture('sale-8-parked')
    release()
    await page.getByText('La recarga al 55 1234 5200 quedó aprobada').waitFor({ timeout: patient(60_000) })
    await page.getByRole('button', { name: 'Ventas', exact: true }).waitFor()
    expect(await salesTo('5512345200')).toMatchObject([{ status: 'COMPLETED' }])
    await expect.poll(openOrders).toBe(0)
  })

  test('a parked sale that the carrier declined waits, also after a reload, to say what to hand back', async () => {
    const { page, picture } = visit
    const release = await held(page, '**/vas/sale/*')
    await sellTopup('5512347202')
    await page
      .getByText('Comprobante provisional')
      .first()
      .waitFor({ timeout: patient(20_000) })
    await page.getByRole('button', { name: 'Atender a otro cliente' }).click()
    release()
    const notice = page.getByText('La recarga al 55 1234 7202 no se hizo: devuelve el dinero')
    await notice.waitFor({ timeout: patient(60_000) })
    await page.reload()
    await notice.waitFor()
    await page.getByRole('button', { name: '1 en proceso' }).waitFor()
    // The notice stays until it is closed, above the button.
    await page.keyboard.press('Alt+v')
    const sales = page.getByRole('dialog', { name: 'Ventas de la tienda' })
    await sales.getByText('Ya terminó: ábrela con el cliente enfrente').waitFor()
    await picture('sale-15-parked-declined')
    await sales.getByRole('button', { name: 'Ver resultado' }).click()
    await heading('Rechazada: no se cobró').waitFor()
    await page.getByText('Devuelve al cliente $100.00').waitFor()
    await expect.poll(openOrders).toBe(0)
  })

  test('the same sale minutes later asks first, shows the earlier one, and is sold again only on purpose', async () => {
    const { page, picture } = visit
    await sellTopup('5512346600')
    await heading('Recarga exitosa').waitFor()
    await page.getByRole('button', { name: 'Nueva recarga' }).click()
    await sellTopup('5512346600')
    await heading('¿Otra recarga igual?').waitFor()
    await picture('sale-9-duplicate')
    const [earlier] = await salesTo('5512346600')
    await page.getByRole('button', { name: 'Ver la venta anterior' }).click()
    await page.getByRole('dialog', { name: `Folio ${earlier?.folio}` }).waitFor()
    await page.keyboard.press('Escape')
    expect(await salesTo('5512346600')).toHaveLength(1)
    await page.getByRole('button', { name: 'Vender de nuevo' }).click()
    await heading('Recarga exitosa').waitFor()
    expect(await salesTo('5512346600')).toHaveLength(2)
  })
})

describe('a till whose catalog has changed since', () => {
  /** The catalog as this till read it. */
  const readBefore = async (changed: (product: { name: string }) => object) => {
    const opened = await demo.open()
    const restore = await rerouted(opened.page, '**/vas/catalog**', async (route) => {
      const response = await route.fetch()
      const { items } = (await response.json()) as { items: { name: string }[] }
      await route.fulfill({ response, json: { items: items.map((item) => ({ ...item, ...changed(item) })) } })
    })
    await atTheTill(opened)
    return restore
  }

  test('sells nothing at the old price, and then at the new one', async () => {
    const restore = await readBefore(() => ({ feeCentavos: 500 }))
    const { page, picture } = visit
    const digits = '5512353600'
    await reviewTopup(digits)
    await page.getByRole('button', { name: 'Recargar $105.00' }).click()
    await heading('No se envió').waitFor()
    await page.getByText('El precio cambió desde que se mostró.').waitFor()
    await picture('sale-13-price-changed')
    expect(await salesTo(digits)).toEqual([])
    restore()
    await page.getByRole('button', { name: 'Corregir y reintentar' }).click()
    await page.getByLabel('Escríbelo otra vez').fill(digits)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Recargar $100.00' }).click()
    await heading('Recarga exitosa').waitFor()
    expect(await salesTo(digits)).toMatchObject([{ status: 'COMPLETED' }])
  })

  test('asks how much of a top-up with a range of amounts', async () => {
    const range = { minCentavos: 1_000, maxCentavos: 50_000, incrementCentavos: 500 }
    await readBefore(({ name }) => (name === 'Telcel 100 MXN' ? { amountCentavos: null, range } : {}))
    const { page, picture } = visit
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: 'De $10 a $500' }).click()
    await page.getByRole('heading', { name: '¿Cuánto?' }).waitFor()
    await page.getByLabel('Importe a pagar').fill('27')
    await page.getByText('Solo acepta importes en pasos de $5.').waitFor()
    await page.getByLabel('Importe a pagar').fill('25')
    await picture('sale-14-open-amount')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Número celular').fill('5512354600')
    await page.getByLabel('Escríbelo otra vez').fill('5512354600')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Recargar $25.00' }).waitFor()
  })
})

describe('a keyboard alone', () => {
  beforeEach(() => atTheTill())

  test('sells, and a repeated Enter never confirms', async () => {
    const { page } = visit
    const digits = '5512350600'
    await page.getByRole('button', { name: 'Telcel' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: '¿Cuánto?' }).waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.keyboard.type(digits, { delay: 160 })
    await page.getByLabel('Escríbelo otra vez').waitFor()
    await page.keyboard.type(digits, { delay: 160 })
    await (await keyboardOf(page)).type(['Enter', 'Enter'], 200)
    await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
    expect(await salesTo(digits)).toEqual([])
    await readScreen(page)
    await page.keyboard.press('Enter')
    await heading('Recarga exitosa').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Telcel' }).waitFor()
    expect(await salesTo(digits)).toMatchObject([{ status: 'COMPLETED' }])
  })
})

describe('a sale in progress survives', () => {
  beforeEach(async () => atTheTill(await demo.open()))

  test('a reload while it is processing', async () => {
    const { page, picture } = visit
    // It is on the device before it is sent; a page that is left earlier has sold nothing.
    const sent = page.waitForRequest('**/vas/sale')
    await sellTopup('5512344200')
    await heading('Enviando a Telcel…').waitFor()
    await sent
    await picture('sale-10-processing')
    await page.reload()
    await heading(/Enviando a Telcel…|En proceso: no la repitas|Recarga exitosa/).waitFor()
    await heading('Recarga exitosa').waitFor({ timeout: patient(30_000) })
    expect(await salesTo('5512344200')).toMatchObject([{ status: 'COMPLETED' }])
    await expect.poll(openOrders).toBe(0)
  })

  test('the end of its window: another one, which was free for the next customer, continues it', async () => {
    const { page, context, picture } = visit
    const other = await context.newPage()
    await page.bringToFront()
    // However long the other window takes to open, the first one does not learn how the sale ended.
    await held(page, '**/vas/sale/*')
    await sellTopup('5512353200')
    await heading('En proceso: no la repitas').waitFor({ timeout: patient(20_000) })
    await other.goto('/caja?tab=tae')
    await other.getByRole('button', { name: 'Telcel' }).waitFor()
    await page.close()
    await expect
      .poll(async () => {
        // Playwright's pages believe that they are always in front.
        await other.evaluate(() => window.dispatchEvent(new Event('focus')))
        return other.getByRole('heading', { name: /En proceso: no la repitas|Recarga exitosa/ }).count()
      })
      .toBe(1)
    await picture('sale-13-other-window', other)
    const end = other.getByRole('heading', { name: 'Recarga exitosa' })
    await end.waitFor({ timeout: patient(60_000) })
    expect(await salesTo('5512353200')).toMatchObject([{ status: 'COMPLETED' }])
    await expect.poll(() => openServices(other)).toBe(0)
  })

  test('a lost answer', async () => {
    const { page } = visit
    let lost = 0
    await page.route('**/vas/sale', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await sellTopup('5512347600')
    await heading('Recarga exitosa').waitFor({ timeout: patient(30_000) })
    expect(lost).toBeGreaterThan(1)
    expect(await salesTo('5512347600')).toMatchObject([{ status: 'COMPLETED' }])
  })

  test('a request that never arrives, a closed window and another visit two minutes later: nothing is sold', async () => {
    const { page, picture } = visit
    const restore = await rerouted(page, '**/vas/sale', (route) => route.abort('internetdisconnected'))
    await sellTopup('5512348600')
    await heading('En proceso: no la repitas').waitFor({ timeout: patient(30_000) })
    await expect.poll(openOrders).toBe(1)
    // On any page but the till's: the stored order is made older, as if it had been there for long.
    await page.goto('/healthz')
    restore()
    await ageOrders(page, 180_000)
    await page.goto('/caja')
    await heading('No se envió').waitFor()
    await picture('sale-11-never-sent')
    expect(await salesTo('5512348600')).toEqual([])
    await expect.poll(openOrders).toBe(0)
  })

  test('the end of the session: the same person finds it again', async () => {
    const { page, context } = visit
    await sellTopup('5512343200')
    await heading('Enviando a Telcel…').waitFor()
    // A page that is left before the order is on the device has sold nothing.
    await expect.poll(() => salesTo('5512343200')).toHaveLength(1)
    await context.clearCookies()
    await page.goto('/caja')
    await page.getByRole('heading', { name: 'Hola de nuevo' }).waitFor()
    await expect.poll(openOrders).toBe(1)
    await signInByForm(visit, 'cashier')
    await heading('Recarga exitosa').waitFor({ timeout: patient(30_000) })
    expect(await salesTo('5512343200')).toHaveLength(1)
  })

  test('a screen that breaks', async () => {
    const { page, picture, complaints } = visit
    // However long the screen is broken, the till does not learn how the sale ended.
    const release = await held(page, '**/vas/sale/*')
    await sellTopup('5512351200')
    await page.getByRole('button', { name: 'Atender a otro cliente' }).click({ timeout: patient(20_000) })
    const restore = await rerouted(page, '**/vas/catalog**', (route) =>
      route.fulfill({ json: { items: [null] } }),
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Esta pantalla tuvo un problema' }).waitFor()
    await picture('sale-12-broken-screen')
    await expect.poll(openOrders).toBe(1)
    restore()
    await page.getByRole('button', { name: 'Volver a cargar' }).click()
    await page.getByRole('button', { name: 'Telcel' }).waitFor()
    release()
    await page.getByText('La recarga al 55 1235 1200 quedó aprobada').waitFor({ timeout: patient(60_000) })
    complaints.splice(0)
  })
})

test('a top-up that was reviewed in one store is not sold in another', async () => {
  visit = await demo.visitAs('owner', { at: '/caja?tab=tae' })
  const { page } = visit
  await reviewTopup('5512353400')
  await page.getByRole('button', { name: /^La Esperanza Centro/ }).click()
  await page.getByRole('menuitem', { name: 'La Esperanza Norte' }).click()
  await carriers().waitFor()
  expect(await page.getByText('55 1235 3400').count()).toBe(0)
})
