import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasFocus } from './focus.ts'
import { held } from './held.ts'
import {
  dismissOn,
  refusalOn,
  type Scanned,
  type ScannedPage,
  scannedPage,
  scannedTill,
  scanUnseenOn,
} from './scanned-page.ts'
import { answered } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { signIn, type Visit } from './visit.ts'

const water = '7501055300075'
const cola = '7501055300181'
const stranger = '7501234567893'

const demo = stories({ window: { width: 1180, height: 900 } })
let visit: Visit
let page: Page
let steps: ScannedPage['steps']
let keys: ScannedPage['keys']
let manager: DemoApi

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  for (const [name, code] of [
    ['Agua natural 1 L', water],
    ['Refresco de cola', cola],
  ] as const) {
    const variantId = await manager.variantOf(name)
    await manager.post('/pos/barcodes', { storeId: manager.storeId, variantId, code })
  }
})

async function atTheTill(tab = 'Productos'): Promise<void> {
  ;({ visit, page, steps, keys } = await scannedTill(await demo.open(), tab))
}

async function inBackOffice(who: string, at: string): Promise<void> {
  ;({ visit, page, steps, keys } = await scannedPage(await demo.open()))
  await signIn(visit, who, at)
}

const refusal = () => refusalOn(page)
const dismiss = () => dismissOn(page)
const scanUnseen = (...scan: Scanned) => scanUnseenOn(page, keys, ...scan)

describe('typed text', () => {
  test('reaches its field at once and completely: amounts, numbers, searches and notes, and Enter is Enter', async () => {
    await atTheTill()
    const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
    for (const [text, gapMs] of [
      ['7501055300075', 160],
      ['7501055300075', 135],
      ['cola 600', 90],
      ['BEB-001', 120],
    ] as const) {
      await search.fill('')
      await search.focus()
      await keys.type(text, gapMs)
      await expect.poll(() => search.inputValue()).toBe(text)
    }
    await keys.type(['Enter'], 160)
    await expect.poll(steps.total).toBe('$19.00')
    await steps.button('Cobrar $19.00').click()
    const amount = steps.dialog().getByLabel('Otra cantidad')
    await amount.focus()
    await keys.type('1250.50', 100)
    await expect.poll(() => amount.inputValue()).toBe('1250.50')
    await keys.type(['Backspace', 'Backspace', 'Backspace', 'Enter'], 100)
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await page.getByText('$1,231.00').first().waitFor()
    await keys.type(['Enter'], 100)
    await page.getByText('Empieza una venta').waitFor()

    await page.getByRole('tab', { name: 'TAE' }).click()
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).click()
    await page.getByLabel('Número celular').focus()
    await keys.type('5512361600', 140)
    const repeat = page.getByLabel('Escríbelo otra vez')
    await repeat.waitFor()
    await expect.poll(() => hasFocus(repeat)).toBe(true)
    await keys.type('5512361600', 200)
    await page.getByText('Los dos coinciden').waitFor()
    expect(await refusal().count()).toBe(0)
  })

  test('is not a scan when it was pasted, or comes from an on-screen keyboard', async () => {
    await atTheTill()
    const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
    await search.focus()
    await page.keyboard.insertText(water)
    expect(await search.inputValue()).toBe(water)
    await search.fill('')
    const session = await visit.context.newCDPSession(page)
    for (const text of water) {
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Unidentified',
        windowsVirtualKeyCode: 229,
      })
      await session.send('Input.insertText', { text })
      await session.send('Input.dispatchKeyEvent', {
        type: 'keyUp',
        key: 'Unidentified',
        windowsVirtualKeyCode: 229,
      })
    }
    expect(await search.inputValue()).toBe(water)
    expect(await refusal().count()).toBe(0)
  })

  test('that was taken for a scan, from a very fast typist, is put back by one tap', async () => {
    await atTheTill('TAE')
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).click()
    const number = page.getByLabel('Número celular')
    await number.focus()
    await keys.scan('5512362600', { gapMs: () => 100, ending: 'none' })
    await refusal().getByRole('button', { name: 'Lo escribí a mano' }).click()
    expect((await number.inputValue()).replaceAll(' ', '')).toBe('5512362600')
  })
})

describe('a scan that comes so slowly that it is typed', () => {
  test.each([
    ['lote_06510', 173],
    [stranger, 190],
  ])('and fills its field, which passes the focus on, is taken out of both fields: %s', async (code, gapMs) => {
    await atTheTill('TAE')
    await page.getByRole('button', { name: 'Telcel' }).click()
    await page.getByRole('button', { name: '$100' }).click()
    const number = page.getByLabel('Número celular')
    await number.fill('551234')
    await number.focus()
    await keys.scan(code, { gapMs: () => gapMs, ending: 'Enter' })
    await answered(page)
    await refusal().getByText(code).waitFor()
    await expect.poll(() => number.inputValue()).toBe('55 1234')
    await expect.poll(() => hasFocus(number)).toBe(true)
    await number.fill('5512345678')
    expect(await page.getByLabel('Escríbelo otra vez').inputValue()).toBe('')
  })
})

