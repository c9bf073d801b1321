import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { faults } from './axe.ts'
import { settled } from './stillness.ts'
import { stories } from './stories.ts'

const demo = stories()

/** A red picture, larger than it is kept. */
const photo = { name: 'lata.png', mimeType: 'image/png', buffer: redPng(900, 600) }

test('a supervisor gives a product a photo, which the till loads late, shows in the price check, and does without offline', async () => {
  const { page, picture } = await demo.visitAs('supervisor', {
    at: '/negocio/productos?q=aceite',
    width: 1366,
  })
  await page.getByRole('cell', { name: 'Aceite vegetal 850 ml', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Editar producto' })
  const choose = async (file: typeof photo) => {
    const chooser = page.waitForEvent('filechooser')
    await drawer.getByRole('button', { name: 'Elegir foto' }).click()
    await (await chooser).setFiles(file)
  }
  await choose({ name: 'lista.png', mimeType: 'image/png', buffer: Buffer.from('no soy una foto') })
  await drawer.getByText('Ese archivo no es una foto').waitFor()
  await choose(photo)
  const shown = drawer.getByRole('img', { name: 'Foto' })
  await shown.waitFor()
  const size = () => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([480, 320])
  await settled(page)
  expect(await faults(page)).toEqual([])
  await picture('product-photo-1-form')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await drawer.waitFor({ state: 'detached' })

  const till = await demo.visitAs('cashier', { at: '/caja?tab=productos', width: 1024, height: 768 })
  const tile = till.page
    .getByRole('group', { name: 'Productos' })
    .getByRole('button', { name: /Aceite vegetal/ })
  const drawn = tile.locator('img')
  await drawn.waitFor()
  await expect.poll(() => drawn.getAttribute('loading')).toBe('lazy')
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await till.picture('product-photo-2-till')
  await till.page.keyboard.press('F9')
  const check = till.page.getByRole('dialog', { name: 'Consultar precio' })
  await check.getByRole('searchbox').fill('aceite')
  await till.page.keyboard.press('Enter')
  await check.locator('img').waitFor()
  await till.picture('product-photo-3-price')

  const offline = await demo.open({ width: 1024, height: 768 })
  await offline.page.route('**/pos/files/*', (route) => route.abort('internetdisconnected'))
  await offline.context.addCookies(await till.context.cookies())
  await offline.page.goto('/caja?tab=productos')
  const bare = offline.page
    .getByRole('group', { name: 'Productos' })
    .getByRole('button', { name: /Aceite vegetal/ })
  await bare.waitFor()
  await expect.poll(() => bare.locator('img').count()).toBe(0)
  await expect.poll(() => bare.innerText()).toMatch(/^A\n/)

  await page.getByRole('cell', { name: 'Aceite vegetal 850 ml', exact: true }).click()
  await drawer.getByRole('button', { name: 'Quitar foto' }).click()
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await drawer.waitFor({ state: 'detached' })
  await till.page.reload()
  await tile.waitFor()
  await expect.poll(() => drawn.count()).toBe(0)
})

/** A picture that browsers can decode: checksums and all. */
function redPng(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([200, 30, 40]))])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])))
  return Buffer.concat([length, Buffer.from(type), data, sum])
}
