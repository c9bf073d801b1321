import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Person } from '../../../test/world.ts'
import { mailCatcher } from '../../adapters/mail/catcher.ts'

const catcher = mailCatcher()
let app: App
let tills: Tills
let shop: Shop

beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_WORKER: 'on' }, { mailer: catcher, times: { pauseScale: 0.001 } })
  tills = tillsOf(app)
})
afterAll(() => app.close())

const wants = async (shiftReportEmails: readonly string[]) =>
  app.call(shop.manager, 'PATCH', `/pos/stores/${shop.store.id}`, { shiftReportEmails }, { 'if-match': '*' })

async function closedShift(
  countedCentavos: number,
  headers: Record<string, string> = {},
  by: Person = shop.cashier,
) {
  const { body } = await app.call(shop.cashier, 'GET', `/pos/shifts/current?storeId=${shop.store.id}`)
  const path = `/pos/shifts/${body.shift.id}/close`
  const count = { countedCentavos, differenceReason: 'Se dio mal un <cambio>' }
  return {
    close: async () => {
      const closed = await app.call(by, 'POST', path, count, headers)
      expect(closed.status, closed.text).toBe(201)
      return closed.body
    },
  }
}
const mailed = async () => {
  const { rows } = await app.admin.query(
    `select after as "after", user_id as "userId" from audit.log
      where action = 'shift_report.mailed' and merchant_id = $1`,
    [shop.store.merchantId],
  )
  return rows
}

test('a Z report is mailed once to every address that the store gave, as it is printed, and audited', async () => {
  shop = await tills.shop()
  const addresses = ['duena@example.test', 'contador@example.test']
  expect((await wants(addresses)).status).toBe(200)
  const coffee = await tills.product(shop.store, { priceCentavos: 11_600 })
  await tills.sale(shop.cashier, [{ variantId: coffee }])
  const { close } = await closedShift(60_000, { 'idempotency-key': 'close-once-0001' })
  const { folio } = await close()
  await close()
  await expect.poll(() => catcher.letters().length).toBe(2)
  expect(
    catcher
      .letters()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([...addresses].sort())
  const [letter] = catcher.letters()
  expect(letter?.subject).toMatch(new RegExp(`^Corte ${folio} de .+ en .+`))
  for (const line of [
    `Corte ${folio}`,
    'Ventas (1): $116.00',
    'Ventas en efectivo: $116.00',
    'Fondo de caja: $500.00',
    'Efectivo esperado: $616.00',
    'Efectivo contado: $600.00',
    'Diferencia: -$16.00',
    'Motivo: Se dio mal un <cambio>',
  ])
    expect(letter?.text).toContain(line)
  expect(letter?.html).toContain('Se dio mal un &lt;cambio&gt;')
  expect(await mailed()).toEqual([{ after: { folio, addresses }, userId: shop.cashier.id }])
})

test('a mailed Z report names who closed it, if that was not the cashier', async () => {
  shop = await tills.shop()
  await wants(['duena@example.test'])
  const mailedText = async (folio: string) => {
    const found = () =>
      catcher.letters().find(({ subject }) => subject.includes(`${folio} de ${shop.cashier.name}`))
    await expect.poll(found).toBeDefined()
    return found()?.text
  }
  const own = await (await closedShift(50_000)).close()
  expect(await mailedText(own.folio)).not.toContain('Cerró')
  await tills.openShift(shop.cashier)
  const bySupervisor = await (await closedShift(0, {}, shop.supervisor)).close()
  const text = await mailedText(bySupervisor.folio)
  expect(text).toMatch(new RegExp(`Cajero: ${shop.cashier.name}\n(.*\n)+Cerró: ${shop.supervisor.name}\n`))
})

test('a store that gave no address mails nothing', async () => {
  shop = await tills.shop()
  const before = catcher.letters().length
  await (await closedShift(50_000)).close()
  expect(await mailed()).toEqual([])
  const { rows } = await app.admin.query(`select count(*)::int as count from identity.mails`)
  expect(rows).toEqual([{ count: before }])
})

test('whoever may close no shift of a store sends no report to its addresses, by the function neither', async () => {
  shop = await tills.shop()
  await wants(['duena@example.test'])
  const { store } = shop
  const other = await tills.shop()
  const client = new pg.Client({ connectionString: app.apiUrl })
  await client.connect()
  const mailedBy = async ({ token }: { token: string }) => {
    await client.query('begin')
    await client.query(`select app.authenticate(sha256($1::bytea), null, true, 'test')`, [token])
    const asked = client.query('select shop.mail_shift_report($1, $2, $3, $4, $5) as addresses', [
      store.merchantId,
      store.id,
      'Z-000001',
      'Ana',
      'Corte',
    ])
    return asked.then(({ rows }) => rows[0].addresses).finally(() => client.query('rollback'))
  }
  try {
    expect(await mailedBy(shop.cashier)).toEqual(['duena@example.test'])
    await expect(mailedBy(other.manager)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await client.end()
  }
})

test.each([
  [['no es correo']],
  [['a@example.test', 'a@example.test']],
  [Array.from({ length: 6 }, (_, no) => `${no}@example.test`)],
])('%j are no addresses of a store', async (emails) => {
  shop = await tills.shop()
  expect((await wants(emails)).body).toMatchObject({ status: 422, code: 'invalid_request' })
})
