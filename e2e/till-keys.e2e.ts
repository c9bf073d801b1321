import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasFocus } from './focus.ts'
import { held } from './held.ts'
import { bread, cola, manyGoods, nameGoods, water } from './scanned-goods.ts'
import { keyboardOf } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
let manager: DemoApi
let visit: Visit
let page: Page
let till: ReturnType<typeof tillSteps>
let scanner: Awaited<ReturnType<typeof keyboardOf>>
/** Keys pressed by hand since the story's count began. */
let pressedCount = 0

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  await nameGoods(manager)
})

/** One till for all stories, with an open shift and an empty cart. */
async function atTheTill(): Promise<void> {
  const stay = await demo.stay({ width: 1024, height: 768 })
  if (stay.isNew) {
    visit = stay.visit
    page = visit.page
    till = tillSteps(visit)
    await signIn(visit, 'cashier', '/caja?tab=productos')
    await till.shelf()
    await till.withShift()
    scanner = await keyboardOf(page)
  }
  await page.keyboard.press('Alt+1')
  await till.emptyCart()
  await search().fill('')
  await search().focus()
  // While the cart is given up, and its dialog leaves, keys do nothing.
  await settled(page)
  pressedCount = 0
}

const search = () => page.getByRole('searchbox', { name: 'Buscar o escanear' })
const sold = () => page.getByRole('heading', { name: 'Venta cobrada' })
const next = () => till.button(/^Nueva venta/)

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    pressedCount += 1
    await page.keyboard.press(key)
  }
}

/** A dialog gives its field the focus a moment after it is shown. */
const fieldHasFocus = () =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('[role="dialog"] input') ?? false))
    .toBe(true)

/** Typed by hand: a robot's pace would be a scanner's. */
async function type(text: string): Promise<void> {
  pressedCount += text.length
  await scanner.type(text, 120)
}

describe('three goods for cash, with the keyboard alone', () => {
  test('take three keys when they are scanned', async () => {
    await atTheTill()
    for (const code of [cola, water, bread]) await scanner.scan(code)
    await expect.poll(till.total).toBe('$81.50')
    await press('F12')
    await till.dialog().getByRole('button', { name: 'Cobrar $81.50', disabled: false }).waitFor()
    await press('Enter')
    await sold().waitFor()
    await press('Enter')
    await page.getByText('Empieza una venta').waitFor()
    expect(pressedCount).toBe(3)
    expect(await hasFocus(search())).toBe(true)
  })

  test('take twenty-four when they are searched by name, the customer pays with a note, and Enter charges', async () => {
    await atTheTill()
    for (const [name, total] of [
      ['cola', '$19.00'],
      ['agua n', '$33.00'],
      ['pan b', '$81.50'],
    ] as const) {
      await type(name)
      await expect.poll(() => search().inputValue()).toBe(name)
      await press('Enter')
      await expect.poll(till.total).toBe(total)
    }
    // While a line is on its way, Enter does not charge.
    await settled(page)
    await press('Enter')
    await till.dialog().getByRole('button', { name: 'Cobrar $81.50', disabled: false }).waitFor()
    await fieldHasFocus()
    await type('100')
    await till.dialog().getByText('$18.50').last().waitFor()
    await press('Enter')
    await sold().waitFor()
    await press('Enter')
    await page.getByText('Empieza una venta').waitFor()
    expect(pressedCount).toBe(24)
  })

  test('and several of one: 3 and an asterisk before a scan, before a search, or at the start of a scan', async () => {
    await atTheTill()
    await type('3*')
    await expect.poll(() => search().inputValue()).toBe('3*')
    await scanner.scan(water)
    await expect.poll(till.total).toBe('$42.00')
    await expect.poll(() => search().inputValue()).toBe('')
    await type('2*cola')
    await expect.poll(() => search().inputValue()).toBe('2*cola')
    await press('Enter')
    await expect.poll(till.total).toBe('$80.00')
    await scanner.scan(`2*${bread}`)
    await expect.poll(till.total).toBe('$177.00')
    await type('1.5*')
    await expect.poll(() => search().inputValue()).toBe('1.5*')
    await scanner.scan(water)
    await page.getByTestId('scan-refusal').getByText('Se vende por pieza').waitFor()
    await page.getByTestId('scan-refusal').getByRole('button', { name: 'Entendido' }).click()
    expect(await till.total()).toBe('$177.00')
  })
})

