import { expect, test } from 'vitest'
import { hasFocus } from './focus.ts'
import { keyboardOf } from './scanner-keys.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

async function addGoods({ page }: Visit, typed: string, name: string, quantity: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Agregar producto').fill(typed)
  await page.getByRole('option', { name }).click()
  await page.getByLabel(`Cantidad de ${name}`).fill(quantity)
}

test('goods are sent to another store, which receives them with a shortage', async () => {
  const sender = await demo.visitAs('supervisor', { at: '/negocio/traspasos' })
  await sender.page.getByRole('heading', { name: 'Sin traspasos' }).waitFor()
  await sender.page.getByRole('button', { name: 'Enviar mercancía' }).click()
  await addGoods(sender, 'LAC-001', 'Leche entera 1 L', '6')
  await addGoods(sender, 'FRU-001', 'Jitomate saladet', '1.25')
  await sender.page.getByLabel('Nota').fill('Para el fin de semana')
  await sender.picture('transfers-1-send')
  await sender.page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await sender.page.getByRole('row', { name: /Hacia La Esperanza Norte.*En camino/ }).waitFor()

  const { page, picture } = await demo.visitAs('owner', {
    at: '/negocio/traspasos',
    colorScheme: 'dark',
  })
  const coming = page.locator('label').filter({ hasText: 'Por recibir' })
  await expect.poll(() => coming.innerText()).toBe('Por recibir')
  await page.getByRole('combobox', { name: 'Tienda' }).selectOption({ label: 'La Esperanza Norte' })
  // What waits there is counted, without going there.
  await expect.poll(() => coming.innerText()).toMatch(/^Por recibir\s+1$/)
  await coming.click()
  await page.getByRole('row', { name: /Desde La Esperanza Centro.*Por recibir/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Desde La Esperanza Centro' })
  await drawer.getByLabel('Llegó de Leche entera 1 L').fill('9')
  await drawer.getByText('Se enviaron 6.').waitFor()
  await drawer.getByRole('button', { name: 'Recibir con faltantes' }).click()
  expect(await page.getByRole('dialog', { name: '¿Recibir' }).count()).toBe(0)
  await drawer.getByLabel('Llegó de Leche entera 1 L').fill('5')
  await picture('transfers-2-receive-dark')
  await drawer.getByRole('button', { name: 'Recibir con faltantes' }).click()
  await page
    .getByRole('dialog', { name: '¿Recibir' })
    .getByRole('button', { name: 'Recibir con faltantes' })
    .click()
  await page.getByText('Recibido: ya está en tu inventario.').waitFor()
  await page.getByRole('heading', { name: 'Nada por recibir' }).waitFor()
  await expect.poll(() => coming.innerText()).toBe('Por recibir')

  await sender.page.reload()
  await sender.page.getByRole('row', { name: /Hacia La Esperanza Norte.*Recibido/ }).click()
  const paper = sender.page.getByRole('dialog', { name: 'Hacia La Esperanza Norte' })
  await paper.getByText('Llegó incompleto').waitFor()
  await paper.getByRole('row', { name: /Leche entera 1 L.*6 pza.*5.*−1/ }).waitFor()
  await paper.getByRole('row', { name: /Jitomate.*1\.25 kg.*1\.25.*—/ }).waitFor()
  await sender.picture('transfers-3-short')
})

test('a mistaken transfer is canceled, and goods unknown to the other store are not sent', async () => {
  const visit = await demo.visitAs('manager', { at: '/negocio/traspasos' })
  const { page } = visit
  await page.getByRole('button', { name: 'Enviar mercancía' }).click()
  await addGoods(visit, 'PAN-001', 'Pan blanco de caja', '9999')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText(/^Solo hay \d+\.$/).waitFor()
  await page.getByLabel('Cantidad de Pan').fill('2')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page
    .getByRole('row', { name: /Hacia La Esperanza Norte.*En camino/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancelar envío' }).click()
  await page
    .getByRole('dialog', { name: '¿Cancelar' })
    .getByRole('button', { name: 'Cancelar envío' })
    .click()
  await page.getByText('Cancelado: la mercancía está otra vez en tu inventario.').waitFor()
  await page.getByRole('row', { name: /Hacia La Esperanza Norte.*Cancelado/ }).waitFor()
})

test('a supervisor counts by scanning and typing, sees the differences, and books them', async () => {
  const { page, picture } = await demo.visitAs('supervisor', { at: '/negocio/conteos' })
  await page.getByRole('heading', { name: 'Sin conteos' }).waitFor()
  await page.getByRole('button', { name: 'Abrir conteo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Una categoría').check()
  await dialog.getByRole('button', { name: 'Empezar a contar' }).click()
  await dialog.getByText('Elige la categoría.').waitFor()
  await dialog.getByRole('combobox', { name: 'Categoría' }).click()
  await page.getByRole('option', { name: 'Bebidas' }).click()
  await dialog.getByLabel('Nota').fill('Refrigerador')
  await picture('counts-1-open')
  await dialog.getByRole('button', { name: 'Empezar a contar' }).click()

  await page.getByRole('heading', { name: 'Refrigerador' }).waitFor()
  const scanner = page.getByLabel('Escanea o busca un producto')
  await scanner.fill('7500000000000')
  await scanner.press('Enter')
  await page.getByText('Ese código no está en este conteo.').waitFor()
  for (const total of ['1', '2', '3']) {
    await scanner.fill('BEB-001')
    await scanner.press('Enter')
    await page.getByText(`Refresco de cola 600 ml: ${total}`).waitFor()
  }
  const cola = page.getByRole('row', { name: /Refresco de cola/ })
  await expect.poll(() => cola.getByLabel('Contado de Refresco').inputValue()).toBe('3')
  await cola.getByText(/^−\d+$/).waitFor()
  const water = page.getByRole('row', { name: /Agua natural/ })
  await water.getByText('Se muestra al contar').waitFor()
  await water.getByLabel('Contado de Agua').fill('0')
  await water.getByLabel('Contado de Agua').press('Enter')
  await water.getByText(/^−\d+$/).waitFor()
  await page.getByText('2 diferencias').waitFor()
  await picture('counts-2-sheet')
  await page.getByText('Con diferencia', { exact: true }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(3)

  await page.getByRole('button', { name: 'Aplicar diferencias' }).click()
  const asked = page.getByRole('dialog', { name: '¿Aplicar el conteo?' })
  await asked.getByText(/inventario de 2 productos\. \d+ sin contar/).waitFor()
  await asked.getByRole('button', { name: 'Aplicar diferencias' }).click()
  await page.getByText('Conteo aplicado').waitFor()
  await page.getByRole('row', { name: /Refrigerador.*Aplicado/ }).click()
  await page.getByRole('row', { name: /Agua natural.*0/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Aplicar diferencias' }).count()).toBe(0)

  await page.goto('/negocio/inventario?estado=movimientos')
  await page.getByRole('row', { name: /Agua natural.*Conteo.*−/ }).waitFor()
})

test('a scan of goods by weight opens their line, for what the scale says to be typed', async () => {
  const { page } = await demo.visitAs('manager', { at: '/negocio/conteos' })
  await page.getByRole('button', { name: 'Abrir conteo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empezar a contar' }).click()
  await page.getByText(/^0 de \d+ contados$/).waitFor()
  const scanner = await keyboardOf(page)
  const tomatoes = page.getByLabel('Contado de Jitomate saladet')
  const avocados = page.getByLabel('Contado de Aguacate Hass')
  await scanner.scan('FRU-001')
  await page.getByText('Jitomate saladet: escribe cuánto hay.').waitFor()
  await expect.poll(() => hasFocus(tomatoes)).toBe(true)
  expect(await page.getByRole('row').count()).toBe(2)
  await scanner.type([...'2.75', 'Enter'], 200)
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(2)
  await expect.poll(() => tomatoes.inputValue()).toBe('2.75')

  await scanner.scan('FRU-002')
  await expect.poll(() => hasFocus(avocados)).toBe(true)
  await avocados.fill('4.5')
  // What was typed is also saved when the next goods are scanned in place of Enter.
  await scanner.scan('BEB-001')
  await page.getByText('Refresco de cola 600 ml: 1').waitFor()
  await expect.poll(() => avocados.inputValue()).toBe('4.5')
  await page.getByText(/^3 de \d+ contados$/).waitFor()

  await page.getByRole('button', { name: 'Cancelar conteo' }).click()
  await page
    .getByRole('dialog', { name: '¿Cancelar' })
    .getByRole('button', { name: 'Cancelar conteo' })
    .click()
  await page.getByText('Conteo cancelado.').waitFor()
})

test('the question before a count is applied includes what others have counted', async () => {
  const other = await demoApi(demo.url, 'supervisor')
  const goods = await Promise.all(['Refresco de cola', 'Agua natural', 'Arroz'].map(other.variantOf))
  const { id } = await other.post('/pos/inventory/counts', { storeId: other.storeId, variantIds: goods })
  const { page } = await demo.visitAs('manager', { at: `/negocio/conteos?ver=${id}` })
  const cola = page.getByLabel('Contado de Refresco de cola')
  await cola.fill('900')
  await cola.press('Enter')
  await page.getByText('1 de 3 contados').waitFor()
  await page.getByText('1 diferencia', { exact: true }).waitFor()
  await other.put(`/pos/inventory/counts/${id}/lines`, { lines: [{ variantId: goods[1], counted: 900 }] })
  await page.getByRole('button', { name: 'Aplicar diferencias' }).click()
  const asked = page.getByRole('dialog', { name: '¿Aplicar el conteo?' })
  await asked.getByText(/inventario de 2 productos\. 1 sin contar/).waitFor()
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await other.post(`/pos/inventory/counts/${id}/cancel`, {})
})

test('goods can be in one open count only, and a count can be canceled', async () => {
  const { page, picture } = await demo.visitAs('manager', { at: '/negocio/conteos', colorScheme: 'dark' })
  const open = async () => {
    await page.getByRole('button', { name: 'Abrir conteo' }).click()
    await page.getByRole('dialog').getByLabel('Nota').fill('Inventario anual')
    await page.getByRole('dialog').getByRole('button', { name: 'Empezar a contar' }).click()
  }
  await open()
  await page.getByRole('button', { name: 'Cancelar conteo' }).waitFor()
  await picture('counts-3-all-dark')
  await page.getByRole('button', { name: 'Todos los conteos' }).click()
  await open()
  await page.getByText('ya están en otro conteo abierto').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('row', { name: /Inventario anual.*Abierto/ }).click()
  await page.getByRole('button', { name: 'Cancelar conteo' }).click()
  await page
    .getByRole('dialog', { name: '¿Cancelar' })
    .getByRole('button', { name: 'Cancelar conteo' })
    .click()
  await page.getByText('Conteo cancelado.').waitFor()
  await page.getByRole('row', { name: /Inventario anual.*Cancelado/ }).waitFor()
})
