import { expect, test } from 'vitest'
import { settled } from './stillness.ts'
import { stories } from './stories.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
let visit: Visit

interface Providers {
  items: { name: string; health: string }[]
}

test.each([
  'light',
  'dark',
] as const)('the header says in %s whether server, providers and sales are well', async (colorScheme) => {
  visit = await demo.open({ width: 1024, height: 768, colorScheme })
  const { page, context, picture } = visit
  const header = page.getByRole('banner')
  const chip = (words: string) => header.getByText(words, { exact: true })
  await signIn(visit, 'supervisor', '/caja')
  await chip('En línea').waitFor()
  await chip('Servicios').waitFor()
  await header.getByRole('button', { name: 'Ventas' }).waitFor()
  await picture(`health-1-well-${colorScheme}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)

  let ill: readonly string[] = ['Telcel']
  // The real answer, with some providers marked as down.
  await page.route('**/vas/providers**', async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    const { items } = (await answer.json()) as Providers
    const health = (name: string) => (ill.includes(name) ? 'DOWN' : 'UP')
    await route.fulfill({ json: { items: items.map((each) => ({ ...each, health: health(each.name) })) } })
  })
  await page.reload()
  await chip('Telcel sin servicio').waitFor()
  await page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
  await picture(`health-2-one-${colorScheme}`)
  ill = ['Telcel', 'CFE']
  await page.reload()
  await chip('2 sin servicio').hover()
  await page.getByText('CFE, Telcel').waitFor()
  await page.setViewportSize({ width: 800, height: 1000 })
  await picture(`health-3-narrow-${colorScheme}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(800)
  await page.setViewportSize({ width: 1024, height: 768 })
  // Without its service worker the till needs all its code before the network goes.
  await settled(page)
  await context.setOffline(true)
  await chip('Sin conexión').waitFor()
  await chip('Servicios sin red').waitFor()
  const lock = header.getByRole('button', { name: 'Bloquear la pantalla' })
  await expect
    .poll(() => lock.getAttribute('aria-description'))
    .toBe('Sin conexión no se podría desbloquear.')
  await picture(`health-4-offline-${colorScheme}`)
})
