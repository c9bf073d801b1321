import { describe } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { axeFindsNothing } from './axe-walk.ts'
import { codeOf, enableTill, enterByPin } from './enabled-till.ts'
import { demoApi, ensureShift, turn } from './store-api.ts'
import { stories } from './stories.ts'
import { signIn } from './visit.ts'

const demo = stories({ window: { isStill: true } })

describe('axe finds nothing serious', () => {
  axeFindsNothing('at the entrance', async (look) => {
    const { page } = await demo.open()
    await page.goto('/entrar')
    await page.getByLabel('Correo electrónico').waitFor()
    await look(page)
  })

  axeFindsNothing('along a sale', async (look) => {
    const visit = await demo.open()
    const { page } = visit
    await signIn(visit, 'cashier')
    await page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
    await look(page)
    for (const tab of ['Productos', 'Servicios', 'Pines', 'TAE']) {
      await page.getByRole('tab', { name: tab }).click()
      await look(page, tab)
    }
    await page.getByRole('button', { name: 'Telcel' }).click()
    await look(page)
    await page.getByRole('button', { name: '$80' }).click()
    const digits = '5512399602'
    await page.getByLabel('Número celular').fill(digits)
    await page.getByLabel('Escríbelo otra vez').fill(digits)
    await look(page)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await look(page)
    await page.getByRole('button', { name: 'Recargar $80.00' }).click()
    await page.getByRole('heading', { name: 'Rechazada: no se cobró' }).waitFor()
    await look(page)
  })

  axeFindsNothing('at a till with code and PIN, its lock and a supervisor’s approval', async (look) => {
    const { page } = await demo.open({ width: 1024, height: 768 })
    const manager = await demoApi(demo.url, 'manager')
    await page.goto('/caja/activar')
    await page.getByLabel('Código de activación').waitFor()
    await look(page, 'activation')
    await enableTill(page, manager, 'Caja de prueba')
    await look(page, 'code')
    await page.getByLabel('Tu código').fill('0000')
    await page.keyboard.press('Enter')
    await page.getByLabel('Tu PIN').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('El código o el PIN no coinciden.').waitFor()
    await look(page, 'PIN')
    await page.getByRole('button', { name: /Cambiar código/ }).click()
    await enterByPin(page, await codeOf(manager, /Carla/))
    await page
      .getByRole('group', { name: 'Productos' })
      .getByRole('button', { name: /Aceite vegetal/ })
      .click()
    await page.getByRole('button', { name: 'Más acciones de la cuenta' }).click()
    await page.getByRole('menuitem', { name: 'Dar descuento' }).click()
    await page.getByRole('textbox', { name: 'Por ciento' }).fill('10')
    await page.getByLabel('Motivo').fill('Envase abollado')
    await page.getByRole('button', { name: 'Pedir autorización' }).click()
    await page.getByRole('button', { name: 'Autorizar aquí' }).click()
    await page.getByLabel('Tu código').waitFor()
    await look(page, 'leave')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /La Esperanza Centro/ }).click()
    await page.getByRole('menuitem', { name: /Bloqueo automático/ }).waitFor()
    await look(page, 'places')
    await page.getByRole('menuitem', { name: /Bloqueo automático/ }).click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'minutes')
    await page.getByRole('button', { name: 'Listo' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Bloquear la pantalla' }).click()
    await page.getByText('Pantalla bloqueada.', { exact: false }).waitFor()
    await look(page, 'lock')
  })

  axeFindsNothing('along the payment of a bill', async (look) => {
    const visit = await demo.open({ width: 1024, height: 768 })
    const { page, picture } = visit
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await turn(demo.url, 'vas_adeudo_lookup', true)
    await signIn(visit, 'cashier', '/caja?tab=servicios')
    await press('CFE')
    await page.getByLabel('Número de servicio').fill('1234567890A')
    await look(page)
    await page.getByLabel('Número de servicio').fill('123456789001')
    await press('Consultar adeudo')
    await page.getByText(/Vence el/).waitFor()
    await look(page)
    await turn(demo.url, 'vas_adeudo_lookup', false)
    await press('Cambiar: Referencia')
    await page.getByLabel('Número de servicio').fill('123456789002')
    await press('Consultar adeudo')
    await page.getByRole('alert').waitFor()
    await look(page)
    await picture('axe-lookup-off')
    await press('Cambiar: Servicio')
    await press('Dish')
    await page.getByLabel('Número de cuenta').fill('66001100')
    await press('Continuar')
    await page.getByLabel('Importe a pagar').fill('5')
    await look(page)
    await page.getByLabel('Importe a pagar').fill('150')
    await press('Continuar')
    await look(page)
    await picture('axe-bill-confirm')
    await press('Pagar $160.00')
    await page.getByRole('heading', { name: /Pago exitoso|En proceso/ }).waitFor({ timeout: patient(30_000) })
    await look(page)
    await picture('axe-bill-outcome')
  })

  axeFindsNothing('along the sale of a PIN and its reprint', async (look) => {
    const visit = await demo.open({ width: 1024, height: 768 })
    const { page, picture } = visit
    await ensureShift(await demoApi(demo.url, 'supervisor'))
    await signIn(visit, 'supervisor', '/caja?tab=pines')
    await page.getByRole('button', { name: 'Spotify' }).click()
    await look(page)
    await page.getByRole('button', { name: '$139' }).click()
    await look(page)
    await page.getByRole('button', { name: 'Vender $139.00' }).click()
    await page.getByRole('heading', { name: 'Venta exitosa: entrega el PIN' }).waitFor()
    await look(page)
    await picture('axe-pin')
    await page.getByRole('button', { name: 'Nueva venta' }).click()
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Spotify/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Reimprimir PIN' }).click()
    await look(page)
    await picture('axe-reprint')
  })

  axeFindsNothing('at the account page, and at the pages that links open', async (look) => {
    const visit = await demo.open({ width: 1280 })
    const { page } = visit
    for (const address of [
      '/caja/activar',
      '/caja/pantalla',
      '/configurar#token=x',
      '/invitacion#token=x',
      '/invitacion',
      '/recuperar',
      '/recuperar#token=x',
      '/verificacion',
      '/verificacion#token=x',
    ]) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await look(page, address)
    }
    await signIn(visit, 'owner', '/cuenta')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look(page)
    await page.goto('/no-hay-tal')
    await page.getByRole('heading', { name: 'No encontrado' }).waitFor()
    await look(page)
  })
})
