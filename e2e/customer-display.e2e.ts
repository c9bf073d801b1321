import { expect, test } from 'vitest'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'

const demo = stories()

test('the customer sees the sale grow on a second window, the change and thanks, and nothing of a locked till', async () => {
  const cashier = await demo.visitAs('cashier', { at: '/caja?tab=productos', width: 1024, height: 768 })
  const { page } = cashier
  const till = tillSteps(cashier)
  await till.shelf()
  await till.withShift()
  await page.getByRole('button', { name: /^La Esperanza Centro/ }).click()
  const [display] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'Pantalla del cliente' }).click(),
  ])
  const sees = (text: string) => display.getByText(text, { exact: true }).waitFor()
  await sees('Te damos la bienvenida')
  await sees('La Esperanza Centro')
  await till.pick('Refresco de cola')
  await till.pick('Pan blanco')
  await till.button('Uno más de Refresco de cola 600 ml').click()
  await sees('$86.50')
  await expect
    .poll(() => display.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^2\s+Refresco de cola 600 ml\s+\$38\.00$/),
      expect.stringMatching(/^1\s+Pan blanco.*\s+\$48\.50$/),
    ])
  await cashier.picture('display-1-sale', display)
  // A display that was closed, or loads again, shows the same.
  await display.reload()
  await sees('$86.50')
  await till.button('Cobrar $86.50').click()
  await till.button('$100 Cambio $13.50').click()
  await sees('Gracias por tu compra')
  await sees('$13.50')
  await cashier.picture('display-2-thanks', display)
  await page.keyboard.press('Enter')
  await sees('Te damos la bienvenida')
  await till.pick('Pan blanco')
  await sees('Tu compra')
  await page.getByRole('button', { name: 'Bloquear' }).click()
  await sees('Te damos la bienvenida')
  expect(await display.getByText('Pan blanco').count()).toBe(0)
})