describe('the till’s keys', () => {
  test('ask for the quantity of goods that are still on their way, when they have come', async () => {
    await atTheTill()
    const answer = await held(page, '**/pos/carts')
    await scanner.scan(cola)
    await expect.poll(till.total).toBe('$19.00')
    await press('F4')
    expect(await till.dialog().count()).toBe(0)
    answer()
    await page.getByRole('dialog', { name: 'Refresco de cola 600 ml' }).waitFor()
    await press('Escape')
    await till.dialog().waitFor({ state: 'detached' })
  })

  test('open what their buttons open, and say why they cannot', async () => {
    await atTheTill()
    await press('F3')
    await page.getByText('La cuenta está vacía').last().waitFor()
    await press('F7')
    await page.getByText('Este equipo no tiene cajón').last().waitFor()
    await scanner.scan(cola)
    await expect.poll(till.total).toBe('$19.00')
    const opened = [
      ['F3', 'Descuento a toda la cuenta'],
      ['F4', 'Refresco de cola 600 ml'],
      ['F6', 'Dejar la cuenta en espera'],
      ['F2', 'Cliente'],
      ['F9', 'Consultar precio'],
      ['F8', 'Ventas de la tienda'],
      ['F1', 'Atajos de teclado'],
      ['Alt+v', 'Ventas de la tienda'],
      ['Alt+t', 'Tu turno'],
    ] as const
    for (const [key, title] of opened) {
      await press(key)
      await page.getByRole('dialog', { name: title }).waitFor()
      // A key with a dialog over it has no meaning.
      await press('F12')
      await expect.poll(() => till.dialog().count(), { message: key }).toBe(1)
      if (key === 'F1') {
        await settled(page)
        await visit.picture('keys-1-page')
        const listed = await till.dialog().locator('kbd').allInnerTexts()
        expect(new Set(listed)).toContain('F12')
      }
      await press('Escape')
      await till.dialog().waitFor({ state: 'detached' })
    }
    await press('F10')
    expect(await hasFocus(search())).toBe(true)
    await visit.picture('keys-2-till')
    await press('Delete')
    await page.getByText('Empieza una venta').waitFor()
    for (const [key, name] of [
      ['Alt+2', 'TAE'],
      ['Alt+3', 'Servicios'],
      ['Alt+4', 'Pines'],
      ['Alt+1', 'Productos'],
    ] as const) {
      await press(key)
      await page.getByRole('tab', { name, selected: true }).waitFor()
    }
  })

  test('change the quantity of the line added last, and choose how the customer pays', async () => {
    await atTheTill()
    for (const code of [cola, water, cola]) await scanner.scan(code)
    await expect.poll(till.total).toBe('$52.00')
    await settled(page)
    await press('F4')
    await page.getByRole('dialog', { name: 'Refresco de cola 600 ml' }).waitFor()
    await fieldHasFocus()
    await type('5')
    await press('Enter')
    await expect.poll(till.total).toBe('$109.00')
    await press('F12')
    const dialog = till.dialog()
    await dialog.getByLabel('Otra cantidad').waitFor()
    await press('F2')
    await expect.poll(() => dialog.getByRole('radio', { name: 'Tarjeta' }).isChecked()).toBe(true)
    await type('4829')
    await press('F4')
    await expect.poll(() => dialog.getByRole('radio', { name: 'Mixto' }).isChecked()).toBe(true)
    await press('F2')
    await type('4829')
    await press('Enter')
    await sold().waitFor()
    await page.getByText('Pago exacto').waitFor()
    await press('Enter')
    await page.getByText('Empieza una venta').waitFor()
  })

  test('check a price by scan without selling, and an Enter of the scanner adds nothing', async () => {
    await atTheTill()
    await press('F9')
    const dialog = page.getByRole('dialog', { name: 'Consultar precio' })
    await dialog.waitFor()
    await scanner.scan(bread)
    await dialog.getByText('$48.50').waitFor()
    await dialog.getByText(/^Hay \d+ pza$/).waitFor()
    await settled(page)
    await visit.picture('keys-3-price')
    await type('agua n')
    await press('Enter')
    await dialog.getByText('$14.00').waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Empieza una venta').waitFor()
  })

  test('never take a scan for a yes, not even from a scanner that ends its codes twice', async () => {
    await atTheTill()
    await scanner.scan(cola)
    await expect.poll(till.total).toBe('$19.00')
    for (const place of ['search', 'nowhere']) {
      if (place === 'nowhere') await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await scanner.scan('0000000000000', { gapMs: () => 8, ending: 'Enter', endings: 2 })
      await page.getByTestId('scan-refusal').getByRole('button', { name: 'Entendido' }).click()
      expect(await till.dialog().count(), place).toBe(0)
    }
    await press('F12')
    const charge = till.dialog().getByRole('button', { name: 'Cobrar $19.00' })
    await charge.waitFor()
    await scanner.scan('0000000000000', { gapMs: () => 8, ending: 'Enter', endings: 2 })
    await page.getByTestId('scan-refusal').getByRole('button', { name: 'Entendido' }).click()
    await charge.waitFor()
    await press('Escape')
    await till.dialog().waitFor({ state: 'detached' })
  })
})

describe('the change', () => {
  test('is on top of the done screen whatever the length of the ticket, and stays until the next scan', async () => {
    await atTheTill()
    for (const name of manyGoods) await till.pick(name)
    await till.pick('Refresco de cola')
    const total = await settledTotal()
    await till.button(`Cobrar ${total}`).click()
    await till.dialog().getByLabel('Otra cantidad').fill('2000')
    await till
      .dialog()
      .getByRole('button', { name: `Cobrar ${total}` })
      .click()
    await sold().waitFor()
    const due = `$${(2000 - Number(total.replace(/[$,]/g, ''))).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    const change = page.getByRole('status').getByText(due)
    expect(await faultsOf(page, 'done', [change, next()])).toEqual([])
    expect((await change.boundingBox())?.y).toBeLessThan(330)
    await visit.picture('keys-4-change')
    await press('Enter')
    await page.getByText('Empieza una venta').waitFor()
    const kept = page.getByRole('region', { name: 'Cuenta' }).getByText(due)
    expect(await faultsOf(page, 'next sale', [kept])).toEqual([])
    await visit.picture('keys-5-change-kept')
    await scanner.scan('0000000000000')
    await page.getByTestId('scan-refusal').getByRole('button', { name: 'Entendido' }).click()
    await kept.waitFor()
    await scanner.scan(water)
    await expect.poll(till.total).toBe('$14.00')
    expect(await kept.count()).toBe(0)
  })
})

async function settledTotal(): Promise<string> {
  await settled(page)
  return till.total()
}
