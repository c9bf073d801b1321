import { expect, test } from 'vitest'
import { settled } from './stillness.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { tillSteps } from './till-steps.ts'

const demo = stories({ window: { width: 1024, height: 768, isTouched: true } })

test('nothing made for the keyboard is in the way of fingers, and all it does can be tapped', async () => {
  const visit = await demo.visitAs('cashier', { at: '/caja?tab=productos' })
  const { page, picture } = visit
  const till = tillSteps(visit)
  /** A focused field would open the on-screen keyboard over what is to be tapped. */
  const isInField = () => page.evaluate(() => document.activeElement instanceof HTMLInputElement)
  const keyCaps = () => page.locator('kbd').filter({ visible: true }).count()
  const untouched = async (place: string) => {
    await settled(page)
    expect([place, await isInField(), await keyCaps()]).toEqual([place, false, 0])
  }
  await till.shelf()
  await till.withShift()
  await untouched('till')
  expect(
    await page.getByRole('group', { name: 'Acciones con tecla' }).filter({ visible: true }).count(),
  ).toBe(0)
  await page
    .getByRole('group', { name: 'Productos' })
    .getByRole('button', { name: /^.*Arroz/ })
    .tap()
  const pay = till.button(/^Cobrar \$/)
  await pay.waitFor()
  await picture('tablet-1-cart')
  expect(await faultsOf(page, 'tablet', [pay])).toEqual([])

  await till.button('Más acciones de la cuenta').tap()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(expect.arrayContaining(['Dar descuento', 'Consultar precio']))
  await page.getByRole('menuitem', { name: 'Consultar precio' }).tap()
  await page.getByRole('dialog', { name: 'Consultar precio' }).waitFor()
  await untouched('price check')
  await till.button('Cerrar').last().tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await pay.tap()
  const note = till
    .dialog()
    .getByRole('button', { name: /Cambio/ })
    .first()
  await note.waitFor()
  await untouched('payment')
  await picture('tablet-2-payment')
  await note.tap()
  await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
  await untouched('done')
  await till.button(/^Nueva venta/).tap()
  await page.getByText('Empieza una venta').waitFor()
  await untouched('next sale')

  await page.getByRole('banner').getByRole('button', { name: 'Turno' }).tap()
  await till.button('Abrir cajón').waitFor()
  await till.button('Cerrar turno').tap()
  await page.getByLabel('Piezas de $500').waitFor()
  await untouched('count')
})
