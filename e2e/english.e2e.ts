import { describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { settled } from './stillness.ts'
import { stories } from './stories.ts'
import { demoPassword, signIn, type Visit } from './visit.ts'

const demo = stories()
let visit: Visit

/** The visible text of the screen, without receipts that wait for the printer. */
const screen = () => visit.page.locator('#root').innerText()
const lang = () => visit.page.locator('html').getAttribute('lang')
const button = (name: string) => visit.page.getByRole('button', { name, exact: true })
const heading = (name: string) => visit.page.getByRole('heading', { name })

/** Starts at the Spanish entrance, switches to English and signs in. */
async function comeInInEnglish(who: string, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  visit = await demo.open({ width: 1180, colorScheme })
  const { page } = visit
  await page.goto('/entrar')
  await button('English').click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await page.getByLabel('Email').fill(`${who}@demo.mostrador.test`)
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await button('Sign in').click()
  await page.waitForURL((address) => address.pathname !== '/entrar' && address.pathname !== '/')
}

describe('English, when chosen', () => {
  test('a cashier tops up in English, and the customer’s receipt stays in Spanish', async () => {
    await comeInInEnglish('cashier')
    const { page, picture } = visit
    expect(await lang()).toBe('en')
    await page.getByRole('tab', { name: 'Top-ups' }).click()
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Mobile number').fill('5512345600')
    await page.getByLabel('Repeat it').fill('5512345600')
    await picture('english-1-number')
    await button('Continue').click()
    await heading('Check before you top up').waitFor()
    await button('Top up $100.00').click()
    await heading('Topped up').waitFor({ timeout: patient(30_000) })
    await picture('english-2-done')
    expect(await screen()).not.toMatch(/Imprimir|Nueva recarga|Dile al cliente/)
    // The cashier's sentence and the receipt are for the customer.
    await page.getByText('Listo, su recarga ya llegó').waitFor()
    const paper = await page.locator('.print-only').textContent()
    expect(paper).toMatch(/Comercio.*Fecha.*Autorización/s)
  })

  test('a decline says why in English', async () => {
    await comeInInEnglish('cashier', 'dark')
    const { page, picture } = visit
    await page.getByRole('tab', { name: 'Top-ups' }).click()
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$80' }).click()
    await page.getByLabel('Mobile number').fill('5512399602')
    await page.getByLabel('Repeat it').fill('5512399602')
    await button('Continue').click()
    await button('Top up $80.00').click()
    await heading('Declined: nothing was charged').waitFor({ timeout: patient(30_000) })
    await page.getByText(/^Declined, nothing was charged\. .* Return the money to the customer\.$/).waitFor()
    await picture('english-3-declined-dark')
  })

  test('an owner reads dates and refusals in English, and goes back to Spanish from the menu', async () => {
    await comeInInEnglish('owner')
    const { page, picture } = visit
    await page.goto('/negocio/saldo')
    await heading('Balance').first().waitFor()
    await page
      .getByRole('cell', { name: /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/ })
      .first()
      .waitFor()
    await picture('english-4-balance')
    await page.goto('/negocio/categorias')
    await button('New category').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Drinks')
    await dialog.getByRole('button', { name: 'Close' }).click()
    // The choice survives a reload, and switching the language keeps the page.
    await page.reload()
    await heading('Categories').waitFor()
    await page.getByRole('button', { name: /^My account/ }).click()
    await page.getByRole('menuitem', { name: 'Español' }).click()
    await heading('Categorías').waitFor()
    expect(await lang()).toBe('es-MX')
    await page.reload()
    await heading('Categorías').waitFor()
    expect(await screen()).not.toContain('Categories')
  })

  test('a form explains its errors in the reader’s language, whatever the browser’s', async () => {
    visit = await demo.open({ locale: 'en-US' })
    const { page, picture } = visit
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/notices-[^/]*\.js$/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/entrar')
    const email = page.getByLabel('Correo electrónico')
    /** The browser’s message at the field that stopped the form. */
    const message = () =>
      visit.page.evaluate(() => (document.activeElement as HTMLInputElement).validationMessage)
    const refusedBy = async (action: string) => {
      await button(action).click()
      return message()
    }
    expect(await refusedBy('Entrar')).toBe('Falta este dato.')
    // Texts that arrive late leave a message that is being read.
    arrive()
    await settled(page)
    expect(await message()).toBe('Falta este dato.')
    await email.fill('cashier')
    expect(await refusedBy('Entrar')).toBe('Escribe el correo completo, como nombre@ejemplo.mx.')
    await picture('english-5-form')
    await button('English').click()
    await button('Sign in').click()
    await expect.poll(message).toBe('Write the whole email address, such as name@example.com.')
    // What is put right is sent.
    await page.getByLabel('Email').fill('cashier@demo.mostrador.test')
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.pathname !== '/entrar')

    // Neither the least length nor the pattern of a field is shown as a validator says it.
    visit = await demo.visitAs('admin', { at: '/administracion/pagos', locale: 'en-US' })
    const dialog = visit.page.getByRole('dialog')
    await button('Nueva credencial').click()
    await dialog.getByLabel('Proveedor').fill('Á')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    expect(await message()).toBe('Este dato no tiene el formato correcto. Revísalo.')
  })

  test('a browser in English still gets Spanish', async () => {
    visit = await demo.open({ locale: 'en-US' })
    await signIn(visit, 'operator')
    await heading('Pendientes').waitFor()
    expect(await lang()).toBe('es-MX')
  })
})
