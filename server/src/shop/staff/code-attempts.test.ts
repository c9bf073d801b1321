import { beforeAll, expect, test } from 'vitest'
import type { RunningProduct } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Store } from '../../../test/world.ts'

let app: RunningProduct

beforeAll(async () => {
  app = await sharedProduct()
})

const codesTriedAt = async ({ merchantId }: Store): Promise<string[]> => {
  const { rows } = await app.admin.query<{ code: string }>(
    'select code from shop.code_attempts where merchant_id = $1 order by code',
    [merchantId],
  )
  return rows.map(({ code }) => code)
}

test('attempts at codes are deleted a day later, with the next one in a store of the same merchant', async () => {
  const [store, stranger] = [await app.world.store(), await app.world.store()]
  for (const { merchantId, id } of [store, stranger])
    await app.admin.query(
      `insert into shop.code_attempts (merchant_id, store_id, code, source_id, failures, last_failed_at)
       select $1, $2, 'Q' || n, $2, 5, now() - n * interval '23 hours' from generate_series(1, 2) n`,
      [merchantId, id],
    )
  await app.admin.query(`select shop.charge_code($1, $2, 'Q3', $2)`, [store.merchantId, store.id])
  expect(await codesTriedAt(store)).toEqual(['Q1', 'Q3'])
  expect(await codesTriedAt(stranger)).toEqual(['Q1', 'Q2'])
})
