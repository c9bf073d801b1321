import { expect, test } from 'vitest'
import { stories } from './stories.ts'
import { demoPassword } from './visit.ts'

const demo = stories({ window: { width: 1024, height: 768 }, forgives: /status of (401|410)/ })
const address = 'cashier@demo.mostrador.test'
const newPassword = 'nubes sobre la barranca 7'

/** The last link that was mailed to somebody, as the demo shows it. */
async function mailedLink(): Promise<string> {
  const { page } = await demo.open()
  const letter = page.getByRole('article').filter({ hasText: address }).first()
  await expect
    .poll(async () => {
      await page.goto('/demo/mail')
      return letter.count()
    })
    .toBe(1)
  return (await letter.getByRole('link').first().getAttribute('href')) ?? ''
}

test('a cashier who forgot the password gets a link by mail, and chooses a new one', async () => {
  const { page, picture } = await demo.open()
  await page.goto('/entrar')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('heading', { name: 'Recupera tu acceso' }).waitFor()
  await page.getByLabel('Correo').fill(address)
  await picture('forgotten-password-1-ask')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
  await picture('forgotten-password-2-sent')

  const link = await mailedLink()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Elige una contraseña nueva' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  const field = page.getByRole('textbox', { name: 'Contraseña nueva' })
  await field.fill('corta')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page
    .getByText(/15 caracteres/)
    .first()
    .waitFor()
  await field.fill(newPassword)
  await picture('forgotten-password-3-new')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await page.getByRole('heading', { name: 'Contraseña guardada' }).waitFor()
  // The used link is not what the page opens with next time.
  await page.getByRole('link', { name: 'Volver a la entrada' }).click()
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByRole('heading', { name: 'Recupera tu acceso' }).waitFor()

  const signInWith = async (password: string) => {
    await page.goto('/entrar')
    await page.getByLabel('Correo').fill(address)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }
  await signInWith(demoPassword)
  await page.getByRole('alert').waitFor()
  await signInWith(newPassword)
  await page.getByRole('tab', { name: 'Productos' }).waitFor()

  const again = await demo.open()
  await again.page.goto(link)
  await again.page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('otra barranca entre nubes')
  await again.page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await again.page.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor()
  await again.picture('forgotten-password-4-used')
  await again.page.getByLabel('Correo').fill(address)
  await again.page.getByRole('button', { name: 'Enviar enlace' }).click()
  await again.page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
})
