import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { passTime } from '../server/test/pass-time.ts'
import { patient } from '../server/test/patience.ts'
import { settled } from './stillness.ts'
import type { Visit } from './visit.ts'

/**
 * Reads a screen that takes no Enter in the first half second after it was painted, so that none is pressed twice by accident.
 */
export async function readScreen(page: Page): Promise<void> {
  await settled(page)
  await passTime(600, 'a person reads')
}

/** Steps that stories at the till repeat. */
export function tillSteps(visit: Visit) {
  const { page } = visit
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const goods = () => page.getByRole('group', { name: 'Productos' })

  /** Only visible tiles are rendered, so goods are searched by name. */
  const pick = async (name: string): Promise<void> => {
    const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
    await search.fill(name)
    await goods()
      .getByRole('button', { name: new RegExp(name) })
      .click()
    await search.fill('')
  }

  const shift = () => page.getByRole('banner').getByRole('button', { name: /^(Turno|Abrir turno)$/ })

  /** Waits until the till knows whether a shift is open. Before that its key does nothing. */
  const shiftKnown = () => expect.poll(() => shift().isEnabled(), { timeout: patient(15_000) }).toBe(true)

  /** Opens the cashier's shift, if it is not open. */
  const withShift = async (): Promise<void> => {
    await shiftKnown()
    if ((await shift().innerText()) === 'Turno') return
    await page.getByRole('alert').getByRole('button', { name: 'Abrir turno' }).click()
    await page.getByLabel('Fondo de caja').fill('500')
    await button('Abrir con $500.00').click()
    await page.getByText('Tu turno está cerrado').waitFor({ state: 'detached' })
  }

  /** Cancels a cart that was left open. */
  const emptyCart = async (): Promise<void> => {
    const empty = page.getByText('Empieza una venta')
    await empty
      .or(button(/^Cobrar \$/))
      .first()
      .waitFor()
    if (await empty.isVisible()) return
    await button('Más acciones de la cuenta').click()
    await page.getByRole('menuitem', { name: 'Cancelar la cuenta' }).click()
    await dialog().getByRole('button', { name: 'Cancelar la cuenta' }).click()
    await empty.waitFor()
    // While it fades, keys are still the dialog's.
    await dialog().waitFor({ state: 'detached' })
  }

  const shelf = () => goods().getByRole('button').first().waitFor()
  const total = () => page.getByTestId('cart-total').innerText()
  const dialog = () => page.getByRole('dialog')

  return { button, pick, shiftKnown, withShift, emptyCart, shelf, total, dialog }
}
