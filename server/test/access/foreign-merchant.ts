import { expect } from 'vitest'
import type { Answer, App } from '../app.ts'
import { newClabe } from '../clabes.ts'
import { plantRow, tenantTables } from '../every-table.ts'
import { tillsOf } from '../till.ts'
import { iccid } from '../workbook.ts'
import type { Person, Store } from '../world.ts'

/** A request that has to succeed; returns its answer. */
export const doneBy =
  (app: App) =>
  async (as: Person, method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await app.call(as, method, path, body)
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }

/** The data of a merchant that an administrator does not oversee. */
export interface ForeignMerchant {
  readonly store: Store
  /** Its ids, by field name in bodies and queries. */
  readonly ids: Readonly<Record<string, string>>
  /** Ids of its rows, by the preceding path. */
  readonly rows: Readonly<Record<string, string>>
  /** What would reveal it in an answer. */
  readonly marks: readonly string[]
}

/**
 * A merchant with data in everything that the platform can read.
 *
 * @param chief an administrator of all merchants
 */
export async function foreignMerchant(app: App, chief: Person): Promise<ForeignMerchant> {
  const store = await app.world.store(await app.world.merchant({ name: 'Comercio Ajeno Número Nueve' }))
  const { id: storeId, merchantId, manager } = store
  const done = doneBy(app)
  const deposit = await done(manager, 'POST', '/pos/deposits', {
    storeId,
    amountCentavos: 100,
    claveRastreo: 'AJENO00000000001',
    paidOn: '2026-01-15',
  })
  const account = await done(manager, 'POST', '/pos/settlements/bank-account', {
    storeId,
    clabe: newClabe(),
    holder: 'Rosa Luna',
  })
  const terminal = await done(manager, 'POST', '/pos/terminals', { storeId, name: 'Caja ajena' })
  const invite = await done(manager, 'POST', '/pos/invites', {
    storeId,
    email: 'ajena@example.test',
    role: 'cashier',
  })
  const psp = await done(chief, 'POST', '/admin/psp-credentials', {
    provider: 'conekta',
    environment: 'live',
    secretKey: 'key_of_somebody_else',
    merchantId,
  })
  await done(chief, 'POST', '/platform/admin-assignments', {
    email: (await app.world.platformAdmin()).email,
    merchantId,
  })
  await app.admin.query(
    `select platform.note_given_up('gone:' || $1, 'test.job', jsonb_build_object('merchantId', $1::text), 1, 'x', now())`,
    [merchantId],
  )
  const { rows: work } = await app.admin.query(
    'select id from platform.given_up_work where merchant_id = $1',
    [merchantId],
  )
  await app.admin.query('update identity.credentials set totp_enabled_at = now() where account_id = $1', [
    manager.id,
  ])
  const reset = await done(chief, 'POST', '/platform/second-factor-resets', {
    email: manager.email,
    reason: 'Teléfono perdido',
  })
  const tables = await tenantTables(app.admin)
  const planted = async (name: string, at: Store = store) =>
    plantRow(app.admin, tables.find((table) => table.name === name) as (typeof tables)[number], at)
  const tills = tillsOf(app)
  const cashier = await app.world.member(store, 'cashier')
  await tills.openShift(cashier)
  await tills.sale(cashier, [{ variantId: await tills.product(store, { stock: 1 }) }])
  const [sale, settlement] = [await planted('vas.sales'), await planted('money.settlements')]
  await app.admin.query(
    `update vas.sales set phase = 'REVIEW', kind = 'pin', status = 'COMPLETED', created_at = now() where id = $1`,
    [sale],
  )
  await app.admin.query(`do $$
    declare planted vas.sales;
    begin
      select s.* into planted from vas.sales s where s.merchant_id = '${store.merchantId}' and s.id = '${sale}';
      perform vas.requeue(planted);
    end $$`)
  await app.admin.query(
    `update money.settlements set status = 'REQUESTED', bank_account_id = $2, requested_by = $3, updated_by = $3 where id = $1`,
    [settlement, account.id, manager.id],
  )
  await app.admin.query(
    `insert into reporting.settlement_rollups (merchant_id, day, version, lines, closing_centavos)
     values ($1, current_date - 1, 1, '[]', 0)`,
    [merchantId],
  )
  await done(chief, 'PUT', '/platform/settings/giftcards_admin_list_web', { value: true })
  const chips = [
    await planted('stock.chip_units'),
    await planted('stock.chip_units', await app.world.store()),
  ]
  await app.admin.query('update stock.chip_units set iccid = $2 where id = any ($1)', [chips, iccid(1)])
  await app.admin.query('select stock.open_chip_incidents(array[$1])', [iccid(1)])
  const { rows: incidents } = await app.admin.query('select id from stock.chip_incidents')
  // In a queue without a listener.
  const stuck = `stuck:${merchantId}`
  await app.admin.query(`select app.enqueue_work('vas.catalog.sync', $1, null, 'nobody-listens')`, [stuck])
  await app.admin.query(
    'update dbos.workflow_status set created_at = created_at - 3600000, updated_at = updated_at - 3600000 where workflow_uuid = $1',
    [stuck],
  )
  const { rows: lost } = await app.admin.query(
    `with done as (insert into platform.restorations (id, identity, data_until, reconciled_at)
                   values (app.uuid_v7(), 'test', now(), now()) returning id)
     insert into platform.restored_acts (event_id, restoration_id, subject, event, status)
     select app.uuid_v7(), done.id, 'merchant', jsonb_build_object('at', now(), 'action', 'merchant.suspended',
       'entity', 'merchant', 'entityId', $1::text, 'merchantId', $1::text,
       'after', jsonb_build_object('merchantId', $1::text)), 'APPLIED' from done
     returning event_id as id`,
    [merchantId],
  )
  const rows = {
    '/platform/restored_acts': lost[0].id,
    '/platform/merchants': merchantId,
    '/pos/merchants': merchantId,
    '/pos/admin/merchants': merchantId,
    '/platform/workflows': work[0].id,
    '/platform/terminals': terminal.id,
    '/platform/invites': invite.id,
    '/pos/deposits': deposit.id,
    '/pos/settlements/requests': settlement,
    '/pos/settlements/bank-account': account.id,
    '/vas/ops/reviews': sale,
    '/platform/chip-incidents': incidents[0].id,
    '/admin/psp-credentials': psp.id,
    '/platform/accounts': manager.id,
    '/platform/roles': manager.id,
    '/platform/second-factor-resets': reset.id,
    '/platform/admin-assignments': manager.id,
  }
  const ids = {
    merchantId,
    storeId,
    terminalId: terminal.id,
    bankAccountId: account.id,
    accountId: manager.id,
    ownerId: manager.id,
    userId: manager.id,
  }
  const marks = [...Object.values(rows), ...Object.values(ids), 'Comercio Ajeno', manager.email]
  return { store, ids, rows, marks }
}
