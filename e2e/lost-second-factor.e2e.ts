import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { faults } from './axe.ts'
import { type OpenDatabase, openDemo } from './demo.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { demoPassword, signInByForm, type Visit } from './visit.ts'

let opened: OpenDatabase
const demo = stories({
  opens: async () => {
    opened = await openDemo()
    return opened
  },
  window: { width: 1366, height: 900, isStill: true },
})
const address = 'operator@demo.mostrador.test'
const roles = '/administracion/roles'

const waiting = ({ page }: Visit) => page.getByRole('region', { name: 'Verificaciones que se van a quitar' })
const rowOf = ({ page }: Visit, email: string) => page.getByRole('row', { name: new RegExp(email) })

/** Turns two-step verification on for the operator, who is signed in already. */
async function enrol(api: DemoApi): Promise<void> {
  const { secret } = await api.post<{ secret: string }>('/auth/totp', { password: demoPassword })
  await api.post('/auth/totp/confirm', { code: generateSync({ secret }) })
}

const asking = ({ page }: Visit) => page.getByRole('dialog', { name: 'Quitar la verificación en dos pasos' })

/** Requests it with the form for anybody's e-mail, which stays open when it was refused. */
async function ask(visit: Visit, email: string): Promise<void> {
  const form = asking(visit)
  if ((await form.count()) === 0)
    await visit.page.getByRole('button', { name: 'Quitar verificación por correo' }).click()
  await form.getByLabel('Correo de la cuenta').fill(email)
  await form.getByLabel('Motivo').fill('Perdió su teléfono en el mercado')
  await form.getByRole('button', { name: 'Quitar verificación por correo' }).click()
}

/** Requests it for the operator. */
async function askFor(visit: Visit): Promise<void> {
  await ask(visit, address)
  await asking(visit).waitFor({ state: 'detached' })
  await waiting(visit).getByRole('article', { name: /Óscar/ }).waitFor()
}

/** The links that were mailed to the operator, the newest first. */
async function mailedLinks({ page }: Visit): Promise<string[]> {
  await page.goto('/demo/mail')
  const links = await page.getByRole('article').filter({ hasText: address }).getByRole('link').all()
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
}

test('an administrator requests it, and the person keeps it from their own screen', async () => {
  const operator = await demo.visitAs('operator')
  await enrol(await demoApi(demo.url, 'operator'))
  const admin = await demo.visitAs('admin', { at: roles })
  const { page, picture } = admin
  await rowOf(admin, address).getByRole('button', { name: 'Quitar verificación' }).click()
  const asking = page.getByRole('dialog', { name: /¿Quitar la verificación en dos pasos de Óscar/ })
  await asking.getByLabel('Motivo').fill('Perdió su teléfono en el mercado')
  expect(await faults(page)).toEqual([])
  await picture('lost-factor-1-ask')
  await asking.getByRole('button', { name: 'Quitar verificación' }).click()
  await waiting(admin).getByText('Perdió su teléfono en el mercado').waitFor()
  const button = rowOf(admin, address).getByRole('button', { name: 'Quitar verificación' })
  await expect
    .poll(() => button.getAttribute('aria-description'))
    .toMatch(/^Ya se pidió\. El .* se quitará\.$/)
  expect(await rowOf(admin, 'admin@demo').getByRole('button', { name: 'Quitar verificación' }).count()).toBe(
    0,
  )
  expect(await faults(page)).toEqual([])
  await picture('lost-factor-2-waits')

  await operator.page.reload()
  const notice = operator.page.getByText(/^El .* se quitará tu verificación en dos pasos\./)
  await notice.waitFor()
  await operator.picture('lost-factor-3-notice')
  await operator.page.getByRole('button', { name: 'Conservar mi verificación' }).click()
  await operator.page.getByText('Conservas tu verificación en dos pasos.').waitFor()
  await notice.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor()
  await rowOf(admin, address).getByRole('button', { name: 'Quitar verificación' }).waitFor()
  await waiting(admin).waitFor({ state: 'detached' })
  await expect.poll(async () => (await mailedLinks(operator)).length).toBe(1)
})

