import { describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { faults } from './axe.ts'
import { codeOf, enableTill, enterByPin } from './enabled-till.ts'
import { demoApi, ensureShift, turn } from './store-api.ts'
import { stories } from './stories.ts'
import { signIn } from './visit.ts'

const demo = stories({ window: { isStill: true } })

describe.each(['light', 'dark'] as const)('in %s colors axe finds nothing serious', (colorScheme) => {
  test('at the entrance', async () => {
    const { page } = await demo.open({ colorScheme })
    await page.goto('/entrar')
    await page.getByLabel('Correo electrónico').waitFor()
    expect(await faults(page)).toEqual([])
  })

  test('along a sale', async () => {
    const visit = await demo.open({ colorScheme })
    const { page } = visit
    await signIn(visit, 'cashier')
    await page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
    expect(await faults(page)).toEqual([])
    for (const tab of ['Productos', 'Servicios', 'Pines', 'TAE']) {
      await page.getByRole('tab', { name: tab }).click()
      expect(await faults(page), tab).toEqual([])
    }
    await page.getByRole('button', { name: 'Telcel' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: '$80' }).click()
    const digits = colorScheme === 'light' ? '5512399602' : '5512398602'
    await page.getByLabel('Número celular').fill(digits)
    await page.getByLabel('Escríbelo otra vez').fill(digits)
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Continuar' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Recargar $80.00' }).click()
    await page.getByRole('heading', { name: 'Rechazada: no se cobró' }).waitFor()
    expect(await faults(page)).toEqual([])
  })

  test('at a till with code and PIN, its lock and a supervisor’s approval', async () => {
    const { page } = await demo.open({ colorScheme, width: 1024, height: 768 })
    const manager = await demoApi(demo.url, 'manager')
    await page.goto('/caja/activar')
    await page.getByLabel('Código de activación').waitFor()
    expect(await faults(page), 'activation').toEqual([])
    await enableTill(page, manager, `Caja ${colorScheme}`)
    expect(await faults(page), 'code').toEqual([])
    await page.getByLabel('Tu código').fill('0000')
    await page.keyboard.press('Enter')
    await page.getByLabel('Tu PIN').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('El código o el PIN no coinciden.').waitFor()
    expect(await faults(page), 'PIN').toEqual([])
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
    expect(await faults(page), 'leave').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /La Esperanza Centro/ }).click()
    await page.getByRole('menuitem', { name: /Bloqueo automático/ }).waitFor()
    expect(await faults(page), 'places').toEqual([])
    await page.getByRole('menuitem', { name: /Bloqueo automático/ }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faults(page), 'minutes').toEqual([])
    await page.getByRole('button', { name: 'Listo' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Bloquear la pantalla' }).click()
    await page.getByText('Pantalla bloqueada.', { exact: false }).waitFor()
    expect(await faults(page), 'lock').toEqual([])
  })

  test('along the payment of a bill', async () => {
    const visit = await demo.open({ colorScheme, width: 1024, height: 768 })
    const { page, picture } = visit
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await turn(demo.url, 'vas_adeudo_lookup', true)
    await signIn(visit, 'cashier', '/caja?tab=servicios')
    await press('CFE')
    await page.getByLabel('Número de servicio').fill('1234567890A')
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Número de servicio').fill('123456789001')
    await press('Consultar adeudo')
    await page.getByText(/Vence el/).waitFor()
    expect(await faults(page)).toEqual([])
    await turn(demo.url, 'vas_adeudo_lookup', false)
    await press('Cambiar: Referencia')
    await page.getByLabel('Número de servicio').fill('123456789002')
    await press('Consultar adeudo')
    await page.getByRole('alert').waitFor()
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-lookup-off`)
    await press('Cambiar: Servicio')
    await press('Dish')
    await page.getByLabel('Número de cuenta').fill(colorScheme === 'light' ? '66001100' : '66001200')
    await press('Continuar')
    await page.getByLabel('Importe a pagar').fill('5')
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Importe a pagar').fill('150')
    await press('Continuar')
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-bill-confirm`)
    await press('Pagar $160.00')
    await page.getByRole('heading', { name: /Pago exitoso|En proceso/ }).waitFor({ timeout: patient(30_000) })
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-bill-outcome`)
  })

  test('along the sale of a PIN and its reprint', async () => {
    const visit = await demo.open({ colorScheme, width: 1024, height: 768 })
    const { page, picture } = visit
    await ensureShift(await demoApi(demo.url, 'supervisor'))
    await signIn(visit, 'supervisor', '/caja?tab=pines')
    await page.getByRole('button', { name: 'Spotify' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: '$139' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Vender $139.00' }).click()
    await page.getByRole('heading', { name: 'Venta exitosa: entrega el PIN' }).waitFor()
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-pin`)
    await page.getByRole('button', { name: 'Nueva venta' }).click()
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Spotify/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Reimprimir PIN' }).click()
    expect(await faults(page)).toEqual([])
    await picture(`axe-${colorScheme}-reprint`)
  })

  test('at the account page, and at the pages that links open', async () => {
    const visit = await demo.open({ colorScheme, width: 1280 })
    const { page } = visit
    for (const address of ['/caja/activar', '/configurar#token=x', '/invitacion#token=x', '/invitacion']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await faults(page), address).toEqual([])
    }
    await signIn(visit, 'owner', '/cuenta')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.goto('/no-hay-tal')
    await page.getByRole('heading', { name: 'No encontrado' }).waitFor()
    expect(await faults(page)).toEqual([])
  })
})
