import { expect, test } from 'vitest'
import { faults } from './axe.ts'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

/** The platform's page about the demo's larger merchant. */
async function merchantSeenBy(who: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const visit = await demo.visitAs(who, { at: '/administracion/comercios', colorScheme })
  await visit.page
    .getByRole('cell', { name: /La Esperanza/ })
    .first()
    .click()
  return visit
}

/** Opens an invitation link and creates the account. */
async function accept(link: string, place: string, name: string): Promise<Visit> {
  const visit = await demo.open()
  const { page } = visit
  await page.goto(link)
  await page.getByRole('heading', { name: `Te invitaron a ${place}`, exact: true }).waitFor()
  await page.getByLabel('Tu nombre').fill(name)
  await page.getByRole('textbox', { name: 'Contraseña nueva' }).fill('nubes sobre la barranca 7')
  await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await page.waitForURL((address) => address.pathname !== '/invitacion' && address.pathname !== '/')
  return visit
}

test('an operator sees that only administrators choose owners and managers', async () => {
  const { page } = await merchantSeenBy('operator')
  const change = page.getByRole('button', { name: 'Cambiar quién lo dirige' })
  await expect.poll(() => change.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => change.getAttribute('aria-description')).toMatch(/administra/)
  await page.getByRole('tab', { name: 'Asistencia' }).click()
  const invite = page.getByRole('button', { name: 'Invitar gerente' }).first()
  await expect.poll(() => invite.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => invite.getAttribute('aria-description')).toMatch(/administra/)
})

test('an administrator invites a manager by a link that is shown once, and the manager runs the store', async () => {
  const { page, picture } = await merchantSeenBy('admin', 'dark')
  await page.getByRole('tab', { name: 'Asistencia' }).click()
  await page.getByRole('button', { name: 'Invitar gerente' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Invitar gerente a / })
  await dialog.getByLabel('Correo de la persona').fill('gerente.nueva@example.test')
  await dialog.getByLabel('Quién lo pidió y por qué').fill('Olivia Herrera, por teléfono')
  expect(await faults(page)).toEqual([])
  await picture('merchant-owner-1-manager-dark')
  await dialog.getByRole('button', { name: 'Invitar gerente' }).click()
  const link = await dialog.getByLabel('Enlace de invitación').inputValue()
  expect(link).toContain('/invitacion#token=')
  expect(await faults(page)).toEqual([])
  await picture('merchant-owner-2-manager-link-dark')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('g…@example.test').waitFor()
  expect(await page.getByLabel('Enlace de invitación').count()).toBe(0)
  await picture('merchant-owner-3-manager-waits-dark')

  const manager = await accept(link, 'La Esperanza Centro', 'Gabriela Soto')
  await manager.page.goto('/negocio/equipo')
  await manager.page
    .getByRole('cell', { name: /Gabriela Soto/ })
    .first()
    .waitFor()
})

test('an administrator transfers a merchant to another owner, and the former owner loses access with the next request', async () => {
  const former = await demo.visitAs('owner', { at: '/negocio/tiendas' })
  await former.page
    .getByRole('cell', { name: /La Esperanza Centro/ })
    .first()
    .waitFor()

  const { page, picture } = await merchantSeenBy('admin')
  await picture('merchant-owner-4-facts')
  await page.getByRole('button', { name: 'Cambiar quién lo dirige' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cambiar quién dirige / })
  await dialog.getByText('Quien lo dirige hoy deja de entrar').waitFor()
  const act = dialog.getByRole('button', { name: 'Cambiar', exact: true })
  await dialog.getByLabel('Nombre de la nueva persona').fill('Olivia Herrera')
  await dialog.getByLabel('Correo de la nueva persona').fill('owner@demo.mostrador.test')
  await dialog.getByLabel('Motivo').fill('Venta del negocio')
  await expect.poll(() => act.isDisabled()).toBe(true)
  const asked = (await dialog.getByText(/^Escribe/).innerText()).match(/“(.+)”/)?.[1] ?? ''
  await dialog.getByLabel(/^Escribe/).fill(asked)
  await act.click()
  await dialog.getByRole('alert').waitFor()
  expect(await faults(page)).toEqual([])
  await picture('merchant-owner-5-refused')

  await dialog.getByLabel('Nombre de la nueva persona').fill('Nadia Cordero')
  await dialog.getByLabel('Correo de la nueva persona').fill('nadia@example.test')
  expect(await faults(page)).toEqual([])
  await picture('merchant-owner-6-owner')
  await act.click()
  const done = page.getByRole('dialog', { name: /^Nadia Cordero dirige / })
  const link = await done.getByLabel('Enlace de invitación').inputValue()
  expect(link).toContain('/invitacion#token=')
  expect(await faults(page)).toEqual([])
  await picture('merchant-owner-7-owner-link')
  await done.getByRole('button', { name: 'Listo' }).click()
  await done.waitFor({ state: 'detached' })
  await page.getByText('Nadia Cordero · nadia@example.test').waitFor()
  await picture('merchant-owner-8-moved')

  await former.page.reload()
  await former.page.getByRole('heading', { name: 'No encontrado' }).waitFor()
  await former.picture('merchant-owner-9-former')

  const { page: own, picture: keep } = await accept(link, 'Abarrotes La Esperanza', 'Nadia Cordero')
  await own.goto('/negocio/tiendas')
  await own
    .getByRole('cell', { name: /La Esperanza Centro/ })
    .first()
    .waitFor()
  await keep('merchant-owner-10-new-owner')
})