describe('in the back office', () => {
  test('a date and a list are filled in by keys, and a scan leaves them as they were', async () => {
    await inBackOffice('manager', '/negocio/reportes?desde=2024-01-01&hasta=2024-12-31')
    const date = page.getByLabel('Desde')
    await date.focus()
    await keys.type('05032024', 250)
    await expect.poll(() => date.inputValue()).toMatch(/^2024-0[35]-0[35]$/)
    const typed = await date.inputValue()
    await date.focus()
    await keys.scan(water)
    await answered(page)
    await expect.poll(() => date.inputValue()).toBe(typed)
    await dismiss()
    const list = page.getByLabel('Periodo')
    await list.focus()
    const chosen = await list.inputValue()
    await keys.scan(water)
    await answered(page)
    expect(await list.inputValue()).toBe(chosen)
    await dismiss()
    await list.focus()
    await keys.type('ay', 250)
    await expect.poll(() => list.inputValue()).toBe('yesterday')
  })

  test('a scan finds a product’s stock, and the product itself', async () => {
    await inBackOffice('supervisor', '/negocio/inventario')
    await page
      .getByRole('row', { name: /Agua natural/ })
      .first()
      .waitFor()
    expect(await scanUnseen(water, undefined, true)).toBe('hit')
    await page.getByRole('dialog', { name: /Agua natural/ }).waitFor()
    await page.goto('/negocio/productos')
    await page
      .getByRole('row', { name: /Refresco/ })
      .first()
      .waitFor()
    expect(await scanUnseen(water, undefined, true)).toBe('hit')
    await page.getByRole('dialog', { name: 'Editar producto' }).waitFor()
    expect(
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Nombre/ })
        .inputValue(),
    ).toBe('Agua natural 1 L')
  })

  test('a level that is open when the answer to a second scan comes stays open, and is what “Guardar” saves', async () => {
    const [drink, other] = [
      await manager.variantOf('Agua natural 1 L'),
      await manager.variantOf('Refresco de cola'),
    ]
    const pointOf = async (id: string) => (await manager.get(`/pos/stock_levels/${id}`))['reorderPoint']
    const before = await pointOf(other)
    await inBackOffice('supervisor', '/negocio/inventario')
    await page
      .getByRole('row', { name: /Agua natural/ })
      .first()
      .waitFor()
    const openFirst = await held(page, `**/pos/stock_levels/${drink}`)
    const openSecond = await held(page, `**/pos/stock_levels/${other}`)
    for (const code of [water, cola]) expect(await scanUnseen(code)).toBe('hit')
    openFirst()
    const drawer = page.getByRole('dialog', { name: /Agua natural/ })
    await drawer.getByLabel('Surtir al llegar a').fill('17')
    const late = page.waitForResponse(`**/pos/stock_levels/${other}`)
    openSecond()
    await late
    await settled(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Punto de surtido guardado').waitFor()
    expect([await pointOf(drink), await pointOf(other)]).toEqual([17, before])
  })

  test('a new product that is open when the answer to a scan comes stays open, as it was typed', async () => {
    const drink = await manager.variantOf('Agua natural 1 L')
    await inBackOffice('supervisor', '/negocio/productos')
    await page
      .getByRole('row', { name: /Refresco/ })
      .first()
      .waitFor()
    const open = await held(page, `**/pos/products/${drink}`)
    expect(await scanUnseen(water)).toBe('hit')
    await steps.button('Nuevo producto').click()
    const drawer = page.getByRole('dialog')
    const name = drawer.getByRole('textbox', { name: /^Nombre/ })
    await name.fill('Agua de jamaica')
    const late = page.waitForResponse(`**/pos/products/${drink}`)
    open()
    await late
    await settled(page)
    expect(await drawer.getByRole('button', { name: 'Eliminar' }).count()).toBe(0)
    expect(await name.inputValue()).toBe('Agua de jamaica')
    await page.getByRole('dialog', { name: 'Nuevo producto' }).waitFor()
  })

  test('a delivery takes scans as lines, and a form takes one into the focused field and submits nothing', async () => {
    await inBackOffice('supervisor', '/negocio/inventario')
    await steps.button('Recibir mercancía').click()
    const dialog = steps.dialog()
    await dialog.getByRole('button', { name: 'Recibir', exact: true }).focus()
    expect(await scanUnseen(water)).toBe('hit')
    await dialog.getByLabel('Cantidad de Agua natural 1 L').waitFor()
    expect(await scanUnseen(water)).toBe('miss')
    await refusal().getByText('Agua natural 1 L ya está en la lista').waitFor()
    await dismiss()
    await page.goto('/negocio/productos?q=atun')
    await page.getByRole('cell', { name: /^Atún en agua/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Editar producto' })
    await drawer.getByLabel('SKU').focus()
    await drawer.getByLabel('SKU').fill('')
    await keys.scan('ATU-000123')
    await expect.poll(() => drawer.getByLabel('SKU').inputValue()).toBe('ATU-000123')
    await drawer.waitFor()
    const codes = drawer.getByRole('group', { name: 'Códigos de barras', exact: true })
    await codes.getByPlaceholder('Escanea o escribe un código').focus()
    await keys.scan(stranger)
    await codes.getByRole('button', { name: `Quitar el código ${stranger}` }).waitFor()
  })
})
