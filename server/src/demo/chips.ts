import { createHash } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'

/** Invented, with the check digit of every ICCID. */
const iccids = [
  '8952020261120000011',
  '8952020261120000029',
  '8952020261120000037',
  '8952020261120000045',
  '8952020261120000052',
  '8952020261120000060',
  '8952020261120000078',
  '8952020261120000086',
  '8952020261120000094',
  '8952020261120000102',
  '8952020261120000110',
  '8952020261120000128',
]

/** A SIM chip as a product, and a box of them in stock, as imported. */
export async function seedChips(client: pg.Client, merchantId: string, storeId: string): Promise<void> {
  const productId = uuid()
  await client.query(
    `insert into catalog.products (merchant_id, id, store_id, permission_set, sku, name, price_centavos, picture, kind)
     values ($1, $2, $3, authz.set_of($1, $3, 'catalog'), 'SIM-001', 'Chip Telcel con $50 de saldo', 9900, 'sim', 'CHIP')`,
    [merchantId, productId, storeId],
  )
  // The sets of a supervisor of the store while importing.
  await client.query(
    `select set_config('app.creatable', s, true), set_config('app.updatable', s, true)
       from (select '{' || authz.set_of($1, $2, 'inventory') || '}' as s) x`,
    [merchantId, storeId],
  )
  const importId = uuid()
  const file = createHash('sha256').update(`demo chips of ${storeId}`).digest()
  await client.query(`select stock.open_chip_import($1, $2, $3, $4, 'chips-demo.xlsx', $5, 'Chips', $6)`, [
    merchantId,
    importId,
    storeId,
    productId,
    file,
    iccids.length,
  ])
  await client.query('select stock.add_chips($1, $2, $3)', [merchantId, importId, JSON.stringify(units())])
}

function units() {
  return iccids.map((iccid, index) => ({
    id: uuid(),
    row: index + 2,
    iccid,
    msisdn: `55700000${String(index + 1).padStart(2, '0')}`,
    carrier: 'Telcel',
    batch: 'DEMO-1',
    costCentavos: 6_000,
    priceCentavos: 9_900,
  }))
}
