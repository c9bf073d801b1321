import { expect, test } from 'vitest'
import { fillable } from './focus.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

test('prices of several products are raised together, as previewed', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/productos' })
  await page.getByRole('checkbox', { name: 'Seleccionar Arroz 1 kg' }).check()
  await page.getByRole('checkbox', { name: 'Seleccionar Agua natural 1 L' }).check()
  await page.getByText('2 productos seleccionados').waitFor()
  await picture('catalog-1-selected')
  await page.getByRole('button', { name: 'Cambiar precio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar precio' })
  await dialog.getByText('Escribe cuánto').waitFor()
  await dialog.getByText('Pesos', { exact: true }).click()
  await dialog.getByText('Bajar').click()
  await dialog.getByLabel('Importe').fill('20')
  await dialog.getByText(/Agua natural 1 L quedaría por debajo de cero/).waitFor()
  await dialog.getByText('Subir').click()
  await dialog.getByText('Porcentaje', { exact: true }).click()
  await dialog.getByLabel('Porcentaje de cambio').fill('10')
  await dialog.getByRole('row', { name: 'Agua natural 1 L $14.00 $15.50' }).waitFor()
  await picture('catalog-2-preview')
  await dialog.getByRole('button', { name: 'Cambiar 2 precios' }).click()
  await page.getByText('2 productos cambiados').waitFor()
  await page.getByRole('row', { name: /Agua natural 1 L.*\$15\.50/ }).waitFor()
  expect(await page.getByText('productos seleccionados').count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Seleccionar Agua natural 1 L' }).check()
  await page.getByRole('button', { name: 'Cambiar categoría' }).click()
  await page.getByRole('combobox', { name: 'Pasar a la categoría' }).click()
  await page.getByRole('option', { name: 'Abarrotes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar categoría' }).click()
  await page.getByRole('row', { name: /Agua natural 1 L.*Abarrotes/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Seleccionar Agua natural 1 L' }).check()
  await page.getByRole('button', { name: 'Quitar de la venta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar de la venta' }).click()
  await page.getByRole('row', { name: /Agua natural 1 L.*Fuera de venta/ }).waitFor()
})

test('a new product is saved with its barcode and its first stock, and a wrong barcode loses nothing', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/productos' })
  await page.getByRole('button', { name: 'Nuevo producto' }).click()
  const drawer = page.getByRole('dialog', { name: 'Nuevo producto' })
  await drawer.getByLabel('Nombre').fill('Mermelada de fresa')
  await drawer.getByRole('textbox', { name: /^Precio/ }).fill('48')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await drawer.getByLabel('Costo').fill('3l')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await drawer.getByText('Esto no es un importe.', { exact: false }).waitFor()
  await expect.poll(() => drawer.getByLabel('Costo').evaluate((field) => field.matches(':focus'))).toBe(true)
  expect(sent).toEqual([])
  await drawer.getByLabel('Costo').fill('31')
  await drawer.getByLabel('Código de barras').fill('7501234567890')
  await drawer.getByLabel('Lleva existencias').check()
  await drawer.getByLabel('Existencia inicial').fill('24')
  await picture('catalog-5-new')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await drawer.getByLabel('Código de barras').and(page.locator('[aria-invalid=true]')).waitFor()
  await drawer.getByLabel('Código de barras').fill('7501234567824')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await drawer.waitFor({ state: 'detached' })
  const manager = await demoApi(demo.url, 'manager')
  const { items } = await manager.get<{ items: { id: string; costCentavos: number }[] }>(
    `/pos/products?storeId=${manager.storeId}&q=mermelada`,
  )
  expect(items).toMatchObject([{ costCentavos: 3_100 }])
  const level = await manager.get<{ onHand: number }>(`/pos/stock_levels/${items[0]?.id}`)
  expect(level.onHand).toBe(24)
  const codes = await manager.get<{ items: { code: string }[] }>(
    `/pos/barcodes?storeId=${manager.storeId}&variantId=${items[0]?.id}`,
  )
  expect(codes.items).toMatchObject([{ code: '7501234567824' }])
})

test('a product gets its barcodes and a variant with its own price', async () => {
  const { page, picture } = await demo.visitAs('supervisor', {
    at: '/negocio/productos?q=atun',
    colorScheme: 'dark',
  })
  await page.getByRole('cell', { name: /^Atún en agua/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Editar producto' })
  await fillable(drawer.getByLabel('Lleva existencias'))
  const codes = drawer.getByRole('group', { name: 'Códigos de barras', exact: true })
  await codes.getByPlaceholder('Escanea o escribe un código').fill('7501234567890')
  await page.keyboard.press('Enter')
  await codes.getByText('Ese código no es válido').waitFor()
  await codes.getByPlaceholder('Escanea o escribe un código').fill('7501234567893')
  await page.keyboard.press('Enter')
  await codes.getByRole('button', { name: 'Quitar el código 7501234567893' }).waitFor()
  await drawer.getByRole('button', { name: 'Nueva presentación' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva presentación' })
  await form.getByLabel('Nombre de la presentación').fill('Paquete de 4')
  await form.getByLabel('Precio propio').fill('75')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await drawer.getByText('$75.00').waitFor()
  await drawer.getByLabel('Código nuevo de Paquete de 4').fill('7501234567893')
  await page.keyboard.press('Enter')
  await drawer.getByText('Otro producto de la tienda ya tiene ese código.').waitFor()
  await picture('catalog-3-parts-dark')
  await drawer.getByRole('button', { name: 'Quitar el código 7501234567893' }).click()
  await expect
    .poll(() => drawer.getByRole('button', { name: 'Quitar el código 7501234567893' }).count())
    .toBe(0)
  await drawer.getByRole('button', { name: 'Editar Paquete de 4' }).click()
  await page
    .getByRole('dialog', { name: 'Editar Paquete de 4' })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await page.getByRole('dialog', { name: '¿Eliminar' }).getByRole('button', { name: 'Eliminar' }).click()
  await expect.poll(() => drawer.getByText('Paquete de 4').count()).toBe(0)
})

test('a list is imported after all its faults were shown, and exported again', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/productos' })
  const choose = async (rows: string[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Elegir/ }).click()
    await (await chooser).setFiles({
      name: 'lista.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    })
  }
  await page.getByRole('button', { name: 'Excel' }).click()
  await page.getByRole('menuitem', { name: 'Importar' }).click()
  await choose([
    'Nombre,Precio,SKU,Código de barras,Categoría',
    'Mole poblano 500 g,barato,MOL-1,7501234567890,Salsas',
    ',12.50,MOL-1,,Salsas',
    'Arroz repetido,20,ABA-001,,Abarrotes',
  ])
  await page.getByText(/detalles por corregir/).waitFor()
  const faults = page.getByRole('dialog').getByRole('row')
  await faults.filter({ hasText: /^2B · PrecioNo es un importe/ }).waitFor()
  await faults.filter({ hasText: /^2D · Código de barrasUno de sus dígitos/ }).waitFor()
  await faults.filter({ hasText: /^3A · NombreFalta el nombre/ }).waitFor()
  await faults.filter({ hasText: /^3C · SKUEstá repetido: ya viene en la fila 2/ }).waitFor()
  await picture('catalog-4-faults')
  const good = [
    'Nombre,Precio,SKU,Código de barras,Categoría,Existencia',
    'Mole poblano 500 g,62.50,MOL-1,7501234567893,Salsas,12',
    'Arroz 1 kg,31,ABA-001,,,',
  ]
  await choose(good)
  await faults.filter({ hasText: /^3C · SKUYa hay un producto con ese SKU/ }).waitFor()
  await page.getByLabel('Actualizar ese producto').check()
  await page.getByText('Todo en orden').waitFor()
  await picture('catalog-5-summary')
  await page.getByRole('button', { name: 'Importar 2 productos' }).click()
  await page.getByText('2 productos importados').waitFor()
  await page.goto('/negocio/productos?q=mole')
  await page.getByRole('row', { name: /Mole poblano 500 g.*MOL-1.*Salsas.*\$62\.50/ }).waitFor()

  await page.getByRole('button', { name: 'Excel' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Exportar a CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('productos.csv')
  const parts: Buffer[] = []
  for await (const part of await file.createReadStream()) parts.push(part as Buffer)
  expect(Buffer.concat(parts).toString()).toContain('Mole poblano 500 g')
})

test('a category keeps its color when another is typed in part, and takes one that is typed in capitals', async () => {
  const manager = await demoApi(demo.url, 'manager')
  const { items } = await manager.get<{ items: { id: string; name: string; color: string | null }[] }>(
    `/pos/categories?storeId=${manager.storeId}`,
  )
  const [category] = items.filter(({ color }) => color !== null)
  const colorNow = async () => (await manager.get(`/pos/categories/${category?.id}`))['color']
  const { page } = await demo.visitAs('manager', { at: '/negocio/categorias' })
  await page.getByRole('cell', { name: category?.name ?? '', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Editar categoría' })
  const color = drawer.getByLabel('Color', { exact: true })
  await color.fill('#0a6')
  await color.press('Enter')
  await drawer.getByText('Escribe el color completo').waitFor()
  expect(await colorNow()).toBe(category?.color)
  await color.fill('#AB12CD')
  await color.press('Enter')
  await drawer.waitFor({ state: 'detached' })
  expect(await colorNow()).toBe('#ab12cd')
})

test('a cashier can view the catalog, and sees why they cannot change it', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/productos' })
  await page.getByRole('cell', { name: /Arroz 1 kg/ }).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await expect
    .poll(() => page.getByRole('button', { name: 'Excel' }).getAttribute('aria-disabled'))
    .toBe('true')
})
