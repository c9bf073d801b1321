import { beforeAll, describe, expect, test } from 'vitest'
import { committedEffort, words, writeEffort } from './acts-table.ts'
import { codeOf, demoPin, enableTill, enterByPin } from './enabled-till.ts'
import { type Robot, robotOf } from './robot.ts'
import { bread, cola, nameGoods, water } from './scanned-goods.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { tillSteps } from './till-steps.ts'
import type { Visit } from './visit.ts'

const demo = stories()
let manager: DemoApi

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  await nameGoods(manager)
})

const monitor = { width: 1280, height: 800, isTouched: false }
const tablet = { width: 1024, height: 768, isTouched: true }

/** The till with its goods, an open shift and an empty cart. */
async function atTheTill(window: typeof monitor) {
  const visit = await demo.visitAs('cashier', { at: '/caja?tab=productos', ...window })
  const till = tillSteps(visit)
  await till.shelf()
  await till.withShift()
  await till.emptyCart()
  return { visit, page: visit.page, till, robot: await begun(visit, window) }
}

async function begun({ page }: Visit, window = monitor): Promise<Robot> {
  const search = page.getByRole('searchbox', { name: 'Buscar o escanear' })
  if (!window.isTouched && (await search.count()) > 0) await search.focus()
  await settled(page)
  return robotOf(page, window)
}

/** Compares what was counted with the table, or writes it there when asked to. */
async function tell(act: string, way: string, robot: Robot): Promise<void> {
  const effort = robot.effort()
  if (process.env['MOSTRADOR_ACTS'] === 'write') await writeEffort(act, way, effort)
  expect(words(effort)).toBe(await committedEffort(act, way))
}

/** A till of their own, because its supervisor is asked for a code and a PIN. */
async function atOwnTill(name: string, who = /Carla/, window = monitor) {
  const visit = await demo.open(window)
  const till = tillSteps(visit)
  await enableTill(visit.page, manager, name)
  await enterByPin(visit.page, await codeOf(manager, who))
  await till.withShift()
  return { visit, page: visit.page, till }
}

describe('closing a shift whose drawer has one note of $500', () => {
  const act = 'Closing a shift'
  const closed = (page: Visit['page']) => page.getByText('Tu turno está cerrado')

  test('with the keyboard', async () => {
    const { visit, page, till } = await atOwnTill('Caja que cierra con teclado', /Sofía/)
    const robot = await begun(visit)
    await robot.press('Alt+t')
    await till.button('Cerrar turno').waitFor()
    await robot.press('Enter')
    await page.getByLabel('Piezas de $1,000').waitFor()
    await robot.walkTo('Enter', /^Piezas de \$500$/)
    await robot.type('1')
    await robot.walkTo('Enter', /^Cerrar con \$500\.00$/)
    await robot.press('Enter')
    await till
      .dialog()
      .getByText(/Corte Z-/)
      .first()
      .waitFor()
    await robot.press('Enter')
    await closed(page).waitFor()
    await tell(act, 'the keyboard', robot)
  })

  test('with fingers', async () => {
    const { visit, page, till } = await atOwnTill('Caja que cierra con dedos', /Sofía/, tablet)
    const robot = await begun(visit, tablet)
    await robot.tap(page.getByRole('banner').getByRole('button', { name: 'Turno' }))
    await robot.tap(till.button('Cerrar turno'))
    await robot.tap(page.getByLabel('Piezas de $500'))
    await robot.type('1')
    await robot.tap(till.button('Cerrar con $500.00'))
    await till
      .dialog()
      .getByText(/Corte Z-/)
      .first()
      .waitFor()
    await robot.tap(till.button('Terminar'))
    await closed(page).waitFor()
    await tell(act, 'fingers', robot)
  })
})

