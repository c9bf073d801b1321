import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { checkStock } from './checking.ts'

let app: RunningProduct

beforeAll(async () => {
  app = await startProduct()
}, patient(60_000))
afterAll(() => app.stop())

test('a merchant whose stock cannot be checked is reported, and the others are checked all the same', async () => {
  const [broken, { merchantId, id: storeId }] = [await app.world.store(), await app.world.store()]
  const { rows } = await app.admin.query(
    `with made as (
       insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, tracks_stock)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Arroz', 3000, true) returning *)
     insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
     select merchant_id, id, store_id, permission_set, id from made returning id`,
    [merchantId, storeId],
  )
  const id = rows[0].id as string
  await app.admin.query(`select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[5])`, [
    merchantId,
    storeId,
    id,
  ])
  await app.admin.query('update stock.stock_levels set on_hand = 4 where id = $1', [id])
  // As if its movements took too long.
  await app.admin.query(`
    alter function stock.stock_faults(uuid) rename to stock_faults_of_others;
    create function stock.stock_faults(p_merchant uuid)
      returns table (merchant_id uuid, id uuid, fault text, expected numeric, found numeric)
      language plpgsql stable security definer as $$
    begin
      if p_merchant = '${broken.merchantId}' then
        raise query_canceled;
      end if;
      return query select * from stock.stock_faults_of_others(p_merchant);
    end $$;
    grant execute on function stock.stock_faults(uuid) to mostrador_worker`)
  const { merchants, faults } = await checkStock(app.database, pino({ level: 'silent' }))
  expect(merchants).toBeGreaterThanOrEqual(2)
  const none = { expected: null, found: null }
  expect(faults).toEqual([
    { merchantId: broken.merchantId, id: broken.merchantId, fault: 'stock was not checked', ...none },
    { merchantId, id, fault: 'level differs from its movements', expected: 5, found: 4 },
  ])
})
