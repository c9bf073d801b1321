import { describe, expect, test } from 'vitest'
import { exported } from './exported.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { switchSetting, type Visit } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

const merchants = '/administracion/comercios'

/** From the list of merchants. */
async function openMerchant({ page }: Visit, tab: string) {
  await page
    .getByRole('cell', { name: /La Esperanza/ })
    .first()
    .click()
  await page.getByRole('tab', { name: tab }).click()
}

describe('a merchant that asks for help', () => {
  test('has its invitation resent, its terminal enabled and its colors set', async () => {
    const owner = await demoApi(demo.url, 'owner')
    const { storeId } = owner
    await owner.post('/pos/invites', { storeId, email: 'nueva@example.test', role: 'cashier' })
    const { items } = await owner.get<{ items: { id: string }[] }>(`/pos/terminals?storeId=${storeId}`)
    await owner.post(`/pos/terminals/${items[0]?.id}/disable`, {})

    const visit = await demo.visitAs('operator', { at: merchants })
    const { page, picture } = visit
    await openMerchant(visit, 'Asistencia')
    await page.getByText('n…@example.test').waitFor()
    await picture('platform-help-1')
    await page.getByRole('button', { name: 'Reenviar' }).first().click()
    const resending = page.getByRole('dialog', { name: /Reenviar la invitación/ })
    await resending.getByLabel('Quién lo pidió').fill('Olivia llamó: no le llegó el enlace')
    await resending.getByRole('button', { name: 'Reenviar' }).click()
    await page.getByText(/sirve siete días más/).waitFor()

    await page.locator('button:not([data-disabled])', { hasText: 'Habilitar de nuevo' }).click()
    const enabling = page.getByRole('dialog', { name: /Habilitar de nuevo/ })
    await enabling.getByLabel('Quién lo pidió').fill('La gerente llamó')
    await enabling.getByRole('button', { name: 'Habilitar de nuevo' }).click()
    await page.getByText(/quedó habilitada/).waitFor()

    await page.getByRole('button', { name: 'Cambiar apariencia' }).click()
    const theming = page.getByRole('dialog', { name: /^Apariencia de/ })
    await theming.getByLabel('Texto', { exact: true }).fill('#fafafa')
    await theming.getByRole('button', { name: 'Guardar' }).click()
    await theming.getByText(/el texto no se lee bien/).waitFor()
    await theming.getByLabel('Texto', { exact: true }).fill('#221133')
    await theming.getByLabel('Color principal', { exact: true }).fill('#5b2a86')
    await picture('platform-help-2-theme')
    await theming.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(/La apariencia de .+ cambió/).waitFor()
  })

  test('is diagnosed as a whole, by store and by terminal', async () => {
    const visit = await demo.visitAs('operator', { at: merchants, colorScheme: 'dark' })
    const { page, picture } = visit
    await openMerchant(visit, 'Diagnóstico')
    await page.getByText('El comercio está activo').waitFor()
    await page.getByLabel('Tienda', { exact: true }).selectOption({ index: 1 })
    await page.getByText('La tienda tiene personal').waitFor()
    await page.getByLabel('Terminal', { exact: true }).selectOption({ index: 1 })
    await page.getByText('La terminal está habilitada').waitFor()
    await picture('platform-help-3-diagnosis-dark')
  })
})

describe('links that an administrator issues', () => {
  const shownIn = async (page: Visit['page'], title: RegExp, label: string) => {
    const dialog = page.getByRole('dialog', { name: title })
    const link = await dialog.getByLabel(label).inputValue()
    await dialog.getByRole('button', { name: 'Listo' }).click()
    await dialog.waitFor({ state: 'hidden' })
    return link
  }

  test('a link for a new password is shown once, for everybody but administrators', async () => {
    const { page, picture } = await demo.visitAs('admin', { at: '/administracion/roles' })
    const operator = page.getByRole('row', { name: /operator@demo\.mostrador\.test/ })
    await operator.getByRole('button', { name: 'Enlace de contraseña' }).click()
    await page.getByRole('dialog', { name: /^Contraseña nueva para/ }).waitFor()
    await picture('platform-password-link')
    expect(await shownIn(page, /^Contraseña nueva para/, 'Enlace de contraseña')).toContain(
      '/recuperar#token=',
    )
    const admin = page.getByRole('row', { name: /admin@demo\.mostrador\.test/ })
    expect(await admin.getByRole('button', { name: 'Enlace de contraseña' }).count()).toBe(0)
  })
})

