import { expect, test } from 'vitest'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

async function addGoods({ page }: Visit, typed: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agregar producto').fill(typed)
  await page.getByRole('option', { name }).click()
}

test('a supervisor receives a delivery, books waste, and sees both among the movements', async () => {
  const visit = await demo.visitAs('supervisor', { at: '/negocio/inventario' })
  const { page, picture } = visit
  await page.getByRole('cell', { name: 'Leche entera 1 L' }).waitFor()
  await picture('stock-1-levels')
  await page.getByText('Por surtir', { exact: true }).first().click()
  await expect.poll(() => page.getByRole('row').count()).toBe(4)
  await page.getByText('Todo', { exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Nombre, SKU o código de barras' })
  await search.fill('lac-001')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('cell', { name: 'Leche entera 1 L' }).waitFor()
  await search.fill('leche de tigre')
  await page.getByText('Ninguna existencia coincide').waitFor()
  await search.fill('')

  await page.getByRole('button', { name: 'Recibir mercancía' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recibir' }).click()
  await page.getByText('Agrega al menos un producto.').waitFor()
  await page.getByLabel('Proveedor').fill('Lácteos del Valle')
  await addGoods(visit, 'LAC-001', 'Leche entera 1 L')
  await page.getByRole('dialog').getByRole('button', { name: 'Recibir' }).click()
  await page.getByText('Escribe una cantidad mayor que cero.').waitFor()
  await page.getByLabel('Cantidad de Leche').fill('24')
  await page.getByLabel('Costo unitario de Leche').fill('19.999')
  await page.getByRole('dialog').getByRole('button', { name: 'Recibir' }).click()
  await page.getByText('Esto no es un importe.', { exact: false }).waitFor()
  await page.getByLabel('Costo unitario de Leche').fill('19.50')
  await picture('stock-2-receive')
  await page.getByRole('dialog').getByRole('button', { name: 'Recibir' }).click()
  await page.getByText('Entrada guardada').waitFor()

  await page.getByRole('button', { name: 'Ajustar' }).click()
  await addGoods(visit, 'leche', 'Leche entera 1 L')
  await page.getByLabel('Cantidad de Leche').fill('5000')
  await page.getByRole('button', { name: 'Guardar ajuste' }).click()
  await page.getByText('Explica el motivo').waitFor()
  await page.getByLabel('Motivo').fill('Se cayó la caja')
  await page.getByRole('button', { name: 'Guardar ajuste' }).click()
  await page.getByText(/^Solo hay \d+\.$/).waitFor()
  await picture('stock-3-short')
  await page.getByLabel('Cantidad de Leche').fill('2')
  await page.getByRole('button', { name: 'Guardar ajuste' }).click()
  await page.getByText('Ajuste guardado').waitFor()

  await page.getByRole('tab', { name: 'Movimientos' }).click()
  await page.getByRole('row', { name: /Leche entera 1 L.*Merma.*−2.*Se cayó la caja/ }).waitFor()
  await page.getByRole('row', { name: /Leche entera 1 L.*Entrada.*\+24.*\$19\.50/ }).waitFor()
  await picture('stock-4-movements')
})

test('a reorder point marks goods as low, and a product’s movements are next to it', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/inventario', colorScheme: 'dark' })
  await page.getByRole('cell', { name: 'Arroz 1 kg' }).click()
  const drawer = page.getByRole('dialog', { name: 'Movimientos de Arroz 1 kg' })
  await drawer.getByRole('row', { name: /Entrada/ }).waitFor()
  await drawer.getByLabel('Surtir al llegar a').fill('900')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await drawer.getByText('Punto de surtido guardado').waitFor()
  await picture('stock-5-movements-dark')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /Arroz 1 kg.*900.*Por surtir/ }).waitFor()
})

test('a cashier can view stock, and sees why they cannot change it', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/inventario' })
  await page.getByRole('cell', { name: 'Leche entera 1 L' }).waitFor()
  const receive = page.getByRole('button', { name: 'Recibir mercancía' })
  await expect.poll(() => receive.getAttribute('aria-disabled')).toBe('true')
  await receive.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
})
