import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { onOneDay } from '../server/test/one-day.ts'
import { patient } from '../server/test/patience.ts'
import { startProduct } from './product.ts'
import { type DemoApi, demoApi, ensureShift } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import type { Visit } from './visit.ts'

/**
 * The day described in the README. Retake its pictures with
 * `MOSTRADOR_PICTURES=docs/pictures npm test -- e2e/readme-pictures.e2e.ts`.
 */
const folder = path.resolve(
  import.meta.dirname,
  '..',
  process.env['MOSTRADOR_PICTURES'] ?? 'test-output/readme',
)
const committed = path.resolve(import.meta.dirname, '../docs/pictures')
const largestBytes = 60_000

onOneDay()
const demo = stories({
  opens: () => startProduct({ MOSTRADOR_DEMO_DAYS: '28' }),
  window: { width: 1180, height: 800 },
})
let cashier: DemoApi

beforeAll(async () => {
  cashier = await demoApi(demo.url, 'cashier')
  await mkdir(folder, { recursive: true })
})

/** WebP, written by the browser itself, is small enough for a README. */
async function take({ page, context, picture }: Visit, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const bytes = Buffer.from(data, 'base64')
  // Those of another day or browser may be larger; the ones that are kept are small.
  if (process.env['MOSTRADOR_PICTURES'] !== undefined) expect(bytes.length).toBeLessThan(largestBytes)
  await writeFile(path.join(folder, `${name}.webp`), bytes)
  await picture(`readme-${name}`)
}

interface Cart {
  id: string
  version: number
  totalCentavos: number
}

async function sell(goods: Readonly<Record<string, number>>, method = 'CASH'): Promise<void> {
  const lines = await Promise.all(
    Object.entries(goods).map(async ([name, quantity]) => ({
      variantId: await cashier.variantOf(name),
      quantity,
    })),
  )
  const cart = await cashier.post<Cart>('/pos/carts', { storeId: cashier.storeId, lines })
  await cashier.post(`/pos/carts/${cart.id}/finalize`, {
    version: cart.version,
    payments: [{ method, amountCentavos: cart.totalCentavos }],
  })
}

/** A morning in a small shop. */
async function sellSome(): Promise<void> {
  await ensureShift(cashier)
  await sell({ 'Refresco de cola': 6, 'Papas fritas': 3 })
  await sell({ 'Leche entera': 2, 'Pan blanco': 1, Huevo: 1 }, 'CARD')
  await sell({ Tortillas: 2, 'Frijol negro': 1, Arroz: 2 })
  await sell({ 'Agua natural': 4, 'Concha de vainilla': 5 })
  await sell({ 'Café soluble': 1, Azúcar: 1 }, 'TRANSFER')
  const { items } = await cashier.get<{ items: { id: string; name: string }[] }>(
    `/vas/catalog?storeId=${cashier.storeId}&kind=airtime`,
  )
  for (const reference of ['5512345600', '5587654321'])
    await cashier.post('/vas/sale', {
      storeId: cashier.storeId,
      productId: items.find(({ name }) => name.includes('100'))?.id,
      reference,
    })
}

test('a till with goods, a top-up with its receipt, the owner’s day, the platform’s desk', async () => {
  await sellSome()
  const till = await demo.visitAs('cashier', { at: '/caja?tab=productos' })
  const { pick } = tillSteps(till)
  for (const name of ['Refresco de cola', 'Concha de vainilla', 'Pan blanco de caja']) {
    await pick(name)
    await till.page.getByRole('button', { name: new RegExp(`^Uno más de ${name}`) }).waitFor()
  }
  await till.page.getByRole('button', { name: /^Uno más de Refresco/ }).click()
  await till.page.getByText('2', { exact: true }).first().waitFor()
  await take(till, 'till-goods')

  await till.page.goto('/caja?tab=tae')
  await till.page.getByRole('button', { name: 'Telcel' }).click()
  await till.page.getByRole('button', { name: '$100' }).click()
  await till.page.getByLabel('Número celular').fill('5512347700')
  await till.page.getByLabel('Escríbelo otra vez').fill('5512347700')
  await till.page.getByRole('button', { name: 'Continuar' }).click()
  await till.page.getByRole('button', { name: '$200' }).click()
  await till.page.getByRole('button', { name: 'Recargar $100.00' }).click()
  await till.page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor({ timeout: patient(30_000) })
  await take(till, 'top-up-done')
  await till.context.close()

  const owner = await demo.visitAs('owner', { at: '/negocio/inicio', height: 940 })
  await owner.page.getByRole('region', { name: 'Lo más vendido hoy' }).getByText('Refresco').waitFor()
  await take(owner, 'owner-dashboard')
  await owner.context.close()

  const admin = await demo.visitAs('admin', { at: '/administracion/resumenes' })
  await admin.page.getByRole('heading', { name: 'Resúmenes' }).waitFor()
  await take(admin, 'platform-desk')
  await admin.context.close()
})

test('the pictures of the README exist and are small', async () => {
  const names = await readdir(committed)
  expect(names.sort()).toEqual(
    ['owner-dashboard', 'platform-desk', 'till-goods', 'top-up-done'].map((name) => `${name}.webp`),
  )
  for (const name of names)
    expect((await stat(path.join(committed, name))).size, name).toBeLessThan(largestBytes)
})
