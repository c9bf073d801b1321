import { describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { rerouted } from './held.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import type { Visit } from './visit.ts'

// The browser logs an error for a crashed screen.
const demo = stories({ window: { width: 1024, height: 768 }, forgives: /./ })
let visit: Visit
let till: ReturnType<typeof tillSteps>
/** Lets answers arrive as they are again. */
let restore: () => void

async function atTheTill(tab: string): Promise<Visit> {
  visit = await demo.visitAs('cashier', { at: `/caja?tab=${tab}` })
  till = tillSteps(visit)
  return visit
}

const failure = () => visit.page.getByRole('heading', { name: 'Esta pantalla tuvo un problema' })
/** The tests share their machine with others. */
const longer = { timeout: patient(15_000) }

/**
 * Answers of an address arrive in a form that no screen can render. The server has carried out the request;
 * only rendering fails.
 */
async function breakAnswers(
  address: string,
  spoil: (answer: Record<string, unknown>) => void,
): Promise<void> {
  restore = await rerouted(visit.page, address, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Record<string, unknown>
    spoil(json)
    await route.fulfill({ response, json })
  })
}

/** The failure screen, and its button. */
async function loadAgain(picture: string): Promise<void> {
  await failure().waitFor({ timeout: patient(30_000) })
  await visit.page.getByText('Tus ventas están a salvo', { exact: false }).waitFor()
  await visit.picture(picture)
  restore()
  await till.button('Volver a cargar').click()
  await failure().waitFor({ state: 'detached' })
}

/** The number of completed orders on the server. */
async function soldCount(): Promise<number> {
  const me = (await (await visit.context.request.get('/auth/me')).json()) as { stores: { storeId: string }[] }
  const answer = await visit.context.request.get(`/pos/sales_orders?storeId=${me.stores[0]?.storeId}`)
  return ((await answer.json()) as { items: unknown[] }).items.length
}

describe('a crash of a till screen loses', () => {
  test('no cart: after a reload it is there, with the line that was being added', async () => {
    const { page } = await atTheTill('productos')
    await till.withShift()
    await till.pick('Aceite vegetal')
    await expect.poll(till.total, longer).toBe('$45.50')
    await breakAnswers('**/pos/carts/**', (cart) => {
      cart['lines'] = [null]
    })
    await page.getByRole('button', { name: /^Uno más de Aceite vegetal/ }).click()
    await loadAgain('broken-1-cart')
    await expect.poll(till.total, longer).toBe('$91.00')
  })

  test('no payment: it is charged once, and its receipt appears', async () => {
    const { page } = await atTheTill('productos')
    await till.withShift()
    await till.pick('Aceite vegetal')
    await expect.poll(till.total, longer).toBe('$45.50')
    const before = await soldCount()
    await breakAnswers('**/finalize', (sold) => {
      sold['receipt'] = {}
    })
    await till.button('Cobrar $45.50').click()
    await till.button('$100 Cambio $54.50').click()
    await loadAgain('broken-2-payment')
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await page.getByText('$54.50').first().waitFor()
    expect(await soldCount()).toBe(before + 1)
    await till.button('Nueva venta').click()
    await page.getByText('Empieza una venta').waitFor()
  })

  test('no sale that waits for a carrier: it is found again, and made once', async () => {
    const { page } = await atTheTill('tae')
    const digits = '5512361200'
    await till.button('Telcel').click()
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').fill(digits)
    await page.getByLabel('Escríbelo otra vez').fill(digits)
    await till.button('Continuar').click()
    await breakAnswers('**/vas/sale*', (sale) => {
      sale['receipt'] = null
    })
    await till.button('Recargar $100.00').click()
    await loadAgain('broken-3-pending')
    await page.getByRole('heading', { name: /En proceso: no la repitas|Recarga exitosa/ }).waitFor()
    await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor({ timeout: patient(60_000) })
    const answer = await visit.context.request.get('/vas/sales?limit=200')
    const { items } = (await answer.json()) as { items: { reference: string; status: string }[] }
    expect(items.filter(({ reference }) => reference === digits)).toMatchObject([{ status: 'COMPLETED' }])
  })
})
