import { expect, test } from 'vitest'
import { onOneDay } from '../server/test/one-day.ts'
import { demoApi } from './store-api.ts'
import { stories } from './stories.ts'
import { signIn, type Visit } from './visit.ts'

onOneDay()
const demo = stories()
let visit: Visit

async function atTheTill(who: string): Promise<Visit['page']> {
  visit = await demo.open()
  await signIn(visit, who)
  await visit.page.getByRole('tab', { name: 'TAE' }).click()
  return visit.page
}

async function reviewTopup(page: Visit['page'], digits: string): Promise<void> {
  await page.getByRole('button', { name: 'Telcel' }).click()
  await page.getByRole('button', { name: '$100' }).click()
  await page.getByLabel('Número celular').fill(digits)
  await page.getByLabel('Escríbelo otra vez').fill(digits)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: 'Revisa antes de recargar' }).waitFor()
}

test('without an open shift the till sells no service, says so, and can open one', async () => {
  const page = await atTheTill('cashier2')
  await page.getByText('Tu turno está cerrado').waitFor()
  await reviewTopup(page, '5512340100')
  await visit.picture('service-without-shift')
  const sell = page.getByRole('button', { name: 'Recargar $100.00' })
  await page.getByText('Primero abre tu turno').first().waitFor()
  await sell.click({ force: true })
  await page.keyboard.press('Enter')
  const sales = async () =>
    ((await (await visit.context.request.get('/vas/sales?limit=200')).json()) as { items: unknown[] }).items
  expect(await sales()).toHaveLength(0)
  await page.getByRole('alert').getByRole('button', { name: 'Abrir turno' }).click()
  await page.getByLabel('Fondo de caja').fill('500')
  await page.getByRole('button', { name: 'Abrir con $500.00' }).click()
  await page.getByText('Tu turno está cerrado').waitFor({ state: 'detached' })
  await sell.click()
  await page.getByRole('heading', { name: 'Recarga exitosa', level: 1 }).waitFor()
  expect(await sales()).toHaveLength(1)
})

test('a daily limit says whose it is, when it ends, and who can raise it', async () => {
  const owner = await demoApi(demo.url, 'owner')
  await owner.put('/pos/settings/vas.reference_day_max_sales', { value: 1 })
  const cashier = await demoApi(demo.url, 'cashier')
  const { items } = await cashier.get<{ items: { id: string; amountCentavos: number }[] }>(
    `/vas/catalog?storeId=${cashier.storeId}&kind=airtime`,
  )
  await cashier.post('/vas/sale', {
    storeId: cashier.storeId,
    productId: items.find(({ amountCentavos }) => amountCentavos === 5_000)?.id,
    reference: '5512340200',
  })
  const page = await atTheTill('cashier')
  await reviewTopup(page, '5512340200')
  await page.getByRole('button', { name: 'Recargar $100.00' }).click()
  await page.getByText('Se llegó al límite de servicios de un día.').waitFor()
  await page.getByText(/Para este número o referencia ya se vendió todo/).waitFor()
  await page.getByText(/Se puede vender otra vez desde el .*pídelo a quien dirige el negocio/).waitFor()
  await page.getByText('No se cobró nada.').first().waitFor()
  await visit.picture('service-limit')
})

test('an owner sets a stricter limit, cannot set a laxer one, and resets it', async () => {
  visit = await demo.open()
  await signIn(visit, 'owner', '/negocio/limites')
  const { page } = visit
  const limit = page.getByRole('region', { name: 'Servicios por tienda al día' })
  await limit.getByText('La plataforma permite hasta 1500 ventas').waitFor()
  await visit.picture('limits-page')
  await limit.getByRole('textbox').fill('1501')
  await limit.getByText('Un número entero de 1 a 1500.').waitFor()
  await expect.poll(() => limit.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)
  await limit.getByRole('textbox').fill('900')
  await limit.getByRole('button', { name: 'Guardar' }).click()
  await limit.getByRole('button', { name: 'Volver a lo que permite la plataforma' }).waitFor()
  const stored = async () =>
    (
      (await (await visit.context.request.get('/pos/settings')).json()) as { items: { key: string }[] }
    ).items.find(({ key }) => key === 'vas.store_day_max_sales')
  expect(await stored()).toMatchObject({ value: 900, ownerValue: 900, allowedValue: 1_500 })
  await limit.getByRole('button', { name: 'Volver a lo que permite la plataforma' }).click()
  await expect.poll(stored).toMatchObject({ value: 1_500, ownerValue: null })
})

test('an administrator sees limits among the settings with their units, and sets one', async () => {
  visit = await demo.open()
  await signIn(visit, 'admin', '/administracion/ajustes')
  const { page } = visit
  const limit = page.getByRole('region', { name: 'Importe por tienda al día' })
  await limit.getByText('Lo normal: $300,000.00').waitFor()
  await visit.picture('settings-page')
  await limit.getByRole('textbox').fill('250,000')
  await limit.getByRole('button', { name: 'Guardar' }).click()
  await limit.getByText(/Cambiado/).waitFor()
  await expect.poll(() => limit.getByRole('textbox').inputValue()).toBe('250,000.00')
})
