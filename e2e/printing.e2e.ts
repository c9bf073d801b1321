import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningBridge, startBridge } from '../server/src/print-bridge/bridge.ts'
import { patient } from '../server/test/patience.ts'
import type { Decoded } from '../web/src/ui/printer/decoded-bytes.ts'
import { FakePrinter } from '../web/src/ui/printer/fake-printer.ts'
import { pagesOf } from './documented-papers.ts'
import { hasFocus } from './focus.ts'
import { held } from './held.ts'
import { plugSerial, plugUsb } from './plugged-devices.ts'
import { keyboardOf } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
const code = 'ABCD-EFGH-JKLM-NPQR-STUV'

const printer = new FakePrinter()
let socket: Server
let bridge: RunningBridge
let visit: Visit
let till: ReturnType<typeof tillSteps>

beforeAll(async () => {
  socket = createServer((connection) => {
    connection.on('data', (bytes) => connection.write(printer.take(bytes)))
    connection.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const target = { kind: 'tcp', host: '127.0.0.1', port: (socket.address() as AddressInfo).port } as const
  const printers = new Map([['caja', target]])
  bridge = await startBridge({ port: 0, origins: [new URL(demo.url).origin], token: code, printers })
})
afterAll(async () => {
  await bridge?.close()
  socket?.close()
})

/** The till's window stays open from story to story, with its set-up. */
async function atTheTill(): Promise<void> {
  const { visit: same, isNew } = await demo.stay({ width: 1024, height: 768 })
  visit = same
  till = tillSteps(visit)
  if (!isNew) return
  // A supervisor, because a cashier may not open the drawer without a sale.
  await signIn(visit, 'supervisor', '/caja?tab=productos')
  await till.shelf()
  await till.withShift()
}

/** Sells one cola, in cash or by card. */
async function sellCola(method: 'Efectivo' | 'Tarjeta'): Promise<void> {
  const { page } = visit
  await till.pick('Refresco de cola')
  await till.button(/^Cobrar \$/).click()
  if (method === 'Tarjeta') {
    await till.dialog().getByText('Tarjeta', { exact: true }).click()
    await page.getByLabel('Número de autorización').fill('482913')
  }
  await till
    .dialog()
    .getByRole('button', { name: /^Cobrar \$/ })
    .click()
  await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
}

const nextSale = async () => {
  await visit.page.keyboard.press('Enter')
  await visit.page.getByText('Empieza una venta').waitFor()
}

const copyMark = 'REIMPRESIÓN'

/** Prints a copy, which the server records first. */
async function copied(print: () => Promise<void>): Promise<void> {
  const recorded = visit.page.waitForResponse(/\/pos\/receipts\/[^/]+\/reprint$/)
  await print()
  expect((await recorded).ok()).toBe(true)
}

/** A click on a notice that still moves may begin on its button and end beside it. */
async function printAgain(): Promise<void> {
  await settled(visit.page)
  await till.button('Imprimir otra vez').click()
}

async function openPrinterDialog(): Promise<void> {
  await visit.page.getByRole('banner').getByRole('button', { description: 'Tienda y terminal' }).click()
  await visit.page.getByRole('menuitem', { name: 'Impresora' }).click()
  await visit.page.getByRole('dialog', { name: 'Impresora de tickets' }).waitFor()
}

const ofKind = (decoded: readonly Decoded[], kind: Decoded['kind']) =>
  decoded.filter((each) => each.kind === kind)

describe('a till prints', () => {
  test.each([58, 80])('by the browser on %i mm, on one page as high as the receipt', async (widthMm) => {
    await atTheTill()
    const { page } = visit
    await sellCola('Efectivo')
    await page.getByText(`${widthMm} mm`, { exact: true }).click()
    const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(pages).toHaveLength(1)
    expect(Math.abs((pages[0]?.widthMm ?? 0) - widthMm)).toBeLessThan(0.5)
    expect(pages[0]?.heightMm).toBeGreaterThan(90)
    expect(pages[0]?.heightMm).toBeLessThan(200)
    await visit.picture(`printing-browser-${widthMm}`)
    await nextSale()
  })

  test('by the browser the original of a ticket first, and then copies', async () => {
    await atTheTill()
    const { page } = visit
    await sellCola('Efectivo')
    const paper = page.locator('.print-only')
    expect(await paper.textContent()).not.toContain(copyMark)
    await till.button('Imprimir ticket').click()
    await copied(() => till.button('Imprimir ticket').click())
    await expect.poll(() => paper.textContent()).toContain(copyMark)
    await nextSale()
  })

  test('without a dialog once the bridge is paired, and a test slip says that it works', async () => {
    await atTheTill()
    const { page } = visit
    await openPrinterDialog()
    await page.getByText('Puente', { exact: true }).click()
    await page.getByLabel('Código del puente').fill('wrong')
    await page.getByLabel('Puerto', { exact: true }).fill(String(bridge.port))
    await till.button('Enlazar').click()
    await page
      .getByRole('alert')
      .getByText(/El puente no conoce este equipo/)
      .waitFor()
    await page.getByLabel('Código del puente').fill(code)
    await till.button('Enlazar').click()
    await page.getByText('Elegida: caja').waitFor()
    await page.getByText('Conectado', { exact: true }).click()
    await page.getByLabel('Imprimir el ticket al cobrar').check()
    await till.button('Imprimir prueba').click()
    await page.getByText('Salió la prueba.').waitFor()
    await visit.picture('printing-set-up')
    expect(printer.lines).toContain('123456789012345678901234567890123456789012345678')
    expect(printer.lines.map((line) => line.trim())).toContain('áéíóú ÁÉÍÓÚ ñÑ üÜ ¿? ¡! $ €')
    // The set-up never opens the drawer.
    expect(printer.count('pulse')).toBe(0)
    await till.dialog().getByRole('button', { name: 'Listo' }).click()
  })

  test('the ticket of a cash sale by itself, after opening the drawer, once', async () => {
    await atTheTill()
    const { page } = visit
    const before = printer.out.length
    const cuts = printer.count('cut')
    await sellCola('Efectivo')
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    const out = printer.out.slice(before)
    expect(out[0]).toMatchObject({ kind: 'pulse', pin: 2 })
    expect(ofKind(out, 'pulse')).toHaveLength(1)
    expect(ofKind(out, 'cut')).toHaveLength(1)
    const folio = /A-\d+/.exec(
      await page
        .getByText(/Folio A-/)
        .first()
        .innerText(),
    )?.[0]
    expect(ofKind(out, 'qr')).toMatchObject([{ data: `CENTRO/${folio}` }])
    await visit.picture('printing-sold')
    await page.reload()
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await nextSale()
    expect(printer.out).toHaveLength(before + out.length)
  })

  test('the ticket of a card sale, and leaves the drawer closed', async () => {
    await atTheTill()
    const cuts = printer.count('cut')
    const pulses = printer.count('pulse')
    await sellCola('Tarjeta')
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    expect(printer.count('pulse')).toBe(pulses)
    await nextSale()
  })

  test('a copy, which the server has recorded, of a ticket that came out by itself', async () => {
    await atTheTill()
    const { page } = visit
    const cuts = printer.count('cut')
    await sellCola('Tarjeta')
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      const [before, cutsBefore] = [printer.lines.length, printer.count('cut')]
      await copied(() => till.button('Imprimir ticket').click())
      await expect.poll(() => printer.count('cut')).toBe(cutsBefore + 1)
      expect(printer.lines.slice(before).map((line) => line.trim())).toContain(copyMark)
    }
    await nextSale()
  })

  test('the original of a ticket by its button when it could not print it by itself', async () => {
    await atTheTill()
    const { page } = visit
    const [before, cuts] = [printer.lines.length, printer.count('cut')]
    printer.linesLeft = 0
    await sellCola('Tarjeta')
    await page.getByText('La impresora no tiene papel').waitFor()
    printer.linesLeft = Number.POSITIVE_INFINITY
    await till.button('Imprimir ticket').click()
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    expect(printer.lines.slice(before).map((line) => line.trim())).not.toContain(copyMark)
    await copied(() => till.button('Imprimir ticket').click())
    await expect.poll(() => printer.count('cut')).toBe(cuts + 2)
    expect(printer.lines.slice(before).map((line) => line.trim())).toContain(copyMark)
    await nextSale()
  })

  test('nothing without paper, says so, and prints when there is a new roll', async () => {
    await atTheTill()
    const { page } = visit
    const [cuts, pulses] = [printer.count('cut'), printer.count('pulse')]
    printer.linesLeft = 0
    await sellCola('Efectivo')
    await page.getByText('La impresora no tiene papel').waitFor()
    await visit.picture('printing-paper-out')
    expect(printer.count('cut')).toBe(cuts)
    // The drawer opens all the same.
    expect(printer.count('pulse')).toBe(pulses + 1)
    printer.linesLeft = Number.POSITIVE_INFINITY
    await printAgain()
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    await page.getByText('La impresora no tiene papel').waitFor({ state: 'detached' })
    expect(printer.count('pulse')).toBe(pulses + 1)
    await nextSale()
  })

  test('a copy on narrow paper, found by scanning the ticket', async () => {
    await atTheTill()
    const { page } = visit
    await openPrinterDialog()
    await page.getByText('58 mm', { exact: true }).click()
    await till.dialog().getByRole('button', { name: 'Listo' }).click()
    await till.button('Ventas').click()
    await page.getByRole('button', { name: /A-\d+/ }).first().waitFor()
    const last = printer.out.findLast((each) => each.kind === 'qr')
    const { scan } = await keyboardOf(page)
    await scan(last?.kind === 'qr' ? last.data : '')
    await till.button('Reimprimir ticket').waitFor()
    const before = printer.out.length
    const cuts = printer.count('cut')
    await till.button('Reimprimir ticket').click()
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    const out = printer.out.slice(before)
    const lines = out.flatMap((each) => (each.kind === 'line' ? [each.text] : []))
    expect(lines.map((line) => line.trim())).toContain(copyMark)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(32)
    expect(ofKind(out, 'pulse')).toEqual([])
    await page.keyboard.press('Escape')
  })
})

test('by USB and by serial port as well: chosen once, found again, and its empty roll is told', async () => {
  const own = new FakePrinter()
  visit = await demo.open({ width: 1280, height: 800 })
  till = tillSteps(visit)
  const { page } = visit
  await plugUsb(page, (bytes) => own.take(bytes))
  await plugSerial(page, (bytes) => own.take(bytes))
  await signIn(visit, 'supervisor', '/caja?tab=productos')
  await till.shelf()
  await till.withShift()
  for (const [way, choose, chosen] of [
    ['USB', 'Elegir impresora USB', 'Elegida: POS80'],
    ['Puerto serie', 'Elegir puerto', 'Puerto elegido'],
  ] as const) {
    await openPrinterDialog()
    await page.getByText(way, { exact: true }).click()
    await till.button(choose).click()
    await till.dialog().getByText(chosen).waitFor()
    if (way === 'USB') {
      await page.getByText('Conectado', { exact: true }).click()
      await page.getByLabel('Imprimir el ticket al cobrar').check()
    }
    await till.button('Imprimir prueba').click()
    await page.getByText('Salió la prueba. Esta impresora avisa cuando falta papel.').waitFor()
    await visit.picture(`printing-${way.replace(' ', '-')}`)
    await till.dialog().getByRole('button', { name: 'Listo' }).click()
    await page.reload()
    await till.shelf()
    const [cuts, pulses] = [own.count('cut'), own.count('pulse')]
    await sellCola('Efectivo')
    await expect.poll(() => own.count('cut')).toBe(cuts + 1)
    expect(own.count('pulse'), way).toBe(pulses + 1)
    await nextSale()
    own.linesLeft = 0
    await sellCola('Efectivo')
    await page.getByText('La impresora no tiene papel').waitFor()
    own.linesLeft = Number.POSITIVE_INFINITY
    await printAgain()
    await expect.poll(() => own.count('cut')).toBe(cuts + 2)
    await page.getByText('La impresora no tiene papel').waitFor({ state: 'detached' })
    await nextSale()
  }
})

test('the drawer opens for the cash of a service that stays pending, and not again for its end', async () => {
  const own = new FakePrinter()
  visit = await demo.open({ width: 1280, height: 800 })
  till = tillSteps(visit)
  const { page } = visit
  await plugUsb(page, (bytes) => own.take(bytes))
  await signIn(visit, 'supervisor', '/caja?tab=productos')
  await till.shelf()
  await till.withShift()
  await openPrinterDialog()
  await page.getByText('USB', { exact: true }).click()
  await till.button('Elegir impresora USB').click()
  await page.getByText('Conectado', { exact: true }).click()
  await page.getByLabel('Imprimir el ticket al cobrar').check()
  await till.dialog().getByRole('button', { name: 'Listo' }).click()
  // The till hears of the end once the drawer was counted, however busy the machine is.
  const release = await held(page, '**/vas/sale/*')
  await page.getByRole('tab', { name: 'TAE' }).click()
  await till.button('Telcel').click()
  await page.getByRole('button', { name: '$100' }).click()
  await page.getByLabel('Número celular').fill('5512347200')
  await page.getByLabel('Escríbelo otra vez').fill('5512347200')
  await till.button('Continuar').click()
  await till.button('Recargar $100.00').click()
  await page
    .getByText('Comprobante provisional')
    .first()
    .waitFor({ timeout: patient(20_000) })
  await expect.poll(() => own.count('pulse')).toBe(1)
  release()
  await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor({ timeout: patient(60_000) })
  await expect.poll(() => own.count('cut')).toBe(1)
  expect(own.count('pulse')).toBe(1)
})

test('the drawer opens without a sale for a reason, which is in the report of the shift', async () => {
  await atTheTill()
  const { page } = visit
  const pulses = printer.count('pulse')
  await till.button('Turno').click()
  await till.button('Abrir cajón').click()
  await page.getByLabel('Motivo').fill('Dar cambio')
  await visit.picture('printing-no-sale')
  await till.dialog().getByRole('button', { name: 'Abrir cajón' }).click()
  await expect.poll(() => printer.count('pulse')).toBe(pulses + 1)
  await till.button('Corte X').click()
  await till.dialog().getByText('Cajón abierto sin venta').waitFor()
  await till.button('Imprimir corte').click()
  await expect.poll(() => printer.lines.some((line) => line.startsWith('Cajón abierto sin venta'))).toBe(true)
  await page.keyboard.press('Escape')
})

test('F7 opens the drawer from any tab, by the same reason, and brings the cashier back', async () => {
  await atTheTill()
  const { page } = visit
  const pulses = printer.count('pulse')
  await page.keyboard.press('Alt+2')
  await page.getByRole('tab', { name: 'TAE', selected: true }).waitFor()
  await page.keyboard.press('F7')
  const reason = till.dialog().getByLabel('Motivo')
  await expect.poll(() => hasFocus(reason)).toBe(true)
  await page.keyboard.press('Escape')
  await till.dialog().waitFor({ state: 'detached' })
  expect(printer.count('pulse')).toBe(pulses)
  await page.keyboard.press('Alt+1')
  await till.shelf()
  await visit.picture('printing-drawer-key')
  await page.keyboard.press('F7')
  await reason.fill('Cambiar un billete')
  await page.keyboard.press('Enter')
  await expect.poll(() => printer.count('pulse')).toBe(pulses + 1)
  await till.dialog().waitFor({ state: 'detached' })
  await till.button('Turno').click()
  await till.button('Corte X').click()
  await till.dialog().getByText('Cajón abierto sin venta').waitFor()
  await till.dialog().getByText('2', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
})

test('the report of a closed shift comes out by itself, and the drawer opens', async () => {
  await atTheTill()
  const { page } = visit
  const [cuts, pulses] = [printer.count('cut'), printer.count('pulse')]
  await till.button('Turno').click()
  await till.button('Cerrar turno').click()
  await page.getByLabel('Piezas de $1,000').fill('9')
  await page.getByLabel('¿Por qué hay diferencia?').fill('Prueba de impresión')
  await till.button('Cerrar con $9,000.00').click()
  await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
  expect(printer.count('pulse')).toBe(pulses + 1)
  const lines = printer.lines.map((line) => line.replaceAll(/ +/g, ' ').trim())
  expect(lines).toContain('Efectivo contado $9,000.00')
  expect(lines.some((line) => line.startsWith('Diferencia $'))).toBe(true)
  await till.button('Terminar').click()
  await till.withShift()
})

test('a bridge that is gone is told, and the sale stands', async () => {
  await atTheTill()
  const { page } = visit
  await bridge.close()
  await sellCola('Efectivo')
  await page.getByText('El puente de impresión no está abierto').waitFor()
  visit.complaints.splice(0)
})
