import { beforeAll, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { codeOf, demoPin, enableTill } from './enabled-till.ts'
import { robotOf } from './robot.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'

const demo = stories({ window: { width: 1280, height: 800 } })
let manager: DemoApi

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})

test('a cashier’s whole day needs no mouse: from the PIN to signing out', async () => {
  const visit = await demo.open()
  const { page, picture } = visit
  const till = tillSteps(visit)
  await enableTill(page, manager, 'Caja del teclado')
  const [cashier, supervisor] = [await codeOf(manager, /César/), await codeOf(manager, /Sofía/)]
  await page.getByLabel('Tu código').waitFor()
  // From here on every event of a mouse or a finger would be seen.
  const touched: string[] = []
  await page.exposeFunction('noteTouch', (what: string) => touched.push(what))
  await page.evaluate(() => {
    const { noteTouch } = window as Window as Window & { noteTouch: (what: string) => void }
    for (const type of ['pointerdown', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
      document.addEventListener(type, (event) => event.isTrusted && noteTouch(type), { capture: true })
  })
  const robot = await robotOf(page)
  const { press, type, walkTo } = robot
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()

  await type(cashier)
  await press('Enter')
  await page.getByLabel('Tu PIN').waitFor()
  await type(demoPin)
  await press('Enter')
  await page.getByRole('tab', { name: 'Productos' }).waitFor({ timeout: patient(30_000) })
  await till.shelf()

  await press('Alt+t')
  await till.dialog().getByLabel('Fondo de caja').waitFor()
  await type('500')
  await press('Enter')
  await till.dialog().waitFor({ state: 'detached' })

  // Two of what is found by name, and one of what the first letters do not tell apart.
  await type('2*cola')
  await press('Enter')
  await expect.poll(till.total).toBe('$38.00')
  await type('jab')
  await press('ArrowDown', 'Enter')
  await expect.poll(till.total).toBe('$60.50')
  await picture('keyboard-day-1-cart')
  await press('F12')
  await till.dialog().getByRole('button', { name: 'Cobrar $60.50', disabled: false }).waitFor()
  await type('100')
  await till.dialog().getByText('$39.50').last().waitFor()
  await press('Enter')
  await heading('Venta cobrada')
  await press('Enter')
  await page.getByText('Empieza una venta').waitFor()

  await press('Alt+2')
  await walkTo('Tab', /Telcel$/)
  await press('Enter')
  await walkTo('ArrowRight', /^\$100/)
  await press('Enter')
  await type('5512347700')
  await type('5512347700')
  await press('Enter')
  await heading('Revisa antes de recargar')
  await robot.read()
  await press('Enter')
  await heading('Recarga exitosa')
  await robot.read()
  await press('Enter')
  await page.getByRole('button', { name: 'Telcel', exact: true }).waitFor()

  await press('Alt+3')
  await page.getByRole('group', { name: '¿Qué recibo se paga?' }).waitFor()
  await type('dish')
  await press('Enter')
  await page.getByLabel('Número de cuenta').waitFor()
  await press('Alt+1')
  await till.shelf()

  // A return, which a supervisor approves at this till.
  await press('Alt+v')
  await till.dialog().getByRole('button', { name: /A-\d+/ }).first().waitFor()
  await walkTo('Tab', /^A-\d+/)
  await press('Enter')
  await till.button('Devolver').waitFor()
  await walkTo('Tab', /^Devolver$/)
  await press('Enter')
  await walkTo('Tab', /^Uno más de Refresco/)
  await press('Enter')
  await walkTo('Tab', /^Motivo$/)
  await type('Abierto')
  await picture('keyboard-day-2-refund')
  await walkTo('Tab', /^Pedir autorización$/)
  await press('Enter')
  await till.button('Autorizar aquí').waitFor()
  await walkTo('Tab', /^Autorizar aquí$/)
  await press('Enter')
  const approving = page.getByRole('dialog', { name: 'Autorizar en esta caja' })
  await approving.getByLabel('Tu código').waitFor()
  await type(supervisor)
  await press('Enter')
  await approving.getByLabel('Tu PIN').waitFor()
  await type(demoPin)
  await press('Enter')
  await page.getByText(/Autorizado por/).waitFor()
  await walkTo('Tab', /^Devolver$/)
  await press('Enter')
  await page.getByText('Entrega $19.00 al cliente.').waitFor()
  await press('Enter')
  await till.button('Reimprimir ticket').waitFor()
  await press('Escape')
  await till.dialog().waitFor({ state: 'detached' })

  // A supplier is paid from the drawer.
  await press('Alt+t')
  await till.button('Cerrar turno').waitFor()
  await walkTo('Shift+Tab', /^Salida$/)
  await press('Enter')
  await till.dialog().getByLabel('Importe').waitFor()
  await type('41.5')
  await press('Tab')
  await type('Garrafones')
  await press('Enter')
  await page.getByText('Movimiento registrado').waitFor()
  // The drawer has 500 + 60.50 + 100 − 19 − 41.50.
  await till.dialog().getByText('$600.00').first().waitFor()
  await walkTo('Tab', /^Cerrar turno$/)
  await press('Enter')
  await walkTo('Enter', /^Piezas de \$500$/)
  await type('1')
  await walkTo('Enter', /^Piezas de \$100$/)
  await type('1')
  await till.dialog().getByText('Cuadra exacto').waitFor()
  await picture('keyboard-day-3-closing')
  await walkTo('Enter', /^Cerrar con \$600\.00$/)
  await press('Enter')
  await till
    .dialog()
    .getByText(/Corte Z-/)
    .first()
    .waitFor()
  await press('Enter')
  await page.getByText('Tu turno está cerrado').waitFor()

  await press('F10')
  await walkTo('Shift+Tab', /Mi cuenta: César/)
  await press('Enter')
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).waitFor()
  await walkTo('ArrowDown', /^Cerrar sesión$/)
  await press('Enter')
  await page.getByLabel('Tu código').waitFor()
  await picture('keyboard-day-4-signed-out')
  expect(touched).toEqual([])
})
