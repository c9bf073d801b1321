import { expect, test } from 'vitest'
import { stories } from './stories.ts'
import { signIn } from './visit.ts'

const demo = stories()

test('credentials of a payment provider are stored, replaced and disabled without being shown', async () => {
  const visit = await demo.open({ width: 1366, height: 900 })
  const { page, picture, complaints } = visit
  await signIn(visit, 'admin', '/administracion/pagos')
  await page.getByRole('heading', { name: 'Sin credenciales' }).waitFor()
  await page.getByRole('button', { name: 'Nueva credencial' }).click()
  await page.getByLabel('Proveedor').fill('conekta')
  await page.getByRole('textbox', { name: 'Llave secreta' }).fill('key_of_the_sandbox_4321')
  await picture('platform-psp-1-form')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('cell', { name: '•••• 4321' }).click()
  expect(await page.content()).not.toContain('key_of_the_sandbox')

  await page.getByRole('button', { name: 'Cambiar llave secreta' }).click()
  const replacing = page.getByRole('dialog', { name: /Cambiar la llave secreta/ })
  await replacing.getByRole('textbox', { name: 'Llave secreta' }).fill('key_of_the_sandbox_8765')
  await replacing.getByRole('button', { name: 'Cambiar llave secreta' }).click()
  await page.getByRole('cell', { name: '•••• 8765' }).waitFor()
  await page.getByRole('button', { name: 'Apagar' }).click()
  const turning = page.getByRole('dialog', { name: /Apagar la credencial/ })
  await turning.getByRole('button', { name: 'Apagar' }).click()
  await page.getByRole('cell', { name: 'Apagada' }).waitFor()
  await picture('platform-psp-2-off')
  expect(complaints).toEqual([])
})