test('requested by e-mail, it is kept with the link of the mail, which works once', async () => {
  const admin = await demo.visitAs('admin', { at: roles })
  const { page } = admin
  await ask(admin, 'nadie@example.test')
  await page.getByText('Ninguna cuenta activa usa ese correo.').waitFor()
  await ask(admin, 'cashier@demo.mostrador.test')
  await page.getByText('Esa cuenta no tiene verificación en dos pasos.').waitFor()
  await ask(admin, 'admin@demo.mostrador.test')
  await page.getByText('Esto lo tiene que pedir otra persona de administración.').waitFor()
  const person = await demo.open()
  const before = await mailedLinks(person)
  await page.keyboard.press('Escape')
  await asking(admin).waitFor({ state: 'detached' })
  await askFor(admin)
  await ask(admin, address)
  await page.getByText('Ya se pidió. Para empezar de nuevo, cancélalo primero.').waitFor()

  await expect.poll(async () => (await mailedLinks(person)).length).toBe(before.length + 1)
  const [link = ''] = await mailedLinks(person)
  await person.page.goto(link)
  await person.page.getByRole('heading', { name: 'Conserva tu verificación en dos pasos' }).waitFor()
  expect(new URL(person.page.url()).hash).toBe('')
  await person.picture('lost-factor-4-link')
  await person.page.getByRole('button', { name: 'Conservar mi verificación' }).click()
  await person.page.getByRole('heading', { name: 'Conservas tu verificación' }).waitFor()
  const again = await demo.open()
  await again.page.goto(link)
  await again.page.getByRole('button', { name: 'Conservar mi verificación' }).click()
  await again.page.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor()
})

test('administrators cancel it on the page of roles', async () => {
  const admin = await demo.visitAs('admin', { at: roles })
  await askFor(admin)
  const article = waiting(admin).getByRole('article', { name: /Óscar/ })
  await article.getByRole('button', { name: 'Conservar' }).click()
  const asked = admin.page.getByRole('dialog', { name: /¿Conservar la verificación de Óscar/ })
  await asked.getByRole('button', { name: 'Conservar' }).click()
  await admin.page.getByText(/Óscar .* conserva su verificación en dos pasos\./).waitFor()
  await waiting(admin).waitFor({ state: 'detached' })
})

test('a day later it is removed, and the person enrols a new one before anything else', async () => {
  const admin = await demo.visitAs('admin', { at: roles })
  await askFor(admin)
  await opened.admin.query(
    `update identity.second_factor_resets set created_at = created_at - interval '1 day',
            takes_effect_at = takes_effect_at - interval '1 day' where cancelled_at is null`,
  )
  await opened.admin.query(`select app.enqueue_work('identity.second_factor_resets', 'story', null)`)
  const left = async () =>
    (await opened.admin.query('select from identity.credentials where totp_enabled_at is not null')).rowCount
  await expect.poll(left).toBe(0)
  await opened.admin.query(
    `update settings.settings set value = 'true' where key = 'platform.second_factor_required'`,
  )

  const operator = await demo.open()
  await signInByForm(operator, 'operator')
  const { page, picture } = operator
  expect(new URL(page.url()).pathname).toBe('/cuenta')
  await page.getByText('Actívala para abrir las páginas de la administración.').waitFor()
  await picture('lost-factor-5-enrol')
  await page.goto('/administracion/pendientes')
  await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).waitFor()
  await page.getByRole('link', { name: 'Ir a “Mi cuenta”' }).click()
  await page.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Activar' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Código de verificación').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByRole('link', { name: 'Pendientes' }).click()
  await page.getByRole('heading', { name: 'Pendientes' }).waitFor()
})
