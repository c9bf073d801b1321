import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import { type SandboxAggregator, sandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import { mailCatcher } from '../../adapters/mail/catcher.ts'

const catcher = mailCatcher()
let sandbox: SandboxAggregator
let app: RunningProduct
let store: Store
let cashier: Member
let topup: string
let giftCard: string

beforeAll(async () => {
  sandbox = sandboxAggregator({})
  app = await startProduct(
    { MOSTRADOR_WORKER: 'on' },
    {
      mailer: catcher,
      times: { pauseScale: 0.001 },
      aggregators: { selling: sandbox, settling: [sandbox] },
    },
  )
  await app.product.sync()
  const productOf = async (carrier: string) => {
    const { rows } = await app.admin.query<{ id: string }>(
      `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
        where v.name = $1 and p.subkind in ('topup', 'giftcard') and p.amount_centavos in (10000, 15000)
        order by p.amount_centavos limit 1`,
      [carrier],
    )
    return rows[0]?.id ?? ''
  }
  ;[topup, giftCard] = [await productOf('Telcel'), await productOf('Netflix')]
  store = await app.world.store()
  cashier = await app.world.member(store, 'cashier')
  await app.world.openShift(cashier)
  await app.world.fund(store.merchantId, 1_000_000)
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [store.merchantId])
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

let numbers = 0
/** A sale of 100 pesos of airtime; the provider ends it by the last three digits of the number. */
const sellTopup = (ending = '600') =>
  app.call(
    cashier,
    'POST',
    '/vas/sale',
    { storeId: store.id, productId: topup, reference: `55123${String(++numbers).padStart(2, '0')}${ending}` },
    // One that ends in 300 stays in progress.
    { prefer: ending === '300' ? 'wait=0' : 'wait=30' },
  )
const mail = (who: Pick<Person, 'token'> | undefined, id: string, email: string, body: object = {}) =>
  app.call(who, 'POST', `/vas/sale/${id}/mails`, { email, ...body })
const lettersTo = (email: string) => catcher.letters().filter(({ to }) => to === email)
/** The mails of a sale in the audit log. */
const audited = async (saleId: string) =>
  (
    await app.admin.query(
      `select entity, merchant_id as "merchantId", store_id as "storeId", user_id as "userId", after from audit.log
        where action = 'receipt.mailed' and entity_id = $1 order by id`,
      [saleId],
    )
  ).rows

test('a completed sale is mailed to its customer as its receipt reads, and audited', async () => {
  const { body: sale } = await sellTopup()
  expect(sale.status).toBe('COMPLETED')
  const address = 'cliente@example.test'
  expect((await mail(cashier, sale.id, address)).status).toBe(204)
  await expect.poll(() => lettersTo(address).length).toBe(1)
  const [letter] = lettersTo(address)
  expect(letter?.subject).toMatch(new RegExp(`^Tu ticket ${sale.folio} de `))
  const lines = sale.receipt.map(({ label, value }: { label: string; value: string }) => `${label}: ${value}`)
  expect(lines).toContain(`Autorización: ${sale.authorization}`)
  expect(letter?.text.startsWith(`${lines.join('\n')}\n`)).toBe(true)
  expect(await audited(sale.id)).toEqual([
    {
      entity: 'vas_sale',
      merchantId: store.merchantId,
      storeId: store.id,
      userId: cashier.id,
      after: { folio: sale.folio, address },
    },
  ])
})

test('the code of a PIN is in no mail, seen or not, nor in what is kept of it', async () => {
  const order = { storeId: store.id, productId: giftCard }
  const { body: sale } = await app.call(cashier, 'POST', '/vas/sale', order)
  const { code, masked } = sale.pin
  expect(code).toMatch(/\w{8}/)
  const colleague = await app.world.member(store, 'supervisor')
  const [seen, unseen] = ['visto@example.test', 'sin-ver@example.test']
  expect((await mail(cashier, sale.id, seen)).status).toBe(204)
  await app.admin.query(
    'update vas.sale_pins set revealed_at = null, revealed_by = null where sale_id = $1',
    [sale.id],
  )
  for (const who of [cashier, colleague]) expect((await mail(who, sale.id, unseen)).status).toBe(204)
  await expect.poll(() => lettersTo(seen).length + lettersTo(unseen).length).toBe(3)
  const letters = [...lettersTo(seen), ...lettersTo(unseen)]
  for (const letter of letters) expect(letter.text).toContain(`PIN: ${masked}`)
  const { rows: kept } = await app.admin.query(
    `select m::text from identity.mails m union all select l::text from audit.log l where l.entity_id = $1`,
    [sale.id],
  )
  const bare = (written: unknown) => JSON.stringify(written).replace(/[\s-]/g, '')
  for (const place of [letters, kept, app.logLines])
    expect(bare(place)).not.toContain(bare(code).slice(1, -1))
  // Mailing does not count as showing: the seller still gets the code.
  expect((await app.call(cashier, 'GET', `/vas/sale/${sale.id}`)).body.pin.code).toBe(code)
})

test('a pending sale and a failed one are not mailed; one that was reversed says so', async () => {
  const { body: pending } = await sellTopup('300')
  const { body: failed } = await sellTopup('602')
  expect([pending.status, failed.status]).toEqual(['PENDING', 'FAILED'])
  for (const { id } of [pending, failed]) {
    const refused = await mail(cashier, id, 'pronto@example.test')
    expect(refused.body).toMatchObject({ status: 409, code: 'invalid_transition' })
    expect(await audited(id)).toEqual([])
  }
  const { body: sale } = await sellTopup()
  const { engine } = sandbox.simulator
  engine.reverse(engine.findByExternalId(sale.id)?.id ?? 0)
  await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [
    sale.id,
  ])
  await app.call(undefined, 'POST', '/vas/callbacks/dtone', { external_id: sale.id })
  const status = async () => (await app.call(cashier, 'GET', `/vas/sale/${sale.id}`)).body.status
  await expect.poll(status, { timeout: patient(20_000) }).toBe('REVERSED')
  expect((await mail(cashier, sale.id, 'reversa@example.test')).status).toBe(204)
  await expect.poll(() => lettersTo('reversa@example.test')[0]?.text).toContain('Aviso: OPERACIÓN REVERSADA')
  expect(lettersTo('pronto@example.test')).toEqual([])
})

test('a caller who may not read a sale cannot mail its receipt, and gets the answer of an absent sale', async () => {
  const { body: sale } = await sellTopup()
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  const elsewhere = await app.world.store()
  const absent = '01900000-0000-7000-8000-000000000000'
  for (const who of [await app.world.member(sibling, 'cashier'), elsewhere.manager]) {
    const foreign = await mail(who, sale.id, 'x@example.test')
    expect(foreign.body).toMatchObject({ status: 404, code: 'not_found' })
    expect({ ...foreign.body, requestId: '' }).toEqual({
      ...(await mail(who, absent, 'x@example.test')).body,
      requestId: '',
    })
  }
  expect((await mail(await app.world.operator(), sale.id, 'x@example.test')).status).toBe(403)
  expect((await mail(undefined, sale.id, 'x@example.test')).status).toBe(401)
  expect(await audited(sale.id)).toEqual([])
  // The sales of a store are read by its whole team.
  const colleague = await app.world.member(store, 'cashier')
  expect((await mail(colleague, sale.id, 'x@example.test')).status).toBe(204)
  expect(await audited(sale.id)).toMatchObject([{ userId: colleague.id }])
})

test('one sale is mailed five times at most, also at once, and the next sale again', async () => {
  const { body: sale } = await sellTopup()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => mail(cashier, sale.id, 'otra@example.test')),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(5)
  for (const { body } of answers.filter(({ status }) => status !== 204))
    expect(body).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await audited(sale.id)).toHaveLength(5)
  const { body: next } = await sellTopup()
  expect((await mail(cashier, next.id, 'otra@example.test')).status).toBe(204)
})

test('an address that is none, and a text of the client, are refused', async () => {
  const { body: sale } = await sellTopup()
  for (const email of ['', 'cliente', 'a@b c']) expect((await mail(cashier, sale.id, email)).status).toBe(422)
  expect((await mail(cashier, sale.id, 'x@example.test', { text: 'Tu PIN' })).status).toBe(422)
  expect(await audited(sale.id)).toEqual([])
})
