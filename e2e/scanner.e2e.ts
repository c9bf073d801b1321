import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import type { Wedge } from '../simulation/tills/wedges.ts'
import { codeOf, demoPin, enableTill } from './enabled-till.ts'
import {
  dismissOn,
  heardUnseen,
  refusalOn,
  type Scanned,
  type ScannedPage,
  scannedPage,
  scannedTill,
  scanUnseenOn,
} from './scanned-page.ts'
import { answered, heard } from './scanner-keys.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { readScreen } from './till-steps.ts'
import type { Visit } from './visit.ts'

const water = '7501055300075'
const stranger = '7501234567893'

const demo = stories()
let manager: DemoApi
let visit: Visit
let page: Page
let steps: ScannedPage['steps']
let keys: ScannedPage['keys']

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  const variantId = await manager.variantOf('Agua natural 1 L')
  await manager.post('/pos/barcodes', { storeId: manager.storeId, variantId, code: water })
})

const size = { width: 1180, height: 900 }

async function atTheTill(tab = 'Productos', opened?: Visit): Promise<void> {
  ;({ visit, page, steps, keys } = await scannedTill(opened ?? (await demo.open(size)), tab))
}

const refusal = () => refusalOn(page)
const dismiss = () => dismissOn(page)
const scanUnseen = (...scan: Scanned) => scanUnseenOn(page, keys, ...scan)

/** The ways in which scanners send a code, each at its speed. */
const wedges: readonly [string, Wedge][] = [
  ['by cable, with Enter', { gapMs: () => 8 }],
  ['by cable, with Tab', { gapMs: () => 12, ending: 'Tab' }],
  ['by cable, with nothing at the end', { gapMs: () => 5, ending: 'none' }],
  ['slowly, with Enter', { gapMs: () => 110 }],
  ['slowly, with Tab', { gapMs: () => 70, ending: 'Tab' }],
  ['slowly, with nothing at the end', { gapMs: () => 90, ending: 'none' }],
  ['without a cable, unevenly', { gapMs: uneven([45, 120, 62, 118, 50, 97]) }],
]

function uneven(gaps: readonly number[]): () => number {
  let at = 0
  return () => gaps[at++ % gaps.length] ?? 50
}

async function reviewTopup(digits: string): Promise<void> {
  await page.getByRole('button', { name: 'Telcel' }).click()
  await page.getByRole('button', { name: '$100' }).click()
  await page.getByLabel('Número celular').fill(digits)
  await page.getByLabel('Escríbelo otra vez').fill(digits)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
  // A repeated Enter is ignored for half a second; from here on it would confirm.
  await readScreen(page)
}

