import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { patient } from '../patience.ts'
import { successesById } from '../provider-journal.ts'
import { onHand, type SellingShop } from './moving-shops.ts'

/** A shop, with what the server acknowledged to its people. */
export interface AcknowledgedShop extends SellingShop {
  /** One for each idempotency key. */
  readonly topUps: { readonly id: string; readonly status: string }[]
  readonly orders: string[]
  /** Memberships that were ended. */
  readonly dismissed: string[]
}

/** Every sale has its outcome, and no node holds a prepared transaction. */
export async function expectNothingOpen(admin: pg.Pool): Promise<void> {
  const open = async () => {
    const { rows } = await admin.query(
      `select (select count(*)::int from vas.sales where status = 'PENDING') as pending,
              (select sum(result::int)::int from run_command_on_all_nodes('select count(*) from pg_prepared_xacts')) as prepared`,
    )
    return rows[0]
  }
  await expect.poll(open, { timeout: patient(90_000), interval: 500 }).toEqual({ pending: 0, prepared: 0 })
}

/**
 * The database has what was acknowledged, each once, and nothing else; each completed top-up was made once by the provider.
 *
 * @param dataDir of the server, with the journal of its simulated provider
 * @param stockBefore what the shop had of its product
 */
export async function expectAcknowledged(
  admin: pg.Pool,
  dataDir: string,
  shop: AcknowledgedShop,
  stockBefore: number,
): Promise<void> {
  const rowsOf = async <R extends pg.QueryResultRow>(text: string) =>
    (await admin.query<R>(text, [shop.merchantId])).rows
  const successes = successesById(path.join(dataDir, 'simulator'))
  const sales = await rowsOf<{ id: string; status: string }>(
    'select id, status from vas.sales where merchant_id = $1',
  )
  for (const { id, status } of sales)
    expect({ id, status, successes: successes.get(id) ?? 0 }).toEqual({
      ...{ id, status },
      successes: status === 'COMPLETED' ? 1 : 0,
    })
  expect(sales.some(({ status }) => status === 'COMPLETED')).toBe(true)
  expect(sales.map(({ id }) => id).sort()).toEqual(shop.topUps.map(({ id }) => id).sort())
  const statusOf = new Map(sales.map(({ id, status }) => [id, status]))
  for (const { id, status } of shop.topUps)
    if (status !== 'PENDING') expect({ id, status: statusOf.get(id) }).toEqual({ id, status })

  const orders = await rowsOf<{ id: string; folio: string }>(
    'select id, folio from selling.sales_orders where merchant_id = $1',
  )
  expect(orders.map(({ id }) => id).sort()).toEqual([...shop.orders].sort())
  expect(new Set(orders.map(({ folio }) => folio)).size).toBe(orders.length)
  expect(await onHand({ admin }, shop)).toBe(stockBefore - orders.length)

  expect(await rowsOf('select held_centavos::int as held from money.wallets where merchant_id = $1')).toEqual(
    [{ held: 0 }],
  )
  expect((await admin.query('select * from money.imbalances()')).rows).toEqual([])
  const { rows: members } = await admin.query(
    'select from shop.memberships where id = any ($1) and ended_at is null',
    [shop.dismissed],
  )
  expect(members).toEqual([])
}

/** The authority journal has the end of each membership, once. */
export async function expectJournaled(dataDir: string, memberships: readonly string[]): Promise<void> {
  const dir = path.join(dataDir, 'authority')
  const ends = async () => {
    const texts = await Promise.all(
      (await readdir(dir)).map((name) => readFile(path.join(dir, name), 'utf8')),
    )
    const acts: { id: string; entityId: string }[] = texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.includes('membership.ended'))
      .map((line) => JSON.parse(line).body.event)
    // Two servers may have written the same act.
    const once = new Map(acts.map((act) => [act.id, act.entityId]))
    return memberships.map((each) => [...once.values()].filter((entityId) => entityId === each).length)
  }
  await expect.poll(ends, { timeout: patient(30_000) }).toEqual(memberships.map(() => 1))
}
