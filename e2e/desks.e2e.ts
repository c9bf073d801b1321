import { createHmac } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demoApi, ensureShift } from './store-api.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1280 } })

describe('what each person finds', () => {
  test('a cashier’s menu only holds what they may use, and other pages say why they are closed', async () => {
    const { page, picture } = await demo.visitAs('cashier', { at: '/negocio/ventas' })
    const business = page.getByRole('navigation', { name: 'Mi negocio' })
    await business.waitFor()
    expect(await page.getByRole('navigation', { name: 'Administración' }).count()).toBe(0)
    expect(await business.getByRole('button').count()).toBe(0)
    expect(await business.getByText('Saldo').count()).toBe(0)
    await expect
      .poll(() => business.getByRole('group', { name: 'Ventas' }).getByRole('link').allInnerTexts())
      .toEqual(['Ventas y tickets', 'Recargas y servicios', 'Autorizaciones'])
    await picture('desk-1-cashier')
    await page.goto('/negocio/saldo')
    await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).waitFor()
    await page.getByText('Tu puesto en la tienda no lo permite.').waitFor()
  })

  test('an owner’s menu has parts, and the open page is in sight', async () => {
    const { page, picture } = await demo.visitAs('owner', { at: '/negocio/auditoria', height: 700 })
    const entry = page.getByRole('link', { name: 'Auditoría' })
    await entry.waitFor()
    const isInSight = () =>
      entry.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight)
    await expect.poll(isInSight).toBe(true)
    await picture('desk-2-owner-menu')
  })

  test('a top-up is found again by its number, at the till and at the desk', async () => {
    const seller = await demoApi(demo.url, 'supervisor')
    const { get, post, storeId } = seller
    await ensureShift(seller)
    const { items } = await get<{ items: { id: string; name: string }[] }>(
      `/vas/catalog?storeId=${storeId}&kind=airtime`,
    )
    const productId = items.find(({ name }) => name.includes('100'))?.id
    const sell = (reference: string) =>
      post<{ folio: string }>('/vas/sale', { storeId, productId, reference })
    const sale = await sell('5512345811')
    await sell('5512345812')
    const spoken = '55 1234 5811'
    const { page, picture } = await demo.visitAs('supervisor', { at: '/negocio/ventas' })
    await page.getByRole('searchbox').fill(spoken)
    const rows = page.getByRole('row').filter({ hasText: sale.folio })
    await rows.waitFor()
    await expect.poll(() => page.locator('tbody tr').filter({ hasNotText: spoken }).count()).toBe(0)
    await picture('desk-3-found')
    // What is under way is counted next to the other states.
    const inProgress = page.locator('label').filter({ hasText: 'En proceso' })
    await expect.poll(() => inProgress.innerText()).toBe('En proceso')
    await sell('5512345303')
    await page.reload()
    await expect.poll(() => inProgress.innerText()).toMatch(/^En proceso\s+1$/)
    await page.goto('/caja?tab=tae')
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer
      .getByRole('searchbox', { name: 'Folio, celular o referencia' })
      .fill(sale.folio.toLowerCase())
    await drawer.getByRole('button', { name: new RegExp(sale.folio) }).click()
    // The list shows the number, too. The sale is the second dialog.
    const dialogCount = () => page.getByRole('dialog').count()
    await expect.poll(dialogCount).toBe(2)
    await drawer.filter({ hasText: spoken }).last().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(dialogCount).toBe(1)
    await drawer.getByRole('searchbox').fill('0000000001')
    await drawer.getByText('Ninguna venta coincide').waitFor()
  })

  test('the platform’s pages do not exist for people without a label', async () => {
    for (const who of ['cashier', 'owner']) {
      const { page } = await demo.visitAs(who)
      for (const address of [
        'pendientes',
        'comercios',
        'resumenes',
        'servicios',
        'pagos',
        'roles',
        'ajustes',
        'auditoria',
        'otra',
      ]) {
        await page.goto(`/administracion/${address}`)
        await page.getByRole('heading', { name: 'No encontrado' }).waitFor()
      }
    }
  })

  test('an operator has ADMINISTRACIÓN, and sees what is reserved to administrators', async () => {
    const { page } = await demo.visitAs('operator')
    await page.getByRole('heading', { name: 'Pendientes' }).waitFor()
    await page.goto('/administracion/comercios')
    await page.getByRole('heading', { name: 'Comercios' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Mi negocio' }).count()).toBe(0)
    const roles = page.getByRole('navigation').getByRole('button', { name: 'Roles' })
    await expect.poll(() => roles.getAttribute('aria-disabled')).toBe('true')
    const hint = page.getByText('Solo para quien administra la plataforma.', { exact: true })
    await roles.focus()
    await hint.waitFor()
    await page.keyboard.press('Escape')
    await hint.waitFor({ state: 'hidden' })
    await roles.hover()
    await hint.waitFor()
    const create = page.getByRole('button', { name: 'Nuevo comercio' })
    await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true')
    await create.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('pages need a session, and signing in returns to the requested page', async () => {
    const { page } = await demo.open()
    await page.goto('/negocio/productos?q=caf%C3%A9')
    await page.getByLabel('Correo electrónico').fill('manager@demo.mostrador.test')
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('not-the-password-at-all')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('no coinciden').waitFor()
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('mostrador-demo-2026')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('cell', { name: /^Café/ }).first().waitFor()
    expect(new URL(page.url()).search).toBe('?q=caf%C3%A9')
  })
})

describe('a new merchant', () => {
  test('goes from the administrator’s form to the owner’s first store, and can be suspended with a reason', async () => {
    const admin = await demo.visitAs('admin', { at: '/administracion/comercios' })
    await admin.page.getByRole('button', { name: 'Nuevo comercio' }).click()
    await admin.page.getByLabel('Nombre', { exact: false }).first().fill('Farmacia Lupita')
    await admin.page.getByLabel('Nombre de quien lo dirige').fill('Guadalupe Ríos')
    await admin.page.getByLabel('Correo de quien lo dirige').fill('lupita@example.test')
    await admin.page.getByRole('button', { name: 'Crear comercio' }).click()
    const link = await admin.page.getByLabel('Enlace de invitación').inputValue()
    await admin.picture('desk-2-invitation')
    expect(link).toContain('/invitacion#token=')
    await admin.page.getByRole('button', { name: 'Listo' }).click()

    const owner = await demo.open()
    await owner.page.goto(link)
    await owner.page.getByRole('heading', { name: 'Te invitaron a Farmacia Lupita' }).waitFor()
    expect(owner.page.url()).not.toContain('token')
    await owner.page.getByLabel('Tu nombre').fill('Guadalupe Ríos')
    await owner.page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('nubes sobre la barranca 7')
    await owner.page.getByRole('button', { name: 'Aceptar y entrar' }).click()
    await owner.page.getByRole('heading', { name: 'Tiendas', level: 1 }).waitFor()
    await owner.page.getByRole('button', { name: 'Nueva tienda' }).click()
    await owner.page.getByLabel('Nombre').fill('Lupita Centro')
    await owner.page.getByLabel('Clave').fill('lupita-1')
    await owner.page.getByRole('button', { name: 'Guardar' }).click()
    await owner.page.getByRole('cell', { name: 'LUPITA-1' }).waitFor()
    await owner.picture('desk-3-first-store')
    await owner.page.goto('/caja?tab=tae')
    await owner.page.getByRole('button', { name: 'Telcel' }).waitFor()

    await owner.page.goto('/negocio/inicio')
    const steps = owner.page.getByRole('region', { name: 'Primeros pasos' })
    await steps.getByRole('link', { name: 'Agrega tus productos' }).click()
    await owner.page.getByRole('button', { name: 'Nuevo producto' }).click()
    await owner.page.getByLabel('Nombre').fill('Alcohol 70° 500 ml')
    await owner.page.getByRole('textbox', { name: /^Precio/ }).fill('32')
    await owner.page.getByRole('button', { name: 'Guardar' }).click()
    await owner.page.getByRole('cell', { name: '$32.00' }).waitFor()
    await owner.page.goto('/negocio/inicio')
    await steps.getByText('Agrega tus productos · listo').waitFor()
    await expect
      .poll(() => steps.getByRole('link').allInnerTexts())
      .toEqual(['Da de alta una caja', 'Haz la primera venta', 'Agrega a tu equipo', 'Carga saldo'])
    await owner.picture('desk-3-first-steps')

    await admin.page.getByRole('cell', { name: /Farmacia Lupita/ }).click()
    await admin.page.getByRole('button', { name: 'Suspender' }).click()
    await admin.page.getByLabel('Motivo').fill('Documentos vencidos')
    await admin.page.getByLabel('Escribe “Farmacia Lupita”').fill('Farmacia Lupita')
    await admin.page
      .getByRole('dialog', { name: 'Suspender Farmacia Lupita' })
      .getByRole('button', { name: 'Suspender' })
      .click()
    await admin.page.getByRole('cell', { name: 'Suspendido' }).waitFor()
    await owner.page.goto('/caja')
    await owner.page.getByRole('heading', { name: /está suspendido/ }).waitFor()
    await owner.picture('desk-4-suspended')
    await owner.page.goto('/')
    await owner.page.getByRole('note').getByText('Farmacia Lupita está suspendido.').waitFor()
  })
})

describe('a manager keeps the shop', () => {
  test('adds a product, finds it, changes it, and deletes it', async () => {
    const { page, picture } = await demo.visitAs('manager', { at: '/negocio/productos' })
    await page.getByRole('button', { name: 'Nuevo producto' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect.poll(() => page.getByText('Falta este dato.').count()).toBe(2)
    await page.getByLabel('Nombre').fill('Cajeta de Celaya 660 g')
    await page.getByRole('textbox', { name: /^Precio/ }).fill('1,234.5')
    await picture('desk-5-product')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('searchbox', { name: 'Buscar' }).fill('cajeta')
    await page.waitForURL('**/productos?q=cajeta')
    await page.getByRole('cell', { name: '$1,234.50' }).click()
    await page.getByRole('textbox', { name: /^Precio/ }).fill('89')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('cell', { name: '$89.00' }).click()
    await page.getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByRole('dialog', { name: /¿Eliminar/ })
      .getByRole('button', { name: 'Eliminar' })
      .click()
    await page.getByRole('heading', { name: 'Nada coincide con tu búsqueda' }).waitFor()
  })

  test('reports a transfer, sees it in the list, and cannot report it twice', async () => {
    const { page, picture } = await demo.visitAs('owner', { at: '/negocio/saldo' })
    const dialog = page.getByRole('dialog', { name: 'Avisar un depósito' })
    const report = async (tracking: string) => {
      await page.getByRole('button', { name: 'Avisar un depósito' }).click()
      await dialog.getByRole('button', { name: 'Avisar' }).click()
      await dialog.getByText('Escribe el importe que transferiste.').waitFor()
      await dialog.getByLabel('Importe').fill('2500')
      await dialog.getByLabel('Clave de rastreo').fill(tracking)
      await dialog.getByRole('button', { name: 'Avisar' }).click()
    }
    await report('no-es-clave')
    await dialog.getByText('solo letras y números').last().waitFor()
    await dialog.getByLabel('Clave de rastreo').fill('DEMO20261122A')
    await dialog.getByRole('button', { name: 'Avisar' }).click()
    const row = page.getByRole('row', { name: /DEMO20261122A/ })
    await expect.poll(() => row.innerText()).toMatch(/\$2,500\.00[\s\S]*Por revisar/)
    await row.scrollIntoViewIfNeeded()
    await picture('desk-7-deposit')
    await report('demo20261122a')
    await dialog.getByRole('alert').getByText('ya se avisó').waitFor()
  })

  test('shows where to transfer, and copies the CLABE', async () => {
    const { page, picture } = await demo.visitAs('owner', { at: '/negocio/saldo' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clabe = await page.getByLabel('CLABE para depositar').inputValue()
    expect(clabe).toBe('646180110400000007')
    await page.getByText('STP · Mostrador Demo SA de CV').waitFor()
    await page.getByRole('button', { name: 'Copiar' }).click()
    await page.getByRole('button', { name: 'Copiado' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(clabe)
    await picture('desk-7-funding')
  })

  test('invites a cashier by a link that is shown once', async () => {
    const { page } = await demo.visitAs('manager', { at: '/negocio/equipo' })
    await page.getByRole('button', { name: 'Invitar' }).click()
    await page.getByLabel('Correo').fill('nuevo@example.test')
    await page.getByRole('button', { name: 'Crear enlace' }).click()
    await expect
      .poll(() => page.getByLabel('Enlace de invitación').inputValue())
      .toContain('/invitacion#token=')
    await page.getByRole('button', { name: 'Listo' }).click()
    await page.goto('/negocio/invitaciones')
    await page.getByRole('cell', { name: 'nuevo@example.test' }).waitFor()
    expect(await page.getByLabel('Enlace de invitación').count()).toBe(0)
  })

  test('replaces the lost link of an invitation: the new one opens, the old one no longer does', async () => {
    const manager = await demoApi(demo.url, 'manager')
    const { url: lost } = await manager.post<{ url: string }>('/pos/invites', {
      storeId: manager.storeId,
      email: 'perdida@example.test',
      role: 'supervisor',
    })
    const { page, picture } = await demo.visitAs('manager', { at: '/negocio/invitaciones' })
    const row = page.getByRole('row', { name: /perdida@example\.test/ })
    await row.getByRole('button', { name: 'Enlace nuevo' }).click()
    const dialog = page.getByRole('dialog', { name: /perdida@example\.test/ })
    await dialog.getByText('El anterior deja de servir').waitFor()
    await picture('desk-8-new-link')
    await dialog.getByRole('button', { name: 'Enlace nuevo' }).click()
    const link = await dialog.getByLabel('Enlace de invitación').inputValue()
    await dialog.getByRole('button', { name: 'Listo' }).click()
    await expect.poll(() => row.count()).toBe(1)
    const { page: invited } = await demo.open()
    await invited.goto(lost)
    await invited.getByRole('heading', { name: 'Esta invitación ya no sirve' }).waitFor()
    await invited.goto('about:blank')
    await invited.goto(link)
    await invited.getByRole('heading', { name: /^Te invitaron a / }).waitFor()
  })
})

describe('one’s own account', () => {
  /** The TOTP code at a time (RFC 6238), as an authenticator app shows it. */
  function codeAt(secret: string, atMs: number): string {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
    const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    const step = Buffer.alloc(8)
    step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
    const digest = createHmac('sha1', key).update(step).digest()
    const offset = (digest.at(-1) ?? 0) & 15
    return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }

  test('enables a second factor, and is asked for it from then on', async () => {
    const { page, picture } = await demo.visitAs('operator', { at: '/cuenta' })
    await page.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('mostrador-demo-2026')
    await page.getByRole('button', { name: 'Activar' }).click()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await picture('desk-6-second-factor')
    await page.getByLabel('Código de verificación').fill(codeAt(secret, Date.now()))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    const [replaced = ''] = (await page.locator('pre').innerText()).split('\n')
    await page.getByRole('button', { name: 'Ya los guardé' }).click()
    await page.getByText('Activa', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Renovar códigos de respaldo' }).click()
    const [recoveryCode = ''] = (await page.locator('pre').innerText()).split('\n')
    expect(recoveryCode).not.toBe(replaced)
    await page.getByRole('button', { name: 'Ya los guardé' }).click()

    // What is refused is said at the field that is wrong.
    const marked = page.locator('input[aria-invalid=true], input[data-invalid]')
    const wrong = (field: Locator) => field.and(marked)
    await page.getByRole('textbox', { name: 'Contraseña', exact: true }).fill('mostrador-demo-2026')
    await page.getByLabel('Código de verificación').fill('000000')
    await page.getByRole('button', { name: 'Desactivar' }).click()
    await page.getByText('El código no es correcto o ya se usó.').waitFor()
    await wrong(page.getByLabel('Código de verificación')).waitFor()
    await page.getByRole('textbox', { name: 'Contraseña actual' }).fill('no es la mía de hoy')
    await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('nubes sobre la barranca 7')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await page.getByText('La contraseña no es correcta.').waitFor()
    await wrong(page.getByRole('textbox', { name: 'Contraseña actual' })).waitFor()
    await expect.poll(() => marked.count()).toBe(2)
    await picture('desk-9-wrong-fields')

    await page.getByRole('button', { name: /Mi cuenta/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
    await page.getByLabel('Correo electrónico').fill('operator@demo.mostrador.test')
    await page.getByRole('textbox', { name: 'Contraseña' }).fill('mostrador-demo-2026')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Un paso más' }).waitFor()
    await page.getByLabel('Código de verificación').fill('000000')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('no coinciden').waitFor()
    await page.getByRole('button', { name: '¿Perdiste tu teléfono?' }).click()
    await page.getByText('uno de los códigos de respaldo').waitFor()
    await page.getByLabel('Código de verificación').fill(recoveryCode)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Pendientes' }).waitFor()
  })

  test('a set-up link that was used or is invalid says so', async () => {
    const { page } = await demo.open()
    await page.goto('/configurar')
    await page.getByRole('heading', { name: 'Este enlace no está completo' }).waitFor()
    await page.goto('about:blank')
    await page.goto(`/configurar#token=${'A'.repeat(43)}`)
    await page.getByLabel('Tu nombre').fill('Nadie')
    await page.getByLabel('Correo electrónico').fill('nadie@example.test')
    await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('nubes sobre la barranca 7')
    await page.getByRole('button', { name: 'Crear cuenta y entrar' }).click()
    await page.getByText('Este enlace ya se usó o no es válido.').waitFor()
    expect(page.url()).not.toContain('token')
  })
})
