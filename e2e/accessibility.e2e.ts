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
  admin: ['comercios', 'roles', 'ajustes', 'auditoria'].map((page) => `/administracion/${page}`),
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
    await page.getByRole('button', { name: 'Telcel' }).waitFor()
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