describe('administrators and their merchants', () => {
  test('an administrator is confined to a merchant and released, confirmed by typing the name', async () => {
    const visit = await demo.visitAs('admin', { at: '/administracion/roles' })
    const { page, picture } = visit
    await page.getByRole('button', { name: 'Dar un rol' }).click()
    const granting = page.getByRole('dialog', { name: 'Dar un rol' })
    await granting.getByLabel('Correo de la cuenta').fill('operator@demo.mostrador.test')
    await granting.getByRole('radio', { name: 'Administración' }).check()
    await granting.getByRole('button', { name: 'Dar rol' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Todos los comercios' }).count()).toBe(2)

    await page.goto(merchants)
    await openMerchant(visit, 'Administradores')
    await page.getByRole('heading', { name: 'Nadie está asignado a este comercio' }).waitFor()
    await page.getByRole('button', { name: 'Asignar comercio' }).click()
    const assigning = page.getByRole('dialog', { name: 'Asignar comercio' })
    await assigning.getByLabel('Correo de quien administra').fill('operator@demo.mostrador.test')
    await assigning.getByRole('button', { name: 'Asignar', exact: true }).click()
    await page.getByText(/quedó con/).waitFor()

    const confined = (await demo.visitAs('operator', { at: '/administracion/roles' })).page
    const colleague = confined.getByRole('row', { name: /admin@demo\.mostrador\.test/ })
    await colleague.getByRole('cell', { name: '—', exact: true }).waitFor()
    for (const button of [
      confined.getByRole('button', { name: 'Dar un rol' }),
      colleague.getByRole('button', { name: 'Quitar', exact: true }),
    ])
      await expect
        .poll(() => button.getAttribute('aria-description'))
        .toMatch(/^Administras solo algunos comercios/)

    await page.goto('/administracion/roles')
    await page.getByRole('button', { name: '1 comercio' }).click()
    const held = page.getByRole('dialog', { name: /^Comercios de/ })
    await held.getByText(/^Administra solo estos comercios/).waitFor()
    await picture('platform-assigned')
    await held.getByRole('button', { name: 'Asignar comercio' }).click()
    const more = page.getByRole('dialog', { name: 'Asignar comercio' })
    await more.getByRole('combobox', { name: 'Comercio' }).click()
    await page.getByRole('option').last().click()
    await more.getByRole('button', { name: 'Cancelar' }).click()
    await held.getByRole('button', { name: 'Quitar' }).click()
    const ending = page.getByRole('dialog', { name: /^Quitar a/ })
    await ending.getByText(/vuelve a administrar todos/).waitFor()
    const asked = (await ending.getByText(/^Escribe/).innerText()).match(/“(.+)”/)?.[1] ?? ''
    await ending.getByLabel(/^Escribe/).fill(asked)
    await ending.getByRole('button', { name: 'Quitar' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Todos los comercios' }).count()).toBe(2)
  })
})

describe('the platform’s audit log', () => {
  test('is filtered by action, subject, person and days, shows changes, and exports what it shows', async () => {
    const { page, picture } = await demo.visitAs('admin', {
      at: '/administracion/auditoria',
      colorScheme: 'dark',
    })
    await page.getByLabel('Acción').selectOption('theme.changed')
    await page.getByRole('cell', { name: 'Cambió la apariencia' }).first().click()
    const entry = page.getByRole('dialog', { name: 'Cambió la apariencia' })
    await entry.getByText('#5b2a86').waitFor()
    await picture('platform-audit-1-diff-dark')
    await entry.getByRole('button', { name: /^Todo lo de/ }).click()
    await page.getByText('Solo una persona').waitFor()
    expect(page.url()).toMatch(/quien=[0-9a-f-]{36}/)
    await page.getByLabel('Acción').selectOption('')
    await page.getByRole('cell', { name: 'Cambió la apariencia' }).first().waitFor()
    await picture('platform-audit-2-dark')
    const file = await exported(page, /csv/)
    expect(file.text).toContain('theme.changed')
    expect(file.text).not.toContain('merchant.created')
    await page.getByLabel('Hasta').fill('2020-01-01')
    await page.getByRole('heading', { name: 'Nada coincide con tu búsqueda' }).waitFor()
  })
})

describe('durable work', () => {
  test('is followed step by step by its ID', async () => {
    const operator = await demoApi(demo.url, 'operator')
    const { workflowId: id } = await operator.post<{ workflowId: string }>('/vas/admin/catalog/sync', {})
    const { page, picture } = await demo.visitAs('operator', {
      at: '/administracion/pendientes?estado=procesos',
    })
    await page.getByLabel('Ver cualquier proceso').fill(id)
    await page.getByRole('button', { name: 'Ver proceso' }).click()
    await page.getByText('Terminado').waitFor()
    await page.getByText(/Intentos: 1/).waitFor()
    await page.getByRole('cell', { name: 'vas.catalog.sync #1' }).waitFor()
    await picture('platform-work')
  })
})

describe('gift cards', () => {
  test('have a page only while the setting is on', async () => {
    const cashier = await demoApi(demo.url, 'cashier')
    const { items } = await cashier.get<{ items: { id: string; isRanged?: boolean }[] }>(
      '/vas/catalog?kind=pin',
    )
    const card = items.find(({ isRanged }) => isRanged !== true)
    const sold = await cashier.post<{ pin: { code: string } }>('/vas/sale', {
      storeId: cashier.storeId,
      productId: card?.id,
    })
    expect(sold.pin.code).toMatch(/\S/)

    const before = await demo.visitAs('operator')
    expect(await before.page.getByRole('link', { name: 'Tarjetas de regalo' }).count()).toBe(0)
    await before.page.goto('/administracion/tarjetas')
    await before.page.getByRole('heading', { name: 'No encontrado' }).waitFor()

    const admin = await demo.visitAs('admin', { at: '/administracion/ajustes' })
    await switchSetting(admin, 'Lista de tarjetas de regalo', true)
    const { page, picture } = await demo.visitAs('operator')
    await page.getByRole('link', { name: 'Tarjetas de regalo' }).click()
    await page
      .getByRole('cell', { name: /Ya se mostró/ })
      .first()
      .waitFor()
    expect(await page.content()).not.toContain(sold.pin.code)
    await picture('platform-gift-cards')
    await page.getByLabel('Estado').selectOption('FAILED')
    await page.getByRole('heading', { name: 'Nada coincide con tu búsqueda' }).waitFor()

    await switchSetting(admin, 'Lista de tarjetas de regalo', false)
    await page.goto('/administracion/tarjetas')
    await page.getByRole('heading', { name: 'No encontrado' }).waitFor()
  })
})
