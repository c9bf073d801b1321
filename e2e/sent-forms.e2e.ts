import { afterEach, expect, test } from 'vitest'
import { held } from './held.ts'
import { keyboardOf } from './scanner-keys.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'

const demo = stories({ window: { width: 1280, height: 800 } })
/** Lets the held request through. */
let letThrough: () => void = () => undefined

afterEach(() => letThrough())

/** A supervisor's till with an empty cart, which holds what is sent to an address. */
async function atTheTill(address: string) {
  const visit = await demo.visitAs('supervisor', { at: '/caja?tab=productos' })
  const { page } = visit
  const till = tillSteps(visit)
  await till.shelf()
  await till.withShift()
  await till.emptyCart()
  letThrough = await held(page, address)
  /** Sends the form of the dialog, and tries to close it meanwhile. */
  const sendAndTryToLeave = async (name: string): Promise<void> => {
    const sent = page.waitForRequest(address)
    const send = till.dialog().getByRole('button', { name })
    await send.click()
    await sent
    // The screen shows a moment later that it is being sent; nobody leaves it sooner.
    await expect.poll(() => send.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await till.dialog().count()).toBe(1)
    await till.dialog().getByRole('button', { name: 'Cerrar', exact: true }).click()
    expect(await send.count()).toBe(1)
  }
  return { page, till, sendAndTryToLeave }
}

test('a new customer who is being saved goes into the cart for which the form was opened', async () => {
  const { page, till, sendAndTryToLeave } = await atTheTill('**/pos/customers')
  await till.pick('Azúcar 1 kg')
  await expect.poll(till.total).toBe('$33.00')
  await page.keyboard.press('F2')
  await till.dialog().getByRole('button', { name: 'Cliente nuevo' }).click()
  await till.dialog().getByLabel('Nombre').fill('Doña Lupe')
  await sendAndTryToLeave('Guardar y elegir')
  letThrough()
  await till.dialog().waitFor({ state: 'detached' })
  await till.button('Doña Lupe').waitFor()
  await till.emptyCart()
})

test('a new product that is being added goes into the cart for which it was scanned', async () => {
  const { page, till, sendAndTryToLeave } = await atTheTill('**/pos/products')
  await (await keyboardOf(page)).scan('7501000000043')
  await page.getByTestId('scan-refusal').getByRole('button', { name: 'Agregar al catálogo' }).click()
  await till.dialog().getByLabel('Nombre').fill('Jabón de barra')
  await till.dialog().getByLabel('Precio').fill('18')
  await sendAndTryToLeave('Agregar y vender')
  letThrough()
  await till.dialog().waitFor({ state: 'detached' })
  await expect.poll(till.total).toBe('$18.00')
  await till.emptyCart()
})

test('cash that is being taken out stays on the screen until it is recorded', async () => {
  const { page, till, sendAndTryToLeave } = await atTheTill('**/cash_movements')
  await page.getByRole('banner').getByRole('button', { name: 'Turno' }).click()
  await till.dialog().getByRole('button', { name: 'Salida' }).click()
  await till.dialog().getByLabel('Importe').fill('20')
  await till.dialog().getByLabel('Motivo').fill('Pan para el café')
  await sendAndTryToLeave('Registrar')
  expect(await till.dialog().getByRole('button', { name: 'Cancelar' }).isDisabled()).toBe(true)
  letThrough()
  await till.dialog().getByRole('button', { name: 'Cerrar turno' }).waitFor()
})

test('a cart that was parked late closes no other dialog', async () => {
  const { page, till } = await atTheTill('**/park')
  await till.pick('Azúcar 1 kg')
  await expect.poll(till.total).toBe('$33.00')
  await page.keyboard.press('F6')
  const sent = page.waitForRequest('**/park')
  await till.dialog().getByRole('button', { name: 'Dejar en espera' }).click()
  await sent
  await page.keyboard.press('Escape')
  await till.dialog().waitFor({ state: 'detached' })
  await page.keyboard.press('F2')
  await till.dialog().getByRole('button', { name: 'Cliente nuevo' }).waitFor()
  letThrough()
  await page.getByText('Empieza una venta').waitFor()
  expect(await till.dialog().getByRole('button', { name: 'Cliente nuevo' }).count()).toBe(1)
  await page.keyboard.press('Escape')
})