describe('a scan is never a command', () => {
  test('goods scanned on “Revisa antes de recargar” never sell the top-up, wherever the focus is', async () => {
    await atTheTill('TAE')
    const digits = '5512360600'
    await reviewTopup(digits)
    const places = [
      () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
      () => steps.button('Recargar $100.00').focus(),
      () => steps.button('Corregir').focus(),
      () => page.getByLabel('Otra cantidad').focus(),
    ]
    for (const focus of places) {
      for (const [, wedge] of wedges) {
        await focus()
        expect(await scanUnseen(water, wedge)).toBe('miss')
        await refusal().getByText('Aquí no se puede escanear: termina o cancela la recarga').waitFor()
      }
    }
    await visit.picture('scanner-1-topup-refused')
    expect(await page.getByLabel('Otra cantidad').inputValue()).toBe('')
    await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
    const answer = await visit.context.request.get('/vas/sales?limit=200')
    const { items } = (await answer.json()) as { items: { reference: string }[] }
    expect(items.filter(({ reference }) => reference === digits)).toEqual([])
    await dismiss()
    await steps.button('Recargar $100.00').focus()
    // Pressed by hand: right after a scan and no other key, an Enter would be the scanner's.
    await keys.type(['Enter'], 160)
    await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor()
  })

  test('goods scanned while the customer pays join the sale, and what was typed stays', async () => {
    await atTheTill()
    await steps.pick('Refresco de cola')
    await expect.poll(steps.total).toBe('$19.00')
    await steps.button('Cobrar $19.00').click()
    const dialog = steps.dialog()
    const amount = dialog.getByLabel('Otra cantidad')
    await amount.fill('200')
    const places = [
      () => amount.focus(),
      () => dialog.getByRole('button', { name: 'Cerrar' }).focus(),
      () => dialog.getByRole('button', { name: /^\$100 / }).focus(),
      () => dialog.getByRole('button', { name: /^Cobrar \$/ }).focus(),
      () => dialog.getByRole('radio', { name: 'Efectivo' }).focus(),
    ]
    for (const [count, focus] of places.entries()) {
      await focus()
      expect(await scanUnseen(water, wedges[count]?.[1])).toBe('hit')
      const total = `Cobrar $${19 + 14 * (count + 1)}.00`
      await dialog.getByRole('button', { name: total }).waitFor()
      expect(Number(await amount.inputValue())).toBe(200)
    }
    await dialog.getByText('Se agregó Agua natural 1 L. Revisa el total.').waitFor()
    await visit.picture('scanner-2-while-paying')
    await amount.focus()
    expect(await scanUnseen(stranger)).toBe('miss')
    await refusal().getByText('Ningún producto tiene este código').waitFor()
    await dismiss()
    await dialog.getByRole('button', { name: 'Cobrar $89.00' }).click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await page.getByText('$111.00').first().waitFor()
    // The next customer's first item starts the next sale, and pays nothing yet.
    await heard(page)
    await keys.scan(water)
    await expect.poll(steps.total).toBe('$14.00')
    expect(await heardUnseen(page)).toMatchObject({ hits: 1, misses: 0 })
    expect(await steps.dialog().count()).toBe(0)
  })

  test('a card payment follows the total after the last scan', async () => {
    await atTheTill()
    await steps.pick('Refresco de cola')
    await steps.button('Cobrar $19.00').click()
    await steps.dialog().getByText('Tarjeta', { exact: true }).click()
    await steps.dialog().getByLabel('Número de autorización').fill('482913')
    expect(await scanUnseen(water)).toBe('hit')
    expect(await steps.dialog().getByLabel('Número de autorización').inputValue()).toBe('482913')
    await steps.dialog().getByRole('button', { name: 'Cobrar $33.00' }).click()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    const { items } = await manager.get<{ items: { totalCentavos: number }[] }>(
      `/pos/sales_orders?storeId=${manager.storeId}&limit=1`,
    )
    expect(items).toMatchObject([{ totalCentavos: 3300 }])
  })

  test('a dialog that asks something else refuses the scan, and is not answered by it', async () => {
    await atTheTill()
    await steps.pick('Refresco de cola')
    await steps.button('Cobrar $19.00').waitFor()
    await steps.button('Más acciones de la cuenta').click()
    await page.getByRole('menuitem', { name: 'Dar descuento' }).click()
    const percent = page.getByRole('textbox', { name: 'Por ciento' })
    await percent.fill('10')
    await page.getByLabel('Motivo').fill('Envase abollado')
    for (const [, wedge] of wedges) {
      for (const field of [percent, page.getByLabel('Motivo')]) {
        await field.focus()
        expect(await scanUnseen(water, wedge)).toBe('miss')
      }
    }
    await refusal().getByText('cierra primero esta ventana').waitFor()
    expect(await percent.inputValue()).toBe('10')
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Envase abollado')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await steps.button('Más acciones de la cuenta').click()
    await page.getByRole('menuitem', { name: 'Cancelar la cuenta' }).click()
    await steps.dialog().getByRole('button', { name: 'Cancelar la cuenta' }).focus()
    expect(await scanUnseen(water)).toBe('miss')
    await steps.dialog().getByRole('button', { name: 'Cancelar la cuenta' }).waitFor()
  })

  test('at a locked till it is not a PIN attempt, and what may be a PIN is not shown', async () => {
    ;({ visit, page, steps, keys } = await scannedPage(await demo.open(size)))
    await enableTill(page, manager, 'Caja del escáner')
    await page.getByLabel('Tu código').focus()
    expect(await scanUnseen(water)).toBe('miss')
    await refusal().getByText('La caja está bloqueada').waitFor()
    // Typed as evenly as a machine would, and still no scan.
    await keys.scan(await codeOf(manager, /Carla/), { gapMs: () => 120 })
    await page.getByLabel('Tu PIN').waitFor()
    for (const [, wedge] of wedges) expect(await scanUnseen(water, wedge)).toBe('miss')
    expect(await page.getByLabel('Tu PIN').inputValue()).toBe('')
    await dismiss()
    await page.getByLabel('Tu PIN').focus()
    await keys.scan('48213907')
    expect(await refusal().innerText()).not.toContain('4821')
    await keys.type(demoPin, 110)
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Productos' }).waitFor({ timeout: patient(30_000) })
  })
})

