import { expect, test } from 'vitest'
import { fillable } from './focus.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { demoPassword, meetOldSession, signIn, type Visit } from './visit.ts'

const demo = stories({ forgives: /403/ })
let visit: Visit

/** Opens the PIN dialog of an employee. */
async function openPinOf(name: string): Promise<void> {
  const { page } = visit
  await page.getByRole('button', { name: `PIN de ${name}` }).click()
  await fillable(page.getByLabel('PIN (opcional)'))
}

test('a shop’s back office asks for the password before a dangerous act, and then does it once', async () => {
  visit = await demo.open({ width: 1366, height: 900 })
  const { page, picture } = visit
  await signIn(visit, 'manager', '/negocio/equipo?estado=fichas')
  let askedCount = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pin')) askedCount += 1
  })
  await meetOldSession(visit, '**/pos/employees/*/pin')
  await openPinOf('César Ortega')
  await page.getByLabel('PIN (opcional)').fill('482913')
  await page.getByRole('button', { name: 'Crear PIN' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByRole('textbox', { name: 'Contraseña' }).fill('not-the-password-at-all')
  await confirming.getByRole('button', { name: 'Confirmar' }).click()
  await confirming.getByText('La contraseña no es correcta.').waitFor()
  await picture('confirm-1-password')
  await confirming.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword)
  await confirming.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('dialog', { name: 'Entrégale estos datos' }).waitFor()
  await confirming.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('textbox', { name: 'PIN', exact: true }).inputValue()).toBe('482913')
  // The same request twice: refused, then carried out.
  expect(askedCount).toBe(2)
})

test('a store’s form asks before it changes where reports are mailed, and then changes it', async () => {
  visit = await demo.open({ width: 1366, height: 1000 })
  const { page } = visit
  await signIn(visit, 'owner', '/negocio/tiendas')
  await meetOldSession(visit, '**/pos/stores/*')
  await page.getByRole('cell', { name: 'La Esperanza Centro' }).click()
  const form = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Guardar' }) })
  const mail = form.getByLabel('Enviar los cortes por correo a')
  await fillable(mail)
  await mail.fill('contador@example.test')
  await form.getByRole('button', { name: 'Guardar' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByRole('textbox', { name: 'Contraseña' }).fill(demoPassword)
  await confirming.getByRole('button', { name: 'Confirmar' }).click()
  await form.waitFor({ state: 'detached' })
  const owner = await demoApi(demo.url, 'owner')
  expect(await owner.get(`/pos/stores/${owner.storeId}`)).toMatchObject({
    shiftReportEmails: ['contador@example.test'],
  })
})

test('canceling the confirmation says why nothing was done', async () => {
  visit = await demo.open({ width: 1366, height: 900, colorScheme: 'dark' })
  const { page } = visit
  await signIn(visit, 'manager', '/negocio/equipo?estado=fichas')
  await meetOldSession(visit, '**/pos/employees/*/pin')
  await openPinOf('César Ortega')
  await page.getByRole('button', { name: 'Crear PIN' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByText('Por seguridad, confirma que eres tú para hacer esto.').waitFor()
})

test('Escape cancels only the confirmation, and the dialog below stays open', async () => {
  visit = await demo.open({ width: 1366, height: 900 })
  const { page } = visit
  await signIn(visit, 'manager', '/negocio/equipo?estado=fichas')
  await meetOldSession(visit, '**/pos/employees/*/pin')
  await openPinOf('César Ortega')
  await page.getByRole('button', { name: 'Crear PIN' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.waitFor()
  await page.keyboard.press('Escape')
  await confirming.waitFor({ state: 'detached' })
  await page.getByText('Por seguridad, confirma que eres tú para hacer esto.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
