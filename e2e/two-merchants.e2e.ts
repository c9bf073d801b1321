import { expect, test } from 'vitest'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { goWithin } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

test('the owner of two merchants opens a store for the second, and creates a key of the merchant whose store is selected', async () => {
  const admin = await demoApi(demo.url, 'admin')
  const owner = { email: 'owner@demo.mostrador.test', name: 'Olivia Herrera' }
  await admin.post('/pos/merchants', { name: 'La Segunda', owner })
  const { page, picture } = await demo.visitAs('owner', { at: '/negocio/tiendas' })
  await page.getByRole('button', { name: 'Nueva tienda' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva tienda' })
  await form.getByRole('combobox', { name: 'Negocio' }).click()
  await page.getByRole('option', { name: 'La Segunda' }).click()
  await form.getByLabel('Nombre').fill('Segunda Centro')
  await form.getByLabel('Clave').fill('SEG1')
  await picture('two-merchants-1-second-store')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('combobox', { name: 'Tienda', exact: true }).selectOption('Segunda Centro')
  await goWithin(page, '/negocio/llaves')
  await page.getByText('Negocio: La Segunda', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Nueva llave' }).click()
  const keyForm = page.getByRole('dialog', { name: 'Nueva llave' })
  await keyForm.getByText('Negocio: La Segunda', { exact: true }).waitFor()
  await keyForm.getByLabel('Para qué es').fill('Contabilidad')
  await keyForm
    .getByRole('radiogroup', { name: 'Datos de las tiendas' })
    .getByLabel('Ver', { exact: true })
    .check()
  await picture('two-merchants-2-second-key')
  await keyForm.getByRole('button', { name: 'Crear llave' }).click()
  const key = await page.getByLabel('Llave de API').inputValue()
  const answer = await fetch(`${demo.url}/pos/stores`, { headers: { authorization: `Bearer ${key}` } })
  expect(await answer.json()).toMatchObject({ items: [{ name: 'Segunda Centro' }] })
})
