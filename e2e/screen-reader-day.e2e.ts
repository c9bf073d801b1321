import { beforeAll, expect, test } from 'vitest'
import { passTime } from '../server/test/pass-time.ts'
import { patient } from '../server/test/patience.ts'
import { codeOf, demoPin, enableTill } from './enabled-till.ts'
import { keyboardOf } from './scanner-keys.ts'
import { screenReaderOf } from './screen-reader.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { readScreen, tillSteps } from './till-steps.ts'

const demo = stories({ window: { width: 1280, height: 800 } })
let manager: DemoApi

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})

test('a day in the order of a screen reader: every element is named, every step is told or has the focus', async () => {
  const visit = await demo.open()
  const { page } = visit
  const till = tillSteps(visit)
  const reader = await screenReaderOf(page)
  const faults: string[] = []
  const look = async (place: string, ...order: string[]) => {
    faults.push(...(await reader.faults(place, order)))
  }
  const { scan } = await keyboardOf(page)

  await enableTill(page, manager, 'Caja que se escucha')
  await look('code', 'main', 'heading Caja que se escucha', 'textbox Tu código', 'button Siguiente')
  expect(await reader.focus()).toMatch(/^textbox Tu código/)
  await page.keyboard.type(await codeOf(manager, /César/), { delay: 180 })
  await passTime(300, 'a person looks up')
  await page.keyboard.press('Enter')
  await page.getByLabel('Tu PIN').waitFor()
  await look('PIN', 'heading Caja que se escucha', 'textbox Tu PIN', 'button Entrar')
  expect(await reader.focus()).toMatch(/^textbox Tu PIN/)
  await page.getByLabel('Tu PIN').fill('000001')
  await page.keyboard.press('Enter')
  await page.getByText('El código o el PIN no coinciden.').waitFor()
  await reader.hears(/El código o el PIN no coinciden\./)
  await page.getByLabel('Tu PIN').fill(demoPin)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Productos' }).waitFor({ timeout: patient(30_000) })
  await till.shelf()
  await till.shiftKnown()

  await page.keyboard.press('Alt+t')
  await till.dialog().getByLabel('Fondo de caja').waitFor()
  await look('opening', 'dialog Abrir turno', 'textbox Fondo de caja', 'button Abrir')
  expect(await reader.focus()).toMatch(/^textbox Fondo de caja/)
  await page.keyboard.type('500', { delay: 180 })
  await page.keyboard.press('Enter')
  await till.dialog().waitFor({ state: 'detached' })
  expect(await reader.focus()).toMatch(/^searchbox Buscar o escanear/)

  await look(
    'till',
    'banner',
    'button La Esperanza Centro',
    'button Turno',
    'button Ventas',
    'button Mi cuenta: César',
    'tablist',
    'tab Productos',
    'tab TAE',
    'tab Servicios',
    'tab Pines',
    'region Productos',
    'searchbox Buscar o escanear',
    'group Categorías',
    'group Productos',
    'button Aceite vegetal',
    'region Cuenta',
    'heading Cuenta',
    'button Cobrar',
  )
  await reader.forget()
  await page.getByRole('searchbox', { name: 'Buscar o escanear' }).fill('cola')
  await page.keyboard.press('Enter')
  await expect.poll(till.total).toBe('$19.00')
  await reader.hears(/^1 × Refresco de cola 600 ml, \$19\.00$/)
  await page.getByRole('searchbox', { name: 'Buscar o escanear' }).fill('cola')
  await page.keyboard.press('Enter')
  await expect.poll(till.total).toBe('$38.00')
  await reader.hears(/^2 × Refresco de cola 600 ml, \$38\.00$/, /Total ?\$38\.00$/)
  await scan('0000000000000')
  await page.getByTestId('scan-refusal').waitFor()
  await reader.hears(/Ningún producto tiene este código/)
  await page.getByTestId('scan-refusal').getByRole('button', { name: 'Entendido' }).click()
  await look(
    'cart',
    'region Cuenta',
    'list',
    'button Refresco de cola 600 ml',
    'button Uno menos de Refresco de cola 600 ml',
    'button Uno más de Refresco de cola 600 ml',
    'button Cobrar $38.00',
  )

  await page.keyboard.press('F12')
  await till.dialog().waitFor()
  await look(
    'payment',
    'dialog Cobrar',
    'radiogroup',
    'radio Efectivo',
    'textbox Otra cantidad',
    'button Cobrar $38.00',
  )
  expect(await reader.focus()).toMatch(/^textbox Otra cantidad/)
  await page.keyboard.type('100', { delay: 180 })
  await till.dialog().getByText('$62.00').last().waitFor()
  await reader.hears(/Cambio ?\$62\.00/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
  await look('done', 'heading Venta cobrada', 'button Nueva venta', 'complementary Ticket')
  expect(await reader.focus()).toMatch(/^heading Venta cobrada · Cambio ?\$62\.00/)
  await page.keyboard.press('Enter')
  await page.getByText('Empieza una venta').waitFor()
  expect(await reader.focus()).toMatch(/^searchbox Buscar o escanear/)

  await page.keyboard.press('Alt+2')
  await page.getByRole('button', { name: 'Telcel', exact: true }).waitFor()
  await look('carriers', 'heading ¿', 'group ¿', 'button Telcel', 'complementary Recarga')
  await page.getByRole('button', { name: 'Telcel', exact: true }).click()
  await till.button(/^\$100/).waitFor()
  await look('amounts', 'group', 'button $100', 'complementary Recarga')
  await till.button(/^\$100/).click()
  await look('number', 'textbox Número celular', 'button Continuar')
  expect(await reader.focus()).toMatch(/^textbox Número celular/)
  await page.getByLabel('Número celular').fill('5512348800')
  await page.getByLabel('Escríbelo otra vez').fill('5512348800')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
  await look(
    'confirmation',
    'heading Revisa antes de recargar',
    'button Corregir',
    'radio Efectivo',
    'button Recargar $100.00',
  )
  expect(await reader.focus()).toMatch(/^heading Revisa antes de recargar/)
  await readScreen(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Recarga exitosa' }).waitFor()
  await look('top-up done', 'heading Recarga exitosa', 'button Nueva recarga')
  expect(await reader.focus()).toMatch(/^heading Recarga exitosa/)
  await readScreen(page)
  await page.keyboard.press('Enter')

  await page.keyboard.press('Alt+3')
  await page.getByRole('group', { name: '¿Qué recibo se paga?' }).waitFor()
  await look(
    'billers',
    'heading ¿Qué recibo se paga?',
    'searchbox Buscar compañía',
    'group ¿Qué recibo se paga?',
    'button CFE',
  )
  expect(await reader.focus()).toMatch(/^searchbox Buscar compañía/)
  await page.keyboard.press('Alt+4')
  await page.getByRole('tab', { name: 'Pines', selected: true }).waitFor()
  await look('PINs', 'heading', 'group', 'button', 'complementary')
  await page.keyboard.press('Alt+1')
  await till.shelf()

  await page.keyboard.press('Alt+v')
  await till.dialog().getByRole('button', { name: /A-\d+/ }).first().waitFor()
  await look('sales', 'dialog Ventas de la tienda', 'radiogroup', 'searchbox', 'button A-')
  await till.dialog().getByRole('button', { name: /A-\d+/ }).first().click()
  await till.button('Devolver').waitFor()
  await look('ticket', 'button Ventas', 'button Reimprimir ticket', 'button Devolver')
  expect(await reader.focus()).toMatch(/^button Ventas/)
  await till.button('Devolver').click()
  await look(
    'refund',
    'heading Devolver',
    'radiogroup',
    'textbox Cuánto regresa',
    'textbox Motivo',
    'button Cancelar',
    'button Pedir autorización',
  )
  await page.getByLabel('Motivo').fill('Venía abierto')
  await till.button('Pedir autorización').click()
  await till.button('Autorizar aquí').waitFor()
  expect(await reader.focus()).toMatch(/^button Autorizar aquí/)
  await till.button('Autorizar aquí').click()
  await page.getByRole('dialog', { name: 'Autorizar en esta caja' }).getByLabel('Tu código').waitFor()
  await look('approval', 'dialog Autorizar en esta caja', 'textbox Tu código', 'button Siguiente')
  expect(await reader.focus()).toMatch(/^textbox Tu código/)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Autorizar en esta caja' }).waitFor({ state: 'detached' })
  expect(await reader.focus()).toMatch(/^button Autorizar aquí/)
  await page.keyboard.press('Escape')
  await till.dialog().waitFor({ state: 'detached' })

  await page.keyboard.press('Alt+t')
  await till.button('Cerrar turno').waitFor()
  await look(
    'shift',
    'dialog Tu turno',
    'button Entrada',
    'button Salida',
    'button Corte X',
    'button Cerrar turno',
  )
  await till.button('Salida').click()
  await look('cash out', 'heading Salida', 'textbox Importe', 'textbox Motivo', 'button Registrar')
  expect(await reader.focus()).toMatch(/^textbox Importe/)
  await till.dialog().getByRole('button', { name: 'Cancelar' }).click()
  await till.button('Cerrar turno').click()
  await look(
    'closing',
    'heading Cerrar turno',
    'textbox Piezas de $1,000',
    'textbox Piezas de $500',
    'button Cerrar con',
  )
  expect(await reader.focus()).toMatch(/^textbox Piezas de \$1,000/)
  await reader.forget()
  await page.keyboard.type('1', { delay: 180 })
  await reader.hears(/Contado.*\$1,000\.00/)
  await page.keyboard.press('Escape')
  await till.dialog().waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
