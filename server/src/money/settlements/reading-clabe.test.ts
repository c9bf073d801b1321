import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import {
  type Caller,
  type PaidShop,
  settlementShop,
  stepsTo,
  trackingKey,
} from '../../../test/settlement-shop.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let operator: Person
let shops: ReturnType<typeof settlementShop>
beforeAll(async () => {
  app = await sharedProduct()
  operator = await app.world.operator()
  shops = settlementShop(app, operator)
})

const nothing = '01900000-0000-7000-8000-000000000000'

/** A shop that is paid to an account that it added. */
async function paidShop(): Promise<PaidShop & { clabe: string }> {
  const of = await shops.shop()
  const clabe = newClabe()
  const given = { storeId: of.store.id, clabe, holder: 'Abarrotes Lupita' }
  const { body } = await app.call(of.manager, 'POST', '/pos/settlements/bank-account', given)
  const seen = { status: 'VERIFIED' }
  await app.call(operator, 'PATCH', `/pos/settlements/bank-account/${body.id}/verification`, seen)
  await shops.verify(of.store.merchantId)
  return { ...of, account: body.id, clabe }
}

const readClabe = (who: Caller, id: string) => app.call(who, 'POST', `/pos/settlements/requests/${id}/clabe`)
const readings = async (id: string) =>
  (
    await app.admin.query(
      `select user_id as by, after, merchant_id as "merchantId" from audit.log
        where action = 'settlement.clabe_read' and entity_id = $1 order by id`,
      [id],
    )
  ).rows

test('an operator who sends a payout can read the CLABE, and each reading is audited without the digits', async () => {
  const of = await paidShop()
  const id = await shops.settlementIn('PROCESSING', of)
  const read = await readClabe(operator, id)
  expect(read.status, read.text).toBe(200)
  expect(read.body).toEqual({
    settlementId: id,
    amountCentavos: 30_000,
    holder: 'Abarrotes Lupita',
    bank: { code: of.clabe.slice(0, 3), name: expect.any(String) },
    clabe: of.clabe,
  })
  expect(read.headers.get('cache-control')).toBe('no-store')
  expect((await readClabe(operator, id)).body.clabe).toBe(of.clabe)
  const after = { bankAccountId: of.account, clabeLastFour: of.clabe.slice(-4) }
  const reading = { by: operator.id, after, merchantId: of.store.merchantId }
  expect(await readings(id)).toEqual([reading, reading])
  // Another operator sees who is sending it.
  const second = await app.world.operator()
  const trail = await app.call(second, 'GET', `/platform/audit?entity=settlement&entityId=${id}`)
  expect(
    trail.body.items.map((each: { action: string; userName: string }) => [each.action, each.userName]),
  ).toEqual(
    ['clabe_read', 'clabe_read', 'processing', 'approved'].map((act) => [`settlement.${act}`, operator.name]),
  )

  const queue = await app.call(
    operator,
    'GET',
    `/pos/settlements/ops/requests?merchantId=${of.store.merchantId}`,
  )
  const accounts = await app.call(
    operator,
    'GET',
    `/pos/settlements/bank-account/admin?merchantId=${of.store.merchantId}`,
  )
  const audit = await app.call(operator, 'GET', `/platform/audit?entityId=${id}`)
  for (const { text } of [queue, accounts, audit]) {
    expect(text).toContain(of.clabe.slice(-4))
    expect(text).not.toContain(of.clabe)
  }
})

test('it is shown while the payout is in processing, not before and not after', async () => {
  const of = await paidShop()
  for (const status of Object.keys(stepsTo).filter((each) => each !== 'PROCESSING')) {
    const id = await shops.settlementIn(status, of)
    expect(await readClabe(operator, id), status).toMatchObject({
      status: 409,
      body: { code: 'settlement_not_processing', settlementStatus: status },
    })
    expect(await readings(id)).toEqual([])
  }
})

test('it is not shown when the payout may not be paid: for suspended and unverified merchants, and for accounts', async () => {
  const of = await paidShop()
  const id = await shops.settlementIn('PROCESSING', of)
  const writeStatus = (status: string) =>
    app.admin.query('select platform.write_status($1, $2)', [of.store.merchantId, status])
  await writeStatus('SUSPENDED')
  expect((await readClabe(operator, id)).body.code).toBe('merchant_suspended')
  await writeStatus('ACTIVE')
  await shops.verify(of.store.merchantId, false)
  expect((await readClabe(operator, id)).body.code).toBe('merchant_unverified')
  await shops.verify(of.store.merchantId)
  await app.admin.query(
    `update money.bank_accounts set expires_at = now() - interval '1 second' where id = $1`,
    [of.account],
  )
  expect((await readClabe(operator, id)).body.code).toBe('bank_account_unverified')
  expect(await readings(id)).toEqual([])
})

test('nobody else can read it: not the requester, not the store, not without a recent confirmation, not staff of other merchants', async () => {
  const of = await paidShop()
  const both = await app.world.member(of.store, 'manager')
  const asked = (await shops.ask(both, shops.order(of))).body.id
  await app.world.joinPlatform(both)
  for (const step of ['APPROVED', 'PROCESSING']) await shops.decide(operator, asked, step)
  expect((await readClabe(both, asked)).body.code).toBe('forbidden')

  const confined = await app.world.platformAdmin()
  const elsewhere = await shops.shop()
  await app.admin.query(
    'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $3)',
    [confined.id, elsewhere.store.merchantId, operator.id],
  )
  const refused = await readClabe(confined, asked)
  const absent = await readClabe(operator, nothing)
  expect(refused.status).toBe(404)
  expect({ ...refused.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })

  const hours = await app.world.person({ labels: ['platformOperator'], confirmed: false })
  expect((await readClabe(hours, asked)).body.code).toBe('confirmation_required')
  expect((await readClabe(of.manager, asked)).body.code).toBe('forbidden')
  expect(await readings(asked)).toEqual([])
  expect((await shops.decide(operator, asked, 'PAID', { claveRastreo: trackingKey() })).status).toBe(200)
})
