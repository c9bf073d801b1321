import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, demoPin, enableTill, enterByPin, newTerminal } from './enabled-till.ts'
import { rerouted } from './held.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories({ window: { width: 1024, height: 768 } })
let manager: DemoApi

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
})

/** The cookies that the page's scripts can read; a device's key is never among them. */
const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, httpOnly }) => ({ name, httpOnly }))

describe('a till', () => {
  test('is enabled by a manager’s code, opened by code and PIN, and signed out of', async () => {
    await newTerminal(manager, 'Caja nueva')
    const desk = await demo.open({ width: 1366, height: 900 })
    await signIn(desk, 'manager', '/negocio/terminales')
    await desk.page
      .getByRole('row', { name: /Caja nueva/ })
      .getByRole('button', { name: 'Habilitar equipo' })
      .click()
    await desk.page.getByRole('radio', { name: 'Este equipo' }).waitFor()
    await desk.picture('till-1-where')
    await desk.page.getByRole('button', { name: 'Crear código' }).click()
    const code = await desk.page.getByRole('textbox', { name: 'Código de activación' }).innerText()
    await desk.picture('till-2-code')

    const till = await demo.open()
    const { page } = till
    await page.goto('/entrar')
    await page.getByRole('link', { name: /Actívala con un código/ }).click()
    await page.getByLabel('Código de activación').fill('11111-22222')
    await page.getByRole('button', { name: 'Activar' }).click()
    await page.getByText('Ese código ya se usó, se cambió por otro o venció.').waitFor()
    await till.picture('till-3-activate')
    await page.getByLabel('Código de activación').fill(code.toLowerCase().replace('-', ''))
    await page.getByRole('button', { name: 'Activar' }).click()
    await page.getByRole('heading', { name: 'Listo: este equipo es Caja nueva' }).waitFor()
    await till.picture('till-4-activated')
    expect(await cookiesOf(till.context)).toEqual([{ name: 'mostrador-terminal', httpOnly: true }])
    await desk.page.getByRole('heading', { name: 'Listo: Caja nueva ya tiene su equipo' }).waitFor()

    await page.getByRole('button', { name: 'Ir a la entrada' }).click()
    await page.getByRole('heading', { name: 'Caja nueva' }).waitFor()
    for (const digit of await codeOf(manager, /Carla/))
      await page.getByRole('button', { name: `Dígito ${digit}` }).click()
    await till.picture('till-5-code')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await page.getByLabel('Tu PIN').pressSequentially(demoPin, { delay: 160 })
    await till.picture('till-6-pin')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Productos' }).waitFor()
    await page.getByRole('button', { name: /Caja nueva/ }).waitFor()
    await till.picture('till-7-inside')
    await page.getByRole('button', { name: /Carla/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.getByLabel('Tu código').waitFor()
    await expect.poll(() => page.getByLabel('Tu código').inputValue()).toBe('')
  })

  test('stays open and says so while the session cannot be ended, in the menu and after activation', async () => {
    const till = await demo.open()
    const { page, context } = till
    const statusOfMe = async () => (await context.request.get('/auth/me')).status()
    await enableTill(page, manager, 'Caja sin línea')
    await enterByPin(page, await codeOf(manager, /Carla/))
    const ending = '**/auth/sessions/current'
    const reconnect = await rerouted(page, ending, (route) => route.abort())
    await page.getByRole('button', { name: /Carla/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Tu sesión sigue abierta' })
    await notice.getByText('Sin conexión con el servidor').waitFor()
    await till.picture('till-15-still-in')
    await page.getByRole('tab', { name: 'Productos' }).waitFor()
    expect(await statusOfMe()).toBe(200)

    reconnect()
    const recover = await rerouted(page, ending, (route) => route.fulfill({ status: 503 }))
    await notice.getByRole('button', { name: 'Cerrar sesión otra vez' }).click()
    await notice.getByText('Algo salió mal de nuestro lado').waitFor()
    expect(await statusOfMe()).toBe(200)

    const { code } = await manager.post<{ code: string }>(
      `/pos/terminals/${await newTerminal(manager, 'Caja de quien la prepara')}/enabling-codes`,
      {},
    )
    await page.goto(`/caja/activar#codigo=${code}`)
    await page.getByRole('button', { name: 'Activar' }).click()
    await page.getByRole('button', { name: 'Ir a la entrada' }).click()
    await notice.waitFor()
    await page.getByRole('heading', { name: 'Listo: este equipo es Caja de quien la prepara' }).waitFor()
    recover()
    await notice.getByRole('button', { name: 'Cerrar sesión otra vez' }).click()
    await page.getByLabel('Tu código').waitFor()
    await notice.waitFor({ state: 'detached' })
    expect(await statusOfMe()).toBe(401)
  })

  test('explains a wrong PIN, too many attempts, and a disabled terminal', async () => {
    const till = await demo.open({ colorScheme: 'dark' })
    const { page } = till
    const id = await enableTill(page, manager, 'Caja de pruebas')
    const code = await codeOf(manager, /Mario/)
    await page.getByLabel('Tu código').fill(code)
    await page.keyboard.press('Enter')
    await page.getByLabel('Tu PIN').waitFor()
    for (let no = 1; no <= 5; no++) {
      await page.getByLabel('Tu PIN').fill(`00000${no}`)
      await page.keyboard.press('Enter')
      await page.getByText('El código o el PIN no coinciden.').waitFor()
      await expect.poll(() => page.getByLabel('Tu PIN').inputValue()).toBe('')
    }
    await till.picture('till-8-wrong-dark')
    await page.getByLabel('Tu PIN').fill(demoPin)
    await page.keyboard.press('Enter')
    await page.getByText(`Demasiados intentos con el código ${code}.`).waitFor()
    await page.getByText(/Espera 14:\d\d/).waitFor()
    await till.picture('till-9-locked-dark')
    await page.getByRole('button', { name: /Cambiar código/ }).click()
    await page.getByLabel('Tu código').fill(await codeOf(manager, /Carla/))
    await page.keyboard.press('Enter')
    await manager.post(`/pos/terminals/${id}/disable`, {})
    await page.getByLabel('Tu PIN').fill(demoPin)
    await page.keyboard.press('Enter')
    await page.getByText('Caja de pruebas está deshabilitada').waitFor()
    await till.picture('till-10-disabled-dark')
    await page.getByRole('button', { name: 'Entrar con correo y contraseña' }).click()
    await page.getByLabel('Correo electrónico').waitFor()
    await till.picture('till-11-password-dark')
  })

  test('has an employee replace the manager’s PIN with their own', async () => {
    const till = await demo.open()
    const { page } = till
    await enableTill(page, manager, 'Caja del PIN')
    const code = await codeOf(manager, /César/)
    const { items } = await manager.get<{ items: { id: string; code: string | null }[] }>(
      `/pos/employees?storeId=${manager.storeId}&limit=100`,
    )
    const id = items.find((employee) => employee.code === code)?.id
    const { pin } = await manager.post<{ pin: string }>(`/pos/employees/${id}/pin`, {})
    const type = async (label: string, typed: string) => {
      await page.getByLabel(label).fill(typed)
      await page.keyboard.press('Enter')
    }
    await type('Tu código', code)
    await type('Tu PIN', pin)
    await page.getByRole('heading', { name: 'Elige tu PIN' }).waitFor()
    await till.picture('till-13-choose')
    await type('Tu PIN nuevo', '730261')
    await type('Escríbelo otra vez', '730262')
    await page.getByText('Los dos PIN no son iguales.').waitFor()
    await type('Tu PIN nuevo', '1234')
    await type('Escríbelo otra vez', '1234')
    await page.getByText('Ese PIN es fácil de adivinar.').waitFor()
    await till.picture('till-14-weak')
    await type('Tu PIN nuevo', '730261')
    await type('Escríbelo otra vez', '730261')
    await page.getByRole('tab', { name: 'Productos' }).waitFor()
    await page.getByRole('button', { name: /César/ }).click()
    // A session opened with a PIN cannot change password or second factor.
    expect(await page.getByRole('menuitem', { name: 'Mi cuenta' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await type('Tu código', code)
    await type('Tu PIN', pin)
    await page.getByText('El código o el PIN no coinciden.').waitFor()
    await type('Tu PIN', '730261')
    await page.getByRole('tab', { name: 'Productos' }).waitFor()
    // The back office refuses a PIN session, and says what to do.
    await page.goto('/negocio/productos')
    await page.getByText('Para esto entra con tu correo y contraseña.', { exact: false }).first().waitFor()
  })

  test('can be the manager’s own browser, which keeps no session of theirs', async () => {
    await newTerminal(manager, 'Caja del gerente')
    const { page, context, picture } = await demo.open()
    await page.goto('/entrar')
    await signIn({ page, context } as Visit, 'manager', '/negocio/terminales')
    await page
      .getByRole('row', { name: /Caja del gerente/ })
      .getByRole('button', { name: 'Habilitar equipo' })
      .click()
    await page.getByRole('radio', { name: 'Este equipo' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Habilitar equipo' }).click()
    await page.getByRole('heading', { name: 'Este equipo ya es Caja del gerente' }).waitFor()
    await picture('till-12-this-device')
    await page.getByRole('button', { name: 'Cerrar mi sesión e ir a la entrada' }).click()
    await page.getByLabel('Tu código').waitFor()
    expect((await cookiesOf(context)).map(({ name }) => name)).toEqual(['mostrador-terminal'])
    await page.getByRole('button', { name: 'Entrar con correo y contraseña' }).click()
    await page.getByRole('button', { name: 'Entrar con código y PIN' }).click()
    await page.getByLabel('Tu código').waitFor()
  })
})