describe('every scanner is read', () => {
  test.each(wedges)('that sends %s, wherever the focus is', async (_how, wedge) => {
    // One till reads them all.
    const till = await demo.stay(size)
    if (till.isNew) await atTheTill('Productos', till.visit)
    else await steps.emptyCart()
    const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
    const places = [
      () => search.focus(),
      () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
      () => page.getByRole('tab', { name: 'Productos' }).focus(),
      () => steps.button('Más acciones de la cuenta').focus(),
    ]
    for (const [count, focus] of places.entries()) {
      await focus()
      expect(await scanUnseen(water, wedge)).toBe('hit')
      await expect.poll(steps.total).toBe(`$${14 * (count + 1)}.00`)
    }
    expect(await search.inputValue()).toBe('')
  })

  test('by the prefix set on the device, at any speed; and the device can be muted', async () => {
    await atTheTill()
    await steps
      .button(/^Tienda y terminal|La Esperanza/)
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Escáner y sonido' }).click()
    const dialog = steps.dialog()
    await dialog.getByLabel('Prefijo').waitFor()
    await keys.scan(']C1ABC-123456', { gapMs: () => 20 })
    await dialog.getByText(']C1ABC-123456').waitFor()
    await visit.picture('scanner-3-settings')
    await dialog.getByRole('button', { name: 'Usar ]C1 como prefijo' }).click()
    expect(await dialog.getByLabel('Prefijo').inputValue()).toBe(']C1')
    await keys.scan(water, { gapMs: () => 280, prefix: ']C1', ending: 'none' })
    await dialog.getByText('280 ms, hasta 280 ms').waitFor()
    await dialog.getByText(water, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Listo' }).click()
    await page.getByRole('searchbox', { name: 'Buscar o escanear' }).focus()
    expect(await scanUnseen(water, { gapMs: () => 300, prefix: ']C1' })).toBe('hit')
    await expect.poll(steps.total).toBe('$14.00')

    await steps
      .button(/^Tienda y terminal|La Esperanza/)
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Escáner y sonido' }).click()
    await dialog.getByLabel('Prefijo').waitFor()
    await dialog.getByRole('switch').press('Space')
    await dialog.getByRole('button', { name: 'Listo' }).click()
    await steps.dialog().waitFor({ state: 'detached' })
    await heard(page)
    await keys.scan(water, { gapMs: () => 8, prefix: ']C1' })
    await expect.poll(steps.total).toBe('$28.00')
    expect(await heardUnseen(page)).toMatchObject({ hits: 0, misses: 0 })
  })

  test('where a bill’s reference can be scanned, the scan is the reference and nothing else', async () => {
    await atTheTill('Servicios')
    await page.getByRole('button', { name: 'CFE' }).click()
    const field = page.getByLabel(/^Número de servicio/)
    await field.waitFor()
    const reference = await validReference()
    expect(await scanUnseen('75010553')).toBe('miss')
    await refusal().getByText('Ese código no es la referencia de').waitFor()
    expect(await field.inputValue()).toBe('')
    await dismiss()
    expect(await scanUnseen(reference, { gapMs: () => 80 })).toBe('hit')
    expect((await field.inputValue()).replaceAll(' ', '')).toBe(reference)
    await page.getByText('Completa').waitFor()
  })
})

/** A valid reference of the first biller. */
async function validReference(): Promise<string> {
  const answer = await visit.context.request.get(`/vas/catalog?kind=service&storeId=${manager.storeId}`)
  const { items } = (await answer.json()) as {
    items: { provider: { name: string }; reference: { minLength: number } | null }[]
  }
  const rule = items.find(({ provider, reference }) => /CFE/.test(provider.name) && reference !== null)
  return '1'.repeat(rule?.reference?.minLength ?? 30)
}

describe('a code that the shop prints itself', () => {
  const short = '1001'
  beforeAll(async () => {
    const variantId = await manager.variantOf('Pan blanco')
    await manager.post('/pos/barcodes', { storeId: manager.storeId, variantId, code: short })
  })

  test.each([
    ['by cable', 8],
    ['slowly and evenly', 100],
    ['so slowly that its keys reached the field', 200],
  ])('never charges the sale when it is scanned %s with the focus in the cash, and joins the sale', async (_how, gapMs) => {
    await atTheTill()
    await steps.pick('Refresco de cola')
    await steps.button('Cobrar $19.00').click()
    const amount = steps.dialog().getByLabel('Otra cantidad')
    await amount.fill('50')
    await amount.focus()
    await heard(page)
    await keys.scan(short, { gapMs: () => gapMs })
    await answered(page)
    expect((await heard(page)).seen.filter((each) => /Enter|submit|click/.test(each))).toEqual([])
    await steps.dialog().getByRole('button', { name: 'Cobrar $67.50' }).waitFor()
    expect(await amount.inputValue()).toMatch(/^50(\.00)?$/)
  })
})
