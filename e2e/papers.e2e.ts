import path from 'node:path'
import { expect, test } from 'vitest'
import type { Decoded } from '../web/src/ui/printer/decoded-bytes.ts'
import { FakePrinter } from '../web/src/ui/printer/fake-printer.ts'
import { holdPaper } from './documented-papers.ts'
import { plugUsb } from './plugged-devices.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import { signIn } from './visit.ts'

const demo = stories({ window: { width: 1024, height: 768 } })
const logo = path.resolve(import.meta.dirname, '../web/public/icons/icon-192.png')

/** The shop has a logo, which is printed on top of its tickets. */
async function giveLogo(): Promise<void> {
  const { page } = await demo.visitAs('manager', { at: '/negocio/apariencia', width: 1366, height: 900 })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir imagen' }).click()
  await (await chooser).setFiles(logo)
  await page.getByRole('img', { name: 'Tu logotipo' }).first().waitFor()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Apariencia guardada').waitFor()
}

test('the documented papers come out on both widths: a ticket with a logo, a top-up, the report of a shift', async () => {
  await giveLogo()
  const visit = await demo.open()
  const { page } = visit
  const till = tillSteps(visit)
  const printer = new FakePrinter()
  await plugUsb(page, (bytes) => printer.take(bytes))
  await signIn(visit, 'supervisor', '/caja?tab=productos')
  await till.shelf()
  const setUp = async (widthMm: number) => {
    await page.getByRole('banner').getByRole('button', { description: 'Tienda y terminal' }).click()
    await page.getByRole('menuitem', { name: 'Impresora' }).click()
    if (printer.out.length === 0) {
      await page.getByText('USB', { exact: true }).click()
      await till.button('Elegir impresora USB').click()
      await page.getByText('Conectado', { exact: true }).click()
      await page.getByLabel('Imprimir el ticket al cobrar').check()
    }
    await page.getByText(`${widthMm} mm`, { exact: true }).click()
    await till.dialog().getByRole('button', { name: 'Listo' }).click()
    await till.dialog().waitFor({ state: 'detached' })
  }
  /** What a step makes the printer do, up to the cut. */
  const printedBy = async (step: () => Promise<void>): Promise<Decoded[]> => {
    const [before, cuts] = [printer.out.length, printer.count('cut')]
    await step()
    await expect.poll(() => printer.count('cut')).toBe(cuts + 1)
    return printer.out.slice(before)
  }

  for (const paper of [
    { widthMm: 58, columns: 32 },
    { widthMm: 80, columns: 48 },
  ]) {
    await setUp(paper.widthMm)
    await till.withShift()
    await till.pick('Refresco de cola')
    await till.button(/^Cobrar \$/).click()
    const ticket = await printedBy(async () => {
      await till.dialog().getByRole('button', { name: 'Exacto' }).click()
      await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    })
    expect(ticket.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pulse', 'raster', 'qr', 'cut']))
    await holdPaper(page, 'ticket', ticket, paper)
    await page.keyboard.press('Enter')
    await page.getByText('Empieza una venta').waitFor()

    await page.keyboard.press('Alt+2')
    await till.button('Telcel').click()
    await till.button(/^\$100/).click()
    for (const label of ['Número celular', 'Escríbelo otra vez'])
      await page.getByLabel(label).fill(`55123480${paper.widthMm}`)
    await till.button('Continuar').click()
    const topUp = await printedBy(async () => {
      await till.button('Recargar $100.00').click()
      await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor()
    })
    await holdPaper(page, 'top-up', topUp, paper)
    await till.button(/^Nueva recarga/).click()
    await page.keyboard.press('Alt+1')
    await till.shelf()

    await till.button('Turno').click()
    await till.button('Cerrar turno').click()
    await page.getByLabel('Piezas de $1,000').fill('1')
    await page.getByLabel('¿Por qué hay diferencia?').fill('Sobró de un cambio')
    const report = await printedBy(() => till.button('Cerrar con $1,000.00').click())
    await holdPaper(page, 'shift', report, paper)
    await till.button('Terminar').click()
  }
})
