import { expect, test } from 'vitest'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 }, forgives: /40[13]/ })

/** The answer to a program with this key. */
const askWith = async (key: string, path: string, method = 'GET'): Promise<number> =>
  (await fetch(`${demo.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })).status

test('an owner creates an API key, sees it once, a program works with it, another name changes nothing, and a revocation stops the program', async () => {
  const { page, picture } = await demo.visitAs('owner', { at: '/negocio/llaves' })
  await page.getByRole('heading', { name: 'Sin llaves' }).waitFor()
  await picture('api-keys-1-empty')
  await page.getByRole('button', { name: 'Nueva llave' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva llave' })
  await form.getByLabel('Solo las que elija').check()
  await form.getByRole('button', { name: 'Crear llave' }).click()
  await form.getByText('Escribe para qué es.').waitFor()
  await form.getByText('Elige al menos una tienda.').waitFor()
  await form.getByText('Permite al menos una cosa.').waitFor()
  await form.getByLabel('Para qué es').fill('Tienda en línea')
  await form.getByLabel('Todas, también las que abras después').check()
  const subject = (name: string) => form.getByRole('radiogroup', { name })
  await subject('Productos y precios').getByLabel('Ver y cambiar').check()
  await subject('Datos de las tiendas').getByLabel('Ver', { exact: true }).check()
  await subject('Recargas y servicios').getByLabel('Ver y cambiar').check()
  await form.getByText('se pagan del saldo del negocio').waitFor()
  await subject('Recargas y servicios').getByLabel('Nada').check()
  await picture('api-keys-2-form')
  await form.getByRole('button', { name: 'Crear llave' }).click()

  const shown = page.getByRole('dialog', { name: 'Guarda la llave' })
  const key = await shown.getByLabel('Llave de API').inputValue()
  expect(key).toMatch(/^mostrador_sk_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/)
  await shown.getByRole('button', { name: 'Copiar' }).waitFor()
  await picture('api-keys-3-secret')
  await shown.getByRole('button', { name: 'Ya la guardé' }).click()
  await page.getByRole('row', { name: /Tienda en línea.*Todas.*Vigente.*Nunca/ }).waitFor()
  expect(await page.content()).not.toContain(key)

  expect(await askWith(key, '/pos/products')).toBe(200)
  expect(await askWith(key, '/pos/customers')).toBe(403)
  expect(await askWith(key, '/pos/api_keys')).toBe(403)

  await page.getByRole('row', { name: /Tienda en línea/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Tienda en línea' })
  await drawer.getByRole('row', { name: 'Productos y precios Ver y cambiar' }).waitFor()
  await drawer.getByRole('row', { name: 'Datos de las tiendas Ver' }).waitFor()
  await picture('api-keys-4-drawer')
  await drawer.getByRole('button', { name: 'Cambiar nombre' }).click()
  const rename = page.getByRole('dialog', { name: 'Cambiar nombre' })
  await rename.getByLabel('Para qué es').fill('  ')
  await rename.getByRole('button', { name: 'Guardar' }).click()
  await rename.getByText('Escribe para qué es.').waitFor()
  await rename.getByLabel('Para qué es').fill('Contabilidad')
  await picture('api-keys-5-rename')
  await rename.getByRole('button', { name: 'Guardar' }).click()
  const renamed = page.getByRole('dialog', { name: 'Contabilidad' })
  expect(await askWith(key, '/pos/products')).toBe(200)
  await renamed.getByRole('button', { name: 'Revocar' }).click()
  const sure = page.getByRole('dialog', { name: '¿Revocar “Contabilidad”?' })
  await sure.getByText('No se puede deshacer.').waitFor()
  await sure.getByRole('button', { name: 'Revocar' }).click()
  await renamed.getByText(/Se revocó el/).waitFor()
  expect(await askWith(key, '/pos/products')).toBe(401)
  await page.goto('/negocio/llaves')
  await page.getByRole('row', { name: /Contabilidad.*Revocada/ }).waitFor()
  await picture('api-keys-6-revoked')
})

test('a manager who does not own the business sees that only the owner manages keys', async () => {
  const { page } = await demo.visitAs('manager', { at: '/negocio/llaves' })
  await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).waitFor()
})
