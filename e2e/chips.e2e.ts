import { expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { iccid, workbook } from '../server/test/workbook.ts'
import { rerouted } from './held.ts'
import { demoApi, sellGoods, turn } from './store-api.ts'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 950 } })

/** The demo's only chips. */
const product = 'Chip Telcel con $50 de saldo'
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A supplier's file with these ICCIDs. */
function fileOf(name: string, iccids: readonly string[], carrier = 'Telcel') {
  const rows = [
    ['ICCID', 'Número', 'Lote', 'Compañía'],
    ...iccids.map((each) => [each, null, 'LOTE-7', carrier]),
  ]
  return { name, mimeType, buffer: workbook([{ rows }]) }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => iccid(from + n))

async function choose({ page }: Visit, file: ReturnType<typeof fileOf>): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByLabel('Archivo de Excel (.xlsx)').click()
  await (await chooser).setFiles(file)
  await page.getByRole('button', { name: /^Revisar/ }).click()
}

/** Imports the checked file, and says once more that it is meant. */
async function importMeant({ page }: Visit, count: number): Promise<void> {
  await page.getByRole('button', { name: `Importar ${count} chips` }).click()
  await page
    .getByRole('dialog', { name: `¿Importar ${count} chips a “${product}”?` })
    .getByRole('button', { name: `Importar ${count} chips` })
    .click()
}

test('a supervisor checks a file, fixes the listed faults, and imports it', async () => {
  const visit = await demo.visitAs('supervisor')
  const { page, picture } = visit
  await page.getByRole('link', { name: 'Chips' }).click()
  await page.getByText('En existencia').nth(1).waitFor()
  await picture('chips-1-stock')
  await page.getByRole('button', { name: 'Importar chips' }).click()
  const wrong = iccid(701).replace(/.$/, (last) => String((Number(last) + 1) % 10))
  await choose(visit, fileOf('lote-7.xlsx', [iccid(700), wrong, iccid(700), '', '123']))
  await page
    .getByText(/fallas en el archivo/)
    .first()
    .waitFor()
  await page.getByRole('row', { name: /3.*ICCID.*último dígito no corresponde/ }).waitFor()
  await page.getByRole('row', { name: /4.*ya está en la fila 2/ }).waitFor()
  await picture('chips-2-faults')
  await choose(visit, fileOf('lote-7.xlsx', numbers(700, 4)))
  await page.getByText('4 chips listos para importarse').waitFor()
  await picture('chips-3-checked')
  expect(await page.getByRole('note').count()).toBe(0)
  await importMeant(visit, 4)
  await page.getByText('4 chips ya están en tu existencia').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('searchbox').fill(iccid(702))
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('tab', { name: 'Importaciones' }).click()
  await page.getByRole('row', { name: /lote-7\.xlsx/ }).waitFor()
  await page.getByRole('button', { name: 'Importar chips' }).click()
  await choose(visit, fileOf('lote-7.xlsx', numbers(700, 4)))
  await page
    .getByText(/ya se importó antes|ya está en esta tienda/)
    .first()
    .waitFor()
})

test('an import asks first, names a file’s other carrier, and imports nothing before it is confirmed', async () => {
  const visit = await demo.visitAs('supervisor', { at: '/negocio/chips' })
  const { page, picture } = visit
  await page.getByRole('button', { name: 'Importar chips' }).click()
  await choose(visit, fileOf('movistar.xlsx', numbers(800, 2), 'Movistar'))
  await page.getByText('2 chips listos para importarse').waitFor()
  await page.getByRole('note').getByText(`El archivo dice Movistar, y el producto es “${product}”.`).waitFor()
  await page.getByRole('button', { name: 'Importar 2 chips' }).click()
  const sure = page.getByRole('dialog', { name: `¿Importar 2 chips a “${product}”?` })
  await sure.getByText(/Movistar.*No se puede deshacer/).waitFor()
  await picture('chips-6-other-carrier')
  await sure.getByRole('button', { name: 'Cancelar' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Importaciones' }).click()
  await page.getByRole('row', { name: /lote-7\.xlsx/ }).waitFor()
  expect(await page.getByRole('row', { name: /movistar\.xlsx/ }).count()).toBe(0)
})

test('a large file shows its progress while it is checked and imported', async () => {
  const visit = await demo.visitAs('manager', { at: '/negocio/chips', colorScheme: 'dark' })
  const { page, picture } = visit
  await page.getByRole('button', { name: 'Importar chips' }).click()
  await choose(visit, fileOf('grande.xlsx', numbers(10_000, 2_600)))
  await page.getByText('2600 chips listos para importarse').waitFor({ timeout: patient(60_000) })
  // The import may be over before the page first looks at it.
  const restore = await rerouted(page, '**/vas/chips/import/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), status: 'RUNNING' } })
  })
  await importMeant(visit, 2_600)
  await page.getByRole('progressbar').waitFor()
  await picture('chips-4-progress-dark')
  restore()
  await page.getByText('2600 chips ya están en tu existencia').waitFor({ timeout: patient(60_000) })
})

test('a sold chip is activated once, and links to its sale', async () => {
  await turn(demo.url, 'vas_chips', true)
  const till = await demoApi(demo.url, 'cashier')
  await sellGoods(till, [['Chip Telcel', 1]])
  const { page, picture } = await demo.visitAs('supervisor', { at: '/negocio/chips?estado=SOLD' })
  await page.getByRole('cell', { name: 'Vendido' }).first().click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Activar chip' }).click()
  // Located by its text, because until it opens, the last dialog is the drawer below it.
  await page
    .getByRole('dialog', { name: /^¿Activar el chip/ })
    .getByRole('button', { name: 'Activar chip' })
    .click()
  await page.getByText('Chip activado', { exact: true }).waitFor()
  await drawer.getByText('Activado', { exact: true }).first().waitFor()
  await picture('chips-5-activated')
  await expect
    .poll(() => drawer.getByRole('button', { name: 'Activar chip' }).getAttribute('aria-disabled'))
    .toBe('true')
  await drawer.getByRole('link', { name: 'Ver la venta' }).click()
  await page.getByRole('dialog').getByText('Chips entregados').waitFor()
})

test('a cashier can find chips, and sees why they cannot import', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/chips' })
  await page
    .getByRole('row', { name: /DEMO-1/ })
    .first()
    .waitFor()
  const button = page.getByRole('button', { name: 'Importar chips' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
})
