import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'

let app: VasApp

beforeAll(async () => {
  app = await startVasApp()
})
afterAll(() => app.close())

test('a found sale costs what the till’s did, and leaves the platform no loss where both prices end in half a centavo', async () => {
  const { store, cashier } = await app.shop()
  const lines = [{ kind: 'service', shareBps: 10_000, feeCentavos: 0 }]
  const agreed = await app.call(
    await app.world.platformAdmin(),
    'PUT',
    `/platform/merchants/${store.merchantId}/vas-terms`,
    { version: 0, lines, reason: 'Todo el margen' },
  )
  expect(agreed.status, agreed.text).toBe(200)
  const { rows: products } = await app.admin.query(
    `with v as (insert into vas.providers (id, provider_ref, name, slug)
                values (app.uuid_v7(), 'half', 'Medio centavo', 'medio-centavo') returning id)
     insert into vas.products (id, provider_product_ref, provider_id, kind, subkind, name, min_centavos, max_centavos,
       increment_centavos, wholesale_bps, reference_rule)
     select app.uuid_v7(), 'half', v.id, 'service', 'bill', 'Medio centavo', 1000, 100000, 1, 9900, 'account' from v
     returning id`,
  )
  const order = { productId: products[0].id, reference: '1234567800', amountCentavos: 10_050 }
  const sold = await app.call(cashier, 'POST', '/vas/sale', order)
  expect(sold.status, sold.text).toBe(201)
  const record = {
    externalId: randomUUID(),
    purchaserId: store.id,
    providerProductId: 'half',
    providerTransactionId: '1',
    reference: order.reference,
    amountCentavos: order.amountCentavos,
    createdAt: new Date(),
  }
  const entered = await app.admin.query(`select vas.enter_found_sale('sandbox', null, null, $1) as outcome`, [
    record,
  ])
  expect(entered.rows).toEqual([{ outcome: 'ENTERED' }])
  const { rows } = await app.admin.query(
    `select commission_centavos::int as commission, cost_centavos::int as cost, wholesale_centavos::int as wholesale
       from vas.sales where store_id = $1 order by folio`,
    [store.id],
  )
  const prices = { commission: 100, cost: 9_950, wholesale: 9_950 }
  expect(rows).toEqual([prices, prices])
  expect(await app.books(store.merchantId)).toMatchObject({ faults: [] })
})