describe('three goods for cash', () => {
  const act = 'Three goods for cash'

  test('with a scanner', async () => {
    const { page, till, robot } = await atTheTill(monitor)
    for (const code of [cola, water, bread]) await robot.scan(code)
    await expect.poll(till.total).toBe('$81.50')
    await robot.press('F12', 'Enter')
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await robot.press('Enter')
    await page.getByText('Empieza una venta').waitFor()
    await tell(act, 'a scanner', robot)
  })

  test('with the keyboard', async () => {
    const { page, till, robot } = await atTheTill(monitor)
    for (const [name, total] of [
      ['cola', '$19.00'],
      ['agua n', '$33.00'],
      ['pan b', '$81.50'],
    ] as const) {
      await robot.type(name)
      await robot.press('Enter')
      await expect.poll(till.total).toBe(total)
    }
    await robot.press('Enter')
    await till.dialog().getByRole('button', { name: 'Cobrar $81.50', disabled: false }).waitFor()
    await robot.type('100')
    await robot.press('Enter')
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await robot.press('Enter')
    await page.getByText('Empieza una venta').waitFor()
    await tell(act, 'the keyboard', robot)
  })

  test('with fingers', async () => {
    const { page, till, robot } = await atTheTill(tablet)
    const goods = page.getByRole('group', { name: 'Productos' })
    for (const name of ['Aceite vegetal', 'Agua natural', 'Arroz'])
      await robot.tap(goods.getByRole('button', { name: new RegExp(name) }))
    await expect.poll(till.total).toBe('$91.00')
    await robot.tap(till.button(/^Cobrar \$/))
    await robot.tap(
      till
        .dialog()
        .getByRole('button', { name: /Cambio/ })
        .first(),
    )
    await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
    await robot.tap(till.button(/^Nueva venta/))
    await page.getByText('Empieza una venta').waitFor()
    await tell(act, 'fingers', robot)
  })
})

describe('a top-up of $100', () => {
  const act = 'A top-up'
  const keypad = (page: Visit['page'], digit: string) =>
    page.getByRole('button', { name: `Dígito ${digit}`, exact: true })

  test('with the keyboard', async () => {
    const { page, robot } = await atTheTill(monitor)
    await robot.press('Alt+2')
    await robot.walkTo('Tab', /Telcel$/)
    await robot.press('Enter')
    await robot.walkTo('ArrowRight', /^\$100/)
    await robot.press('Enter')
    await robot.type('5512345600')
    await robot.type('5512345600')
    await robot.press('Enter')
    await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
    await robot.read()
    await robot.press('Enter')
    await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor()
    await robot.read()
    await robot.press('Enter')
    await page.getByRole('button', { name: 'Telcel', exact: true }).waitFor()
    await tell(act, 'the keyboard', robot)
  })

  test('with fingers', async () => {
    const { page, till, robot } = await atTheTill(tablet)
    await robot.tap(page.getByRole('tab', { name: 'TAE' }))
    await robot.tap(till.button('Telcel'))
    await robot.tap(till.button(/^\$100/))
    for (const digit of '5512346600') await robot.tap(keypad(page, digit))
    await robot.tap(till.button('Se lo leí al cliente y es correcto'))
    await robot.tap(till.button('Continuar'))
    await robot.tap(till.button('Recargar $100.00'))
    await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor()
    await robot.tap(till.button(/^Nueva recarga/))
    await till.button('Telcel').waitFor()
    await tell(act, 'fingers', robot)
  })
})

describe('a bill', () => {
  const act = 'A bill'
  const billers = (page: Visit['page']) => page.getByRole('group', { name: '¿Qué recibo se paga?' })

  test('with the keyboard', async () => {
    const { page, robot } = await atTheTill(monitor)
    await robot.press('Alt+3')
    await billers(page).waitFor()
    await robot.type('dish')
    await robot.press('Enter')
    await robot.type('51234560')
    await robot.press('Enter')
    await page.getByLabel('Importe a pagar').waitFor()
    await robot.type('350.5')
    await robot.press('Enter')
    await page.getByRole('heading', { name: 'Revisa antes de pagar' }).waitFor()
    await robot.read()
    await robot.press('Enter')
    await page.getByRole('heading', { name: 'Pago exitoso' }).waitFor()
    await robot.read()
    await robot.press('Enter')
    await billers(page).waitFor()
    await tell(act, 'the keyboard', robot)
  })

  test('with fingers', async () => {
    const { page, till, robot } = await atTheTill(tablet)
    const keypad = (key: string) => till.button(key === '.' ? 'Punto decimal' : `Dígito ${key}`)
    await robot.tap(page.getByRole('tab', { name: 'Servicios' }))
    await robot.tap(till.button('Dish'))
    for (const digit of '51236600') await robot.tap(keypad(digit))
    await robot.tap(till.button('Continuar'))
    for (const key of '350.5') await robot.tap(keypad(key))
    await robot.tap(till.button('Continuar'))
    await robot.tap(till.button('Pagar $360.50'))
    await page.getByRole('heading', { name: 'Pago exitoso' }).waitFor()
    await robot.tap(till.button(/^Nuevo pago/))
    await billers(page).waitFor()
    await tell(act, 'fingers', robot)
  })
})

