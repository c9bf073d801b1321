import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import { mailCatcher } from '../../adapters/mail/catcher.ts'

const catcher = mailCatcher()
let app: App
let tills: Tills
let shop: Shop
let receiptId: string

beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_WORKER: 'on' }, { mailer: catcher, times: { pauseScale: 0.001 } })
  tills = tillsOf(app)
  shop = await tills.shop()
  const coffee = await tills.product(shop.store, { name: 'Café <b>de olla', priceCentavos: 4_650 })
  const { body: cart } = await app.call(shop.cashier, 'POST', '/pos/carts', {
    storeId: shop.store.id,
    lines: [{ variantId: coffee, quantity: 2 }],
  })
  const sold = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/finalize`, {
    version: cart.version,
    payments: [{ method: 'CASH', amountCentavos: 9_300, tenderedCentavos: 10_000 }],
  })
  expect(sold.status, sold.text).toBe(201)
  receiptId = sold.body.receipt.id
})
afterAll(() => app.close())

const mail = (who: Parameters<App['call']>[0], email: string, id = receiptId) =>
  app.call(who, 'POST', `/pos/receipts/${id}/mails`, { email })
const lettersTo = (email: string) => catcher.letters().filter(({ to }) => to === email)

test('a receipt is mailed to its customer as it was printed, and audited', async () => {
  expect((await mail(shop.cashier, 'cliente@example.test')).status).toBe(204)
  await expect.poll(() => lettersTo('cliente@example.test').length).toBe(1)
  const [letter] = lettersTo('cliente@example.test')
  expect(letter?.subject).toMatch(/^Tu ticket A-\d{6} de /)
  expect(letter?.text).toMatch(/^Folio: A-\d{6} · [A-Z0-9-]{1,12}$/m)
  for (const line of ['2 × Café <b>de olla · $93.00', 'Total: $93.00', 'Efectivo: $100.00', 'Cambio: $7.00'])
    expect(letter?.text).toContain(line)
  expect(letter?.html).toContain('Café &lt;b&gt;de olla')
  const { rows } = await app.admin.query(
    `select after ->> 'address' as address, user_id as "userId" from audit.log where action = 'receipt.mailed'`,
  )
  expect(rows).toEqual([{ address: 'cliente@example.test', userId: shop.cashier.id }])
})

test('another cashier’s receipt, a foreign one and an absent one are not found', async () => {
  const other = await app.world.member(shop.store, 'cashier')
  const elsewhere = await tills.shop()
  for (const who of [other, elsewhere.manager])
    expect((await mail(who, 'x@example.test')).body).toMatchObject({ status: 404, code: 'not_found' })
  const absent = '01900000-0000-7000-8000-000000000000'
  expect((await mail(shop.manager, 'x@example.test', absent)).body).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect(lettersTo('x@example.test')).toEqual([])
})

test('one receipt is mailed five times at most, also at once', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => mail(shop.manager, 'otra@example.test')))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body.code).toBe('too_many_attempts')
})

test.each(['', 'cliente', 'a@b c'])('%j is no address', async (email) => {
  expect((await mail(shop.cashier, email)).status).toBe(422)
})
