import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { openVisit, signIn } from './visit.ts'

let product: RunningProduct
let browser: Browser
let axe: string

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Faults that axe calls serious or critical, one line each. */
async function faults(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  // A colour on its way to another is nobody's to read.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map((each) => each.finished))
  })
  await page.evaluate(axe)
  const rules = JSON.stringify({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  const results: AxeResults = await page.evaluate(`axe.run(${rules})`)
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

const desks = {
  owner: [
    'inicio',
    'tickets',
    'ventas',
    'productos',
    'categorias',
    'equipo',
    'invitaciones',
    'tiendas',
    'terminales',
    'saldo',
    'auditoria',
  ].map((page) => `/negocio/${page}`),
  admin: ['pendientes', 'comercios', 'resumenes', 'servicios', 'pagos', 'roles', 'ajustes', 'auditoria'].map(
    (page) => `/administracion/${page}`,
  ),
}

describe.each(['light', 'dark'] as const)('in %s colours axe finds nothing serious', (colorScheme) => {
  test('at the entrance', async () => {
    const { page, context } = await openVisit(browser, product.url, { colorScheme })
    await page.goto('/entrar')
    await page.getByLabel('Correo electrónico').waitFor()
    expect(await faults(page)).toEqual([])
    await context.close()
  })

  test('along a sale', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme })
    const { page } = visit
    await signIn(visit, 'cashier')
    await page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
    expect(await faults(page)).toEqual([])
    for (const tab of ['Productos', 'Servicios', 'Pines', 'TAE']) {
      await page.getByRole('tab', { name: tab }).click()
      expect(await faults(page), tab).toEqual([])
    }
    await page.getByRole('button', { name: 'Telcel' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: '$80' }).click()
    const digits = colorScheme === 'light' ? '5512399602' : '5512398602'
    await page.getByLabel('Número celular').pressSequentially(digits)
    await page.getByLabel('Escríbelo otra vez').pressSequentially(digits)
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Continuar' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Recargar $80.00' }).click()
    await page.getByRole('heading', { name: 'Rechazada: no se cobró' }).waitFor()
    expect(await faults(page)).toEqual([])
    await visit.context.close()
  })

  test('along the payment of a bill', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme, width: 1024, height: 768 })
    const { page, picture } = visit
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await signIn(visit, 'cashier')
    await page.goto('/caja?tab=servicios')
    await press('CFE')
    await page.getByLabel('Número de servicio').pressSequentially('1234567890A')
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Número de servicio').fill('123456789001')
    await press('Consultar adeudo')
    await page.getByRole('alert').waitFor()
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-lookup-off`)
    await press('Cambiar: Servicio')
    await press('Dish')
    await page.getByLabel('Número de cuenta').fill(colorScheme === 'light' ? '66001100' : '66001200')
    await press('Continuar')
    await page.getByLabel('Importe a pagar').fill('5')
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Importe a pagar').fill('150')
    await press('Continuar')
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-bill-confirm`)
    await press('Pagar $160.00')
    await page.getByRole('heading', { name: /Pago exitoso|En proceso/ }).waitFor({ timeout: 30_000 })
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-bill-outcome`)
    await visit.context.close()
  })

  test('along the sale of a PIN and its reprint', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme, width: 1024, height: 768 })
    const { page, picture } = visit
    await signIn(visit, 'supervisor')
    await page.goto('/caja?tab=pines')
    await page.getByRole('button', { name: 'Spotify' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: '$139' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Vender $139.00' }).click()
    await page.getByRole('heading', { name: 'Venta exitosa: entrega el PIN' }).waitFor()
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-pin`)
    await page.getByRole('button', { name: 'Nueva venta' }).click()
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Spotify/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Reimprimir PIN' }).click()
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-reprint`)
    await visit.context.close()
  })

  test.each(Object.entries(desks))('on the pages of the %s', async (who, addresses) => {
    const visit = await openVisit(browser, product.url, { colorScheme, width: 1280 })
    await signIn(visit, who)
    for (const address of [...addresses, '/cuenta']) {
      await visit.page.goto(address)
      await visit.page.getByRole('heading', { level: 1 }).waitFor()
      expect(await faults(visit.page), address).toEqual([])
    }
    await visit.context.close()
  })
})