test('a return that a supervisor approves at the till', async () => {
  const { visit, page, till } = await atOwnTill('Caja de devoluciones')
  await till.pick('Aceite vegetal')
  await till.button('Cobrar $45.50').click()
  await till.dialog().getByRole('button', { name: 'Exacto' }).click()
  await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Empieza una venta').waitFor()
  const supervisor = await codeOf(manager, /Sofía/)
  const robot = await begun(visit)
  await robot.press('Alt+v')
  await robot.tap(till.dialog().getByRole('button', { name: /A-\d+/ }).first())
  await robot.tap(till.button('Devolver'))
  await robot.tap(page.getByLabel('Motivo'))
  await robot.type('Abierto')
  await robot.tap(till.button('Pedir autorización'))
  await robot.tap(till.button('Autorizar aquí'))
  await page.getByRole('dialog', { name: 'Autorizar en esta caja' }).getByLabel('Tu código').waitFor()
  await robot.type(supervisor)
  await robot.press('Enter')
  await page.getByRole('dialog', { name: 'Autorizar en esta caja' }).getByLabel('Tu PIN').waitFor()
  await robot.type(demoPin)
  await robot.press('Enter')
  await page.getByText(/Autorizado por/).waitFor()
  await robot.tap(till.button('Devolver'))
  await page.getByText('Devolución registrada').waitFor()
  await robot.tap(till.button('Listo'))
  await tell('A return that a supervisor approves at the till', 'keyboard and mouse', robot)
})

test('receiving a delivery of one product, with its cost', async () => {
  const visit = await demo.visitAs('supervisor', { at: '/negocio/inventario', ...monitor })
  const { page } = visit
  await page.getByRole('cell', { name: 'Leche entera 1 L' }).waitFor()
  const robot = await begun(visit)
  const dialog = page.getByRole('dialog')
  await robot.tap(page.getByRole('button', { name: 'Recibir mercancía' }))
  await robot.tap(dialog.getByLabel('Agregar producto'))
  await robot.type('LAC-001')
  await page.getByRole('option', { name: 'Leche entera 1 L' }).waitFor()
  await robot.press('Enter')
  await robot.tap(dialog.getByLabel('Cantidad de Leche'))
  await robot.type('24')
  await robot.press('Tab')
  await robot.type('19.50')
  await robot.tap(dialog.getByRole('button', { name: 'Recibir' }))
  await page.getByText('Entrada guardada').waitFor()
  await tell('Receiving goods', 'keyboard and mouse', robot)
})

test('inviting a cashier by a link', async () => {
  const visit = await demo.visitAs('manager', { at: '/negocio/invitaciones', ...monitor })
  const { page } = visit
  await page.getByRole('heading', { name: 'Sin invitaciones abiertas' }).waitFor()
  const robot = await begun(visit)
  await robot.tap(page.getByRole('button', { name: 'Invitar' }))
  await page.getByLabel('Correo').waitFor()
  await robot.type('ana@example.test')
  await robot.press('Enter')
  await page.getByLabel('Enlace de invitación').waitFor()
  await robot.tap(page.getByRole('button', { name: 'Listo' }))
  await page.getByRole('cell', { name: 'ana@example.test' }).waitFor()
  await tell('Inviting a cashier', 'keyboard and mouse', robot)
})
