import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { patient } from '../../../test/patience.ts'
import { type Store, worldOf } from '../../../test/world.ts'
import { Grant } from '../../authorization/grant.ts'
import { setStatementTimeout } from '../../database/statement-timeout.ts'
import { knownBarcodes } from './import-queries.ts'

let db: TestDatabase
let store: Store

beforeAll(async () => {
  db = await cloneDatabase()
  store = await worldOf(db.admin).store()
  const place = `'${store.merchantId}'::uuid, g.id, '${store.id}'::uuid, authz.set_of('${store.merchantId}', '${store.id}', 'catalog')`
  const goods = `(select n, md5('${store.id}' || n)::uuid as id from generate_series(1, 20000) n) g`
  // Without the checks of references, which read a whole table that was never measured.
  await db.admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
    select ${place}, 'Artículo ' || g.n, g.n from ${goods};
    insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id) select ${place}, g.id from ${goods};
    insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
    select ${place}, g.id, 'C-' || g.n from ${goods};
    commit`)
  await db.admin.query('select catalog.measure_goods(), catalog.measure_barcodes()')
})
afterAll(() => db.close())

test('once the barcodes are measured, those of twenty thousand rows are found by a generic plan too', async () => {
  const codes = Array.from({ length: 20_000 }, (_, no) => `C-${no + 1}`)
  const tokenHash = createHash('sha256').update(store.manager.token).digest()
  const grant = Grant.issue('store:supervisor', {
    credential: { tokenHash },
    storeId: store.id,
    requestId: 'test',
  })
  await db.database.read(grant, async (tx) => {
    await setStatementTimeout(tx, patient(1_000))
    await knownBarcodes(tx, tx.storeActor(), ['C-1'])
    // PostgreSQL may use a generic plan after it has planned a statement five times.
    for (let time = 1; time <= 7; time++)
      expect(await knownBarcodes(tx, tx.storeActor(), codes)).toHaveLength(20_000)
  })
})
