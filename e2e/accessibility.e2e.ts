import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { faults } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { codeOf, enableTill, enterByPin } from './enabled-till.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { settled } from './stillness.ts'
import { demoApi, ensureShift } from './store-api.ts'
import { openVisit, signIn, switchSetting } from './visit.ts'

let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
  // A page that only a switch of the platform opens is a page like others.
  await switchSetting(browser, product.url, 'Lista de tarjetas de regalo', true)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Where the client says which addresses there are; read as text, because the pages themselves run in a browser. */
const source = (file: string) => readFile(path.resolve(import.meta.dirname, '../web/src', file), 'utf8')

/** Every address of the client: of the pages in menus, and of those beside them. */
async function addresses(): Promise<string[]> {
  const menu = [...(await source('desk/navigation/navigation.ts')).matchAll(/\bto: '(\/[^']*)'/g)]
  const beside = [...(await source('router.tsx')).matchAll(/\bpath: '(\/[^']*)'/g)]
  return [...new Set([...menu, ...beside].map(([, address = '']) => address))].sort()
}

/** Addresses that have a story of their own below, and the one that only leads elsewhere. */
const ownStories = ['/', '/caja', '/cuenta', '/entrar', '/caja/activar', '/configurar', '/invitacion']
/** Who has which pages. */
const desks = { owner: '/negocio/', admin: '/administracion/' } as const

test('every page of the client is walked', async () => {
  const all = await addresses()
  expect(all.length).toBeGreaterThan(25)
  const left = all.filter((each) => !Object.values(desks).some((desk) => each.startsWith(desk)))
  expect(left).toEqual(ownStories.toSorted())
})

/** The names of what a page opens: its own buttons, and its first row. */
async function openersOf(page: Page): Promise<string[]> {
  const names = await page.getByRole('main').getByRole('button', { disabled: false }).allInnerTexts()
  const isRow = (await page.locator('tbody tr[tabindex="0"]').count()) > 0
  const own = names.map((name) => name.trim()).filter((name) => name !== '' && !actsAtOnce.test(name))
  return [...new Set([...own, ...(isRow ? ['its first row'] : [])])]
}

/** Buttons that do something instead of opening something. */
const actsAtOnce = /^(Descargar|Ver más|Cerrar sesión|Cerrar los días|Consultar saldo|Reintentar|Pausar)/

/** Whether it opened a dialog or a drawer. */
async function open(page: Page, name: string): Promise<boolean> {
  const opener =
    name === 'its first row'
      ? page.locator('tbody tr[tabindex="0"]')
      : page.getByRole('main').getByRole('button', { name, exact: true })
  // What was touched before may have led to another view of the page.
  if ((await opener.count()) === 0) return false
  await opener.first().click()
  const isDialog = await page
    .getByRole('dialog')
    .first()
    .waitFor({ timeout: patient(1500) })
    .then(
      () => true,
      () => false,
    )
  await settled(page)
  return isDialog
}

describe.each(['light', 'dark'] as const)('in %s colours axe finds nothing serious', (colorScheme) => {
  test('at the entrance', async () => {
    const { page, context } = await openVisit(browser, product.url, { colorScheme })
    await page.goto('/entrar')
    await page.getByLabel('Correo electrónico').waitFor()
    expect(await faults(page)).toEqual([])
    await context.close()
  })

  test('along a sale', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme })
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
    await visit.context.close()
  })

  test('at a till with code and PIN, its lock and the leave of a supervisor', async () => {
    const { page, context } = await openVisit(browser, product.url, { colorScheme, width: 1024, height: 768 })
    const manager = await demoApi(product.url, 'manager')
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
    await context.close()
  })

  test('along the payment of a bill', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme, width: 1024, height: 768 })
    const { page, picture } = visit
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await switchSetting(browser, product.url, 'Consulta de adeudos', true)
    await signIn(visit, 'cashier')
    await page.goto('/caja?tab=servicios')
    await press('CFE')
    await page.getByLabel('Número de servicio').fill('1234567890A')
    expect(await faults(page)).toEqual([])
    await page.getByLabel('Número de servicio').fill('123456789001')
    await press('Consultar adeudo')
    await page.getByText(/Vence el/).waitFor()
    expect(await faults(page)).toEqual([])
    await switchSetting(browser, product.url, 'Consulta de adeudos', false)
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
    await visit.context.close()
  })

  test('along the sale of a PIN and its reprint', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme, width: 1024, height: 768 })
    const { page, picture } = visit
    await ensureShift(await demoApi(product.url, 'supervisor'))
    await signIn(visit, 'supervisor')
    await page.goto('/caja?tab=pines')
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
    await visit.context.close()
  })

  test.each(Object.entries(desks))(
    'on the pages of the %s, and in what they open',
    async (who, desk) => {
      const visit = await openVisit(browser, product.url, { colorScheme, width: 1280 })
      const { page, picture } = visit
      await signIn(visit, who)
      const found: string[] = []
      const opened: string[] = []
      for (const address of (await addresses()).filter((each) => each.startsWith(desk))) {
        await page.goto(address)
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).isVisible()) {
          throw new Error(`${who} cannot enter ${address}`)
        }
        found.push(...(await faults(page)).map((fault) => `${address}: ${fault}`))
        await picture(`page-${colorScheme}${address.replaceAll('/', '-')}`)
        for (const name of await openersOf(page)) {
          const dialog = await open(page, name)
          if (!dialog) continue
          opened.push(`${address} ${name}`)
          found.push(...(await faults(page)).map((fault) => `${address}, ${name}: ${fault}`))
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
          await settled(page)
        }
      }
      expect(found).toEqual([])
      // The platform's queues of a new demo are empty. With fewer than these the walk has lost its way.
      expect(opened.length, opened.join('\n')).toBeGreaterThan(who === 'owner' ? 8 : 5)
      await visit.context.close()
    },
    patient(400_000),
  )

  test('at the account, and where links lead people in', async () => {
    const visit = await openVisit(browser, product.url, { colorScheme, width: 1280 })
    const { page } = visit
    for (const address of ['/caja/activar', '/configurar#token=x', '/invitacion#token=x', '/invitacion']) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await faults(page), address).toEqual([])
    }
    await signIn(visit, 'owner')
    await page.goto('/cuenta')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.goto('/no-hay-tal')
    await page.getByRole('heading', { name: 'No encontrado' }).waitFor()
    expect(await faults(page)).toEqual([])
    await visit.context.close()
  })
})
