import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { plannedBuffersOf } from '../../../test/buffers.ts'
import { patient } from '../../../test/patience.ts'
import { checkLedger } from './checking.ts'

let app: RunningProduct
let merchantId: string

beforeAll(async () => {
  app = await startProduct()
  ;({ id: merchantId } = await app.world.merchant())
  for (const centavos of [10_000, 500, 300]) await app.world.fund(merchantId, centavos)
}, patient(60_000))
afterAll(() => app.stop())

const check = async () => (await checkLedger(app.database, pino({ level: 'silent' }))).faults
const counted = async () =>
  (await app.admin.query(`select faults from app.nightly_checks where job = 'ledger.check'`)).rows

test.each([
  [
    'entry',
    `update money.entries set amount_centavos = amount_centavos + $2 where merchant_id = $1 and account = 'wallet' and entry_no = 2`,
    [
      ['posting does not balance', 0, 7],
      ['wallet entry does not follow from the one before', 10_507, 10_500],
    ],
  ],
  [
    'balance of an entry',
    `update money.entries set balance_after_centavos = balance_after_centavos + $2
      where merchant_id = $1 and account = 'wallet' and entry_no = 3`,
    [
      ['wallet differs from its last entry', 10_807, 10_800],
      ['wallet entry does not follow from the one before', 10_800, 10_807],
    ],
  ],
  [
    'wallet',
    'update money.wallets set available_centavos = available_centavos + $2 where merchant_id = $1',
    [['wallet differs from its last entry', 10_800, 10_807]],
  ],
  [
    'number of entries',
    'update money.wallets set last_entry_no = last_entry_no + $2 where merchant_id = $1',
    [['wallet differs from its last entry', 10_800, 10_800]],
  ],
  [
    'held money',
    'update money.wallets set held_centavos = held_centavos + abs($2) * (case when held_centavos = 0 then 1 else -1 end) where merchant_id = $1',
    [['held differs from what is open', 0, 7]],
  ],
])('a changed %s is found, until it is corrected', async (_what, change, found) => {
  expect(await check()).toEqual([])
  await app.admin.query(change, [merchantId, 7])
  expect(await check()).toEqual(
    found.map(([fault, expectedCentavos, foundCentavos]) => ({
      merchantId,
      fault,
      expectedCentavos,
      foundCentavos,
    })),
  )
  expect(await counted()).toEqual([{ faults: found.length }])
  await app.admin.query(change, [merchantId, -7])
  expect(await check()).toEqual([])
  expect(await counted()).toEqual([{ faults: 0 }])
})

test('a merchant whose books cannot be checked is a fault, and the others are checked all the same', async () => {
  await app.admin.query(`
    alter function money.recent_imbalances(uuid) rename to recent_imbalances_of_others;
    create function money.recent_imbalances(p_merchant uuid)
      returns table (merchant_id uuid, fault text, expected bigint, found bigint)
      language plpgsql stable security definer as $$
    begin
      if p_merchant = '${merchantId}' then raise query_canceled; end if;
      return query select * from money.recent_imbalances_of_others(p_merchant);
    end $$;
    grant execute on function money.recent_imbalances(uuid) to mostrador_worker`)
  const none = { expectedCentavos: null, foundCentavos: null }
  expect(await check()).toEqual([{ merchantId, fault: 'the books were not checked', ...none }])
  await app.admin.query(`
    drop function money.recent_imbalances(uuid);
    alter function money.recent_imbalances_of_others(uuid) rename to recent_imbalances`)
})

test('the nightly check of the books does not read what is older than its days', async () => {
  const client = await app.admin.connect()
  try {
    const pages = async () => {
      await client.query('analyze money.entries, money.postings')
      return plannedBuffersOf(client, 'select * from money.recent_imbalances($1)', [merchantId])
    }
    const before = await pages()
    await client.query('set session_replication_role = replica')
    // Before the first entry, in time and by number.
    await client.query(
      `insert into money.entries (merchant_id, posting_id, line, permission_set, account, amount_centavos,
                                  balance_after_centavos, entry_no, posted_at)
       select $1, (substring(app.first_uuid_at(t.at)::text, 1, 19) || substring(gen_random_uuid()::text, 20))::uuid, 1,
              w.permission_set, 'wallet', 1, 1, -i, t.at
         from money.wallets w cross join generate_series(1, 5000) i
        cross join lateral (select now() - interval '20 days' - i * interval '1 minute' as at) t
        where w.merchant_id = $1`,
      [merchantId],
    )
    expect(await pages()).toBeLessThan(before + 30)
  } finally {
    client.release(true)
  }
})
