import { beforeAll, expect, test } from 'vitest'
import { passTime } from '../server/test/pass-time.ts'
import { plugSerial } from './plugged-devices.ts'
import { keyboardOf } from './scanner-keys.ts'
import { settled } from './stillness.ts'
import { type DemoApi, demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { faultsOf } from './till-law.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories({ window: { width: 1280, height: 800 } })
let manager: DemoApi
let visit: Visit
let till: ReturnType<typeof tillSteps>
/** What lies on the scale. */
let kilograms = '0.000'

/** The shop's own labels: 20 with a weight, 21 with a price, of the goods that its scale calls 42. */
const codeOnScale = '042'
const layouts = ['20IIIIIWWWWWC', '21IIIIIPPPPPC']

beforeAll(async () => {
  manager = await demoApi(demo.url, 'manager')
  const { storeId } = manager
  const variantId = await manager.variantOf('Aguacate Hass')
  await manager.post('/pos/barcodes', { storeId, variantId, code: codeOnScale })
})

/** A Torrey at its port, which answers each P with its weight. */
const torrey = (bytes: Uint8Array) =>
  new TextEncoder().encode(String.fromCharCode(...bytes) === 'P' ? `  ${kilograms} kg\r` : '')

/** Appends the check digit of an EAN-13. */
function label(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  )
  return digits + String((10 - (sum % 10)) % 10)
}

/** One till for all stories, with an open shift and an empty cart. */
async function atTheTill(): Promise<void> {
  const stay = await demo.stay()
  visit = stay.visit
  till = tillSteps(visit)
  if (stay.isNew) {
    await plugSerial(visit.page, torrey)
    await signIn(visit, 'cashier', '/caja?tab=productos')
    await till.shelf()
    await till.withShift()
  }
  await till.emptyCart()
}

const use = (weight: string) => till.dialog().getByRole('button', { name: `Usar ${weight} kg` })

test('an owner says how the labels of the scale are laid out', async () => {
  const { page, picture } = await demo.visitAs('owner', { at: '/negocio/tiendas' })
  await page.getByRole('cell', { name: 'La Esperanza Centro' }).click()
  const form = page.getByRole('dialog')
  const field = form.getByLabel('Etiquetas de la báscula')
  await field.fill('20IIIIIWWWWW')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.getByText('Revisa los diseños').waitFor()
  await field.fill(layouts.join('\n'))
  await picture('weighing-0-store')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await form.waitFor({ state: 'detached' })
  const store = await manager.get(`/pos/stores/${manager.storeId}`)
  expect(store).toMatchObject({ labelLayouts: layouts })
})

test('a scale is set up once, and shows what it says', async () => {
  await atTheTill()
  const { page, picture } = visit
  kilograms = '0.278'
  await page.getByRole('banner').getByRole('button', { description: 'Tienda y terminal' }).click()
  await page.getByRole('menuitem', { name: 'Báscula' }).click()
  await till.button('Elegir puerto').click()
  await till.dialog().getByText('Puerto elegido').waitFor()
  const now = till.dialog().getByRole('status', { name: 'Ahora' })
  await now.getByText('0.278 kg').waitFor()
  await now.getByText('estable').waitFor()
  await picture('weighing-1-scale')
  await till.button('Listo').click()
  // Found again without asking.
  await page.reload()
  await till.shelf()
})

test('goods by the kilo take its weight once it stands still, and no weight twice', async () => {
  await atTheTill()
  const { page, picture } = visit
  kilograms = '0.278'
  await till.pick('Aguacate Hass')
  await expect.poll(() => use('0.278').isEnabled()).toBe(true)
  await settled(page)
  await picture('weighing-2-take')
  const add = till.dialog().getByRole('button', { name: 'Agregar' })
  expect(await faultsOf(page, 'weighing', [use('0.278'), add])).toEqual([])
  await use('0.278').click()
  await expect.poll(till.total).toBe('$21.96')
  await page.getByRole('region', { name: 'Cuenta' }).getByText('0.278 kg').waitFor()
  // The avocados still lie there.
  await till.pick('Jitomate saladet')
  await use('0.278').waitFor()
  await passTime(1_500, 'the scale reports several times')
  await expect.poll(() => use('0.278').isDisabled()).toBe(true)
  kilograms = '0.000'
  await use('0.000').waitFor()
  kilograms = '1.200'
  await expect.poll(() => use('1.200').isEnabled()).toBe(true)
  await use('1.200').click()
  await expect.poll(till.total).toBe('$63.84')
})

test('goods are sold by amount: twenty pesos of them', async () => {
  await atTheTill()
  await till.pick('Aguacate Hass')
  await till.dialog().getByText('Por importe', { exact: true }).click()
  await till.dialog().getByLabel('Importe en pesos').fill('20')
  await visit.picture('weighing-3-amount')
  await till.dialog().getByRole('button', { name: 'Agregar $20.00 · 0.253 kg' }).click()
  await expect.poll(till.total).toBe('$20.00')
})

test('the labels of the shop’s scale say how much it is, by weight or by price', async () => {
  await atTheTill()
  const { page, picture } = visit
  const { scan } = await keyboardOf(page)
  await scan(label('200004200500'))
  await expect.poll(till.total).toBe('$39.50')
  await scan(label('210004202500'))
  await expect.poll(till.total).toBe('$64.50')
  await settled(page)
  await picture('weighing-4-labels')
  // A wrong check digit is an unknown code, and no goods of another weight.
  const right = label('200004209900')
  await scan(right.slice(0, -1) + String((Number(right.at(-1)) + 1) % 10))
  await page.getByTestId('scan-refusal').getByText('Ningún producto tiene este código').waitFor()
  expect(await till.total()).toBe('$64.50')
})
