/**
 * The rows of a sale of a service, in two transactions: before the provider is asked, and after its answer.
 *
 * @param {ReturnType<typeof import('./floor-rows.mjs').floorRows>} rows
 * @param {{ id: string }} sale
 */
export async function saleFloor({ read, insert, write, nameOf }, { id }) {
  const sale = await read('vas.sales', 't.id = $1', [id])
  const booked = async (kind) => {
    const posting = await read('money.postings', 't.reference = $1 and t.kind = $2', [id, kind])
    return { posting, entries: await read('money.entries', 't.posting_id = $1', [posting.rows[0].id]) }
  }
  const [reserve, capture] = [await booked('reserve'), await booked('capture')]
  const audited = (which) =>
    read('audit.log', `t.entity_id = $1 and t.action ${which} 'vas.sale.opened'`, [id])
  const [opened, moved] = [await audited('='), await audited('<>')]
  const events = await read('events.events', `t.payload ->> 'saleId' = $1`, [id])
  const keys = await read('app.idempotency_keys', 't.resource_id = $1', [id])
  const wallet = (column) => `(select w.${column} from money.wallets w where w.merchant_id = @merchant)`
  const folio = `(select 'V-' || lpad(f.last_no::text, 6, '0') from vas.folios f
    where f.merchant_id = @merchant and f.store_id = @store)`
  const name = `@${nameOf(id)}`
  const ofWallet = ({ rows }) => ({ rows: rows.filter(({ account }) => account === 'wallet') })
  const others = ({ rows }) => ({ rows: rows.filter(({ account }) => account !== 'wallet') })
  const cost = sale.rows[0].cost_centavos
  return [
    [
      insert(keys, { key: '@key:text', status: 'null', body: 'null' }),
      write(`insert into vas.folios as f (merchant_id, store_id, last_no) values (@merchant, @store, 1)
        on conflict (merchant_id, store_id) do update set last_no = f.last_no + 1`),
      write(`update vas.day_totals set sales = sales + 1, centavos = centavos + ${sale.rows[0].amount_centavos}
              where merchant_id = @merchant and store_id = @store and seller_id in (@store, @membership)`),
      insert(sale, {
        ...{ folio, reference: '@phone:text', status: `'PENDING'`, phase: `'RESERVED'` },
        ...{
          provider_transaction_ref: 'null',
          authorization_code: 'null',
          hold_expires_at: 'null',
          completed_at: 'null',
        },
        ...{ next_check_at: 'now()', leased_until: `now() + interval '20 seconds'`, expected_by: 'now()' },
      }),
      write(`update money.wallets set available_centavos = available_centavos - ${cost},
               held_centavos = held_centavos + ${cost}, last_entry_no = last_entry_no + 1 where merchant_id = @merchant`),
      insert(reserve.posting),
      insert(
        { ...reserve.entries, ...ofWallet(reserve.entries) },
        { balance_after_centavos: wallet('available_centavos'), entry_no: wallet('last_entry_no') },
      ),
      insert({ ...reserve.entries, ...others(reserve.entries) }),
      insert(opened),
    ],
    [
      write(
        `update vas.sales set status = @row.status, phase = @row.phase, provider_transaction_ref = @row.provider_transaction_ref,
           authorization_code = @row.authorization_code, hold_expires_at = @row.hold_expires_at, leased_until = null,
           next_check_at = now(), updated_at = now(), completed_at = now()
          where merchant_id = @merchant and id = ${name}`,
        sale,
      ),
      write(`update money.wallets set held_centavos = held_centavos - ${cost} where merchant_id = @merchant`),
      insert(capture.posting),
      insert(capture.entries),
      insert(moved),
      insert(events, { position: 'null' }),
      write(
        `update app.idempotency_keys set status = 201, body = @row.body
          where account_id = @account and route = @row.route and key = @key:text`,
        keys,
      ),
    ],
  ]
}
