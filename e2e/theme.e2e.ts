import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faults } from './axe.ts'
import { stories } from './stories.ts'

const demo = stories({ window: { width: 1366, height: 900 } })

const variable = (page: Page, name: string) =>
  page.evaluate((asked) => getComputedStyle(document.documentElement).getPropertyValue(asked).trim(), name)

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
  'base64',
)

test('a manager chooses readable colors, and the till has them at once', async () => {
  const till = await demo.visitAs('cashier', { at: '/caja' })
  await till.page.getByText('En línea').waitFor()
  expect(await variable(till.page, '--mantine-color-agave-7')).toBe('#0d6657')

  const { page, picture: keep } = await demo.visitAs('manager', { at: '/negocio/apariencia' })
  const save = page.getByRole('button', { name: 'Guardar' })
  await expect.poll(() => save.getAttribute('aria-description')).toBe('No has cambiado nada.')
  await page.getByRole('button', { name: 'Cempasúchil' }).click()
  await page.getByRole('textbox', { name: 'Texto sobre el principal' }).fill('#ffe08a')
  await page.getByRole('textbox', { name: 'Texto sobre el principal' }).press('Tab')
  await page.getByText(/^No se distingue: 1\.\d a 1/).waitFor()
  await expect
    .poll(() => save.getAttribute('aria-description'))
    .toBe('Hay colores que no se distinguen. Corrígelos para guardar.')
  await keep('theme-1-unreadable')
  await page.getByRole('button', { name: 'Corregir' }).click()
  await expect.poll(() => page.getByText(/^Se lee bien/).count()).toBe(2)
  await page.getByText('Con remates').click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir imagen' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('img', { name: 'Tu logotipo' }).first().waitFor()
  await keep('theme-2-preview')
  expect(await variable(page, '--mantine-color-agave-7')).toBe('#0d6657')
  await save.click()
  await page.getByText('Apariencia guardada').waitFor()
  await expect.poll(() => variable(page, '--mantine-color-agave-7')).toBe('#ffb000')
  await keep('theme-3-desk')
  expect(await faults(page)).toEqual([])

  await expect.poll(() => variable(till.page, '--mantine-color-agave-7')).toBe('#ffb000')
  await till.picture('theme-4-till')
  expect(await faults(till.page)).toEqual([])
  // The customer's screen has no session; its look comes from the till.
  await till.page.getByRole('button', { name: /^La Esperanza Centro/ }).click()
  const [display] = await Promise.all([
    till.page.waitForEvent('popup'),
    till.page.getByRole('menuitem', { name: 'Pantalla del cliente' }).click(),
  ])
  await display.getByText('Te damos la bienvenida').waitFor()
  await expect.poll(() => variable(display, '--mantine-color-agave-7')).toBe('#ffb000')
  const logo = display.locator('header img')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await till.picture('theme-4-display', display)
  await display.close()
  await till.page.reload()
  await till.page.getByText('En línea').waitFor()
  expect(await variable(till.page, '--page')).toBe('#fffaf0')

  await page.goto('/negocio/productos')
  await page.getByRole('row', { name: /Arroz/ }).waitFor()
  await keep('theme-5-products')
  expect(await faults(page)).toEqual([])
})

test('a dark theme is dark for people without a choice of their own, and readable', async () => {
  const { page, picture: keep } = await demo.visitAs('manager', { at: '/negocio/apariencia' })
  await page.getByRole('button', { name: 'Obsidiana' }).click()
  await page.getByText('Siempre oscuro').click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Apariencia guardada').waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await expect.poll(() => variable(page, '--page')).toBe('#15171c')
  await page.mouse.wheel(0, -2_000)
  await keep('theme-6-dark')
  expect(await faults(page)).toEqual([])
  const till = await demo.visitAs('cashier', { at: '/caja' })
  await till.page.getByText('En línea').waitFor()
  await expect.poll(() => variable(till.page, '--page')).toBe('#15171c')
  await till.picture('theme-7-till-dark')
  expect(await faults(till.page)).toEqual([])
  await till.page.getByRole('button', { name: 'Usar colores claros' }).click()
  await till.page.reload()
  await till.page.getByText('En línea').waitFor()
  await expect.poll(() => till.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light')
})

test('a cashier cannot change the appearance', async () => {
  const { page } = await demo.visitAs('cashier', { at: '/negocio/apariencia' })
  await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).waitFor()
})

test('a picture of more than a megabyte is refused with how large a logo may be', async () => {
  const { page } = await demo.visitAs('manager', { at: '/negocio/apariencia' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir imagen' }).click()
  const buffer = Buffer.concat([picture, Buffer.alloc(2_000_000)])
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const refusal = page.getByRole('alert').filter({ hasText: /La imagen|No se pudo|conexión/ })
  expect(await refusal.innerText()).toBe('La imagen pesa más de 1 MB. Elige una más ligera.')
})
