import { expect, test } from 'vitest'
import { settled } from './stillness.ts'
import { stories } from './stories.ts'
import { demoPassword, signIn } from './visit.ts'

const demo = stories({ window: { width: 1280 } })
/** As browsers send it for a navigation by the person. */
const headers = { 'sec-fetch-site': 'none' }

/** A page of the cashier, whose profile is old enough to be asked for again. Tabs share the session's cookie. */
async function leftOpen() {
  const visit = await demo.open()
  await visit.page.clock.install()
  await signIn(visit, 'cashier', '/cuenta')
  await settled(visit.page)
  await visit.page.clock.fastForward('01:00')
  const link = visit.page.getByRole('link', { name: 'Ventas y tickets' })
  return { page: visit.page, link, tab: visit.context.request }
}

test('a session that another tab has ended leads to the entrance', async () => {
  const { page, link, tab } = await leftOpen()
  expect((await tab.delete('/auth/sessions/current', { headers })).status()).toBe(204)
  await link.hover()
  await page.getByLabel('Correo electrónico').waitFor()
  expect(new URL(page.url()).search).toBe('?regreso=%2Fcuenta')
})

test('somebody else who has signed in in another tab begins at their own start', async () => {
  const { page, link, tab } = await leftOpen()
  const data = { email: 'admin@demo.mostrador.test', password: demoPassword }
  expect((await tab.post('/auth/sessions', { headers, data })).status()).toBe(201)
  await link.hover()
  await page.waitForURL((address) => address.pathname.startsWith('/administracion'))
  await page.getByRole('navigation', { name: 'Administración' }).waitFor()
  expect(await link.count()).toBe(0)
})
