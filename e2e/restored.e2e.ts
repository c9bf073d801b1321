import { expect, test } from 'vitest'
import { faults } from './axe.ts'
import { openDemo } from './demo.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import type { Visit } from './visit.ts'

interface Members {
  items: { id: string; name: string }[]
}

/** A day's work that the restore loses: two grants, a setting, a key, an end of access, and a sold PIN. */
async function work(url: string): Promise<void> {
  const [admin, owner, cashier] = (await Promise.all(
    ['admin', 'owner', 'cashier'].map((who) => demoApi(url, who)),
  )) as [DemoApi, DemoApi, DemoApi]
  await admin.post('/platform/roles', { email: 'operator@demo.mostrador.test', label: 'platformAdmin' })
  await admin.put('/platform/settings/giftcards_admin_list_web', { value: true })
  const { items } = await owner.get<Members>(`/pos/memberships?storeId=${owner.storeId}`)
  const cashier2 = items.find(({ name }) => name.startsWith('César'))
  await owner.patch(`/pos/memberships/${cashier2?.id}`, { role: 'supervisor' })
  const terminals = await owner.get<Members>(`/pos/terminals?storeId=${owner.storeId}`)
  await owner.post(`/pos/terminals/${terminals.items[0]?.id}/disable`, {})
  const catalog = await cashier.get<{ items: { id: string; isRanged?: boolean }[] }>('/vas/catalog?kind=pin')
  const card = catalog.items.find(({ isRanged }) => isRanged !== true)
  const sold = await cashier.post('/vas/sale', { storeId: cashier.storeId, productId: card?.id })
  expect(sold).toMatchObject({ status: 'COMPLETED' })
}

const demo = stories({ opens: () => openDemo({}, work), window: { width: 1366, height: 900 } })
const inWait = ({ page }: Visit, name: RegExp) =>
  page.getByRole('region', { name: 'Por decidir' }).getByRole('article', { name })

test('after a restore only the page that reconciles opens, and an operator does not even enter', async () => {
  const { page, picture } = await demo.visitAs('admin')
  expect(new URL(page.url()).pathname).toBe('/administracion/restauracion')
  await page.getByRole('heading', { level: 1, name: 'Restauración' }).waitFor()
  await picture('restored-1-lost')
  await page.goto('/administracion/roles')
  await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).waitFor()
  await page.getByText(/en la página «Restauración»/).waitFor()
  await picture('restored-2-closed')
  const operator = await demo.open()
  const refused = await operator.context.request.post('/auth/sessions', {
    data: { email: 'operator@demo.mostrador.test', password: 'mostrador-demo-2026' },
    headers: { 'sec-fetch-site': 'none' },
  })
  expect(refused.status()).toBe(503)
})

test('on a phone everything can be read and decided', async () => {
  const visit = await demo.visitAs('admin', { width: 390, height: 844 })
  const { page, picture } = visit
  await inWait(visit, /Óscar Peralta/).waitFor()
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(scroll).toBe(width)
  await picture('restored-3-phone')
  await inWait(visit, /Óscar Peralta/)
    .getByRole('button', { name: 'Volver a dar' })
    .click()
  const asked = page.getByRole('dialog', { name: /Óscar Peralta/ })
  await asked.getByText(/Da: Administración/).waitFor()
  await picture('restored-4-phone-decision')
  await asked.getByRole('button', { name: 'Cancelar' }).click()
})

test('a list that cannot be read says so, and is read again', async () => {
  const { page } = await demo.visitAs('admin', { at: '/cuenta' })
  let isBroken = true
  await page.route('**/platform/restorations', (route) =>
    isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.getByRole('link', { name: 'Restauración' }).click()
  const again = page.getByRole('button', { name: 'Reintentar' })
  await again.waitFor()
  isBroken = false
  await again.click()
  await page.getByRole('region', { name: 'Qué se perdió' }).waitFor()
})

test('each grant is decided with the keyboard, the lost sale is entered, and the platform opens', async () => {
  const visit = await demo.visitAs('admin')
  const { page, picture } = visit
  const applied = page.getByRole('region', { name: 'Lo que ya se aplicó' })
  await applied.getByRole('row', { name: /Deshabilitó la terminal.*Se volvió a quitar/ }).waitFor()
  await page.getByText(/La lista del proveedor todavía no se lee/).waitFor()
  expect(await faults(page)).toEqual([])
  const finish = page.getByRole('button', { name: 'Terminar la restauración' })
  await expect.poll(() => finish.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => finish.getAttribute('aria-description')).toBe('Faltan 3 decisiones.')

  const decide = async (about: RegExp, decision: string) => {
    await inWait(visit, about).getByRole('button', { name: decision }).press('Enter')
    const asked = page.getByRole('dialog', { name: about })
    await asked.getByRole('button', { name: decision }).press('Enter')
    await asked.waitFor({ state: 'hidden' })
    await inWait(visit, about).waitFor({ state: 'detached' })
  }
  await inWait(visit, /César/).getByRole('button', { name: 'Ver detalle' }).press('Enter')
  const detail = page.getByRole('dialog', { name: /César/ })
  await detail.getByRole('cell', { name: 'supervisor' }).waitFor()
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'hidden' })
  await decide(/César/, 'No dar')
  await decide(/Óscar Peralta/, 'Volver a dar')
  await decide(/Lista de tarjetas de regalo/, 'Volver a dar')
  await page.getByText('Nada espera una decisión.').waitFor()
  await picture('restored-5-decided')

  await finish.press('Enter')
  const asked = page.getByRole('dialog', { name: '¿Terminar la restauración?' })
  await asked.getByRole('button', { name: 'Terminar y abrir' }).press('Enter')
  await page.getByRole('heading', { name: 'La base de datos no está restaurada' }).waitFor()
  await page.getByText(/Estas ventas faltaban y ya están anotadas/).waitFor()
  await picture('restored-6-finished')
  const folio = await page.getByRole('cell', { name: /^V-\d+$/ }).innerText()
  await page.getByRole('link', { name: 'Roles' }).click()
  await page.getByRole('row', { name: /Óscar Peralta.*Administración/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Restauración' }).count()).toBe(0)
  // The setting that was given again adds its page, and the lost sale is on it.
  await page.getByRole('link', { name: 'Tarjetas de regalo' }).click()
  await page.getByRole('cell', { name: folio, exact: true }).waitFor()
})
