import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { root } from '../../database/sources.ts'
import { mostExported } from '../../spreadsheet/table.ts'
import { ledgerRoutes } from './routes.ts'
import { ledgerService } from './service.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ routes: ({ database }) => ledgerRoutes(ledgerService({ database })) })
})
afterAll(() => app.close())

const post = (merchantId: string, kind: string, accounts: string[], amounts: number[], reference?: string) =>
  app.admin.query('select money.post($1, $2, coalesce($5, app.uuid_v7()), $3, $4)', [
    merchantId,
    kind,
    accounts,
    amounts,
    reference ?? null,
  ])

const balances = async (merchantId: string) => {
  const { rows } = await app.admin.query(
    'select available_centavos::int as available, held_centavos::int as held from money.wallets where merchant_id = $1',
    [merchantId],
  )
  return rows[0]
}

describe('a posting', () => {
  test('that does not balance is refused, and leaves nothing', async () => {
    const { id } = await app.world.merchant()
    await expect(post(id, 'deposit', ['deposits_clearing', 'wallet'], [-100, 99])).rejects.toThrow(
      'does not balance',
    )
    await expect(post(id, 'deposit', ['wallet'], [0])).rejects.toThrow('does not balance')
    await expect(post(id, 'deposit', ['wallet', 'suspense'], [1])).rejects.toThrow()
    expect(await balances(id)).toEqual({ available: 0, held: 0 })
    const { rows } = await app.admin.query(
      'select count(*)::int as n from money.postings where merchant_id = $1',
      [id],
    )
    expect(rows[0].n).toBe(0)
  })

  test('cannot take more than the wallet has', async () => {
    const { id } = await app.world.merchant()
    await app.world.fund(id, 500)
    await expect(post(id, 'reserve', ['wallet', 'wallet_held'], [-501, 501])).rejects.toThrow(
      'insufficient_funds',
    )
    await expect(post(id, 'release', ['wallet_held', 'wallet'], [-1, 1])).rejects.toThrow(
      'wallets_held_centavos_check',
    )
    expect(await balances(id)).toEqual({ available: 500, held: 0 })
  })

  test('for a step of a sale is booked once', async () => {
    const { id } = await app.world.merchant()
    await app.world.fund(id, 500)
    const sale = '019f0000-0000-7000-8000-000000000001'
    await post(id, 'reserve', ['wallet', 'wallet_held'], [-100, 100], sale)
    await expect(post(id, 'reserve', ['wallet', 'wallet_held'], [-100, 100], sale)).rejects.toThrow(
      'postings_once',
    )
    expect(await balances(id)).toEqual({ available: 400, held: 100 })
  })

  test('cannot be changed by any login role', async () => {
    for (const role of ['mostrador_api', 'mostrador_worker']) {
      for (const table of ['wallets', 'postings', 'entries']) {
        const { rows } = await app.admin.query(
          `select bool_or(has_table_privilege($1, $2, verb)) as may from unnest(array['insert','update','delete','truncate']) verb`,
          [role, `money.${table}`],
        )
        expect({ role, table, may: rows[0].may }).toEqual({ role, table, may: false })
      }
      const { rows } = await app.admin.query(
        `select has_function_privilege($1, 'money.post(uuid,text,uuid,text[],bigint[],text)', 'execute') as may`,
        [role],
      )
      expect(rows[0].may).toBe(false)
    }
  })
})

test('a hundred concurrent reservations of a wallet that covers forty leave exactly zero', async () => {
  const { id } = await app.world.merchant()
  await app.world.fund(id, 40 * 250)
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, () => post(id, 'reserve', ['wallet', 'wallet_held'], [-250, 250])),
  )
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(40)
  expect(await balances(id)).toEqual({ available: 0, held: 10_000 })
})

describe('the statement', () => {
  test('numbers its entries without gaps, with the balance after each, newest first', async () => {
    const store = await app.world.store()
    for (const amount of [1_000, 2_000, 3_000]) await app.world.fund(store.merchantId, amount)
    const first = await app.call(store.manager, 'GET', '/pos/wallet/entries?limit=2')
    expect(first.body.items).toMatchObject([
      { entryNo: 3, kind: 'deposit', amountCentavos: 3_000, balanceAfterCentavos: 6_000, folio: null },
      { entryNo: 2, amountCentavos: 2_000, balanceAfterCentavos: 3_000 },
    ])
    const second = await app.call(
      store.manager,
      'GET',
      `/pos/wallet/entries?limit=2&cursor=${first.body.nextCursor}`,
    )
    expect(second.body).toMatchObject({
      items: [{ entryNo: 1, balanceAfterCentavos: 1_000 }],
      nextCursor: null,
    })
    expect((await app.call(store.manager, 'GET', '/pos/wallet')).body).toEqual({
      availableCentavos: 6_000,
      heldCentavos: 0,
    })
    expect((await app.call(store.manager, 'GET', '/pos/wallet/entries?cursor=x')).body.code).toBe(
      'invalid_cursor',
    )
  })

  test('downloads as CSV without formulas', async () => {
    const store = await app.world.store()
    await app.admin.query(
      `select money.post($1, 'deposit', app.uuid_v7(), '{deposits_clearing,wallet}', '{-123456,123456}', '=HYPERLINK("x")')`,
      [store.merchantId],
    )
    const { text, headers } = await app.call(store.manager, 'GET', '/pos/wallet/entries.csv')
    expect(headers.get('content-type')).toMatch('text/csv')
    const [head, row] = text.split('\r\n')
    expect(head).toBe('\uFEFFNo.,Fecha,Concepto,Folio,Importe,Saldo,Nota')
    expect(row).toMatch(/^1,.*Z,Depósito,,1234\.56,1234\.56,"'=HYPERLINK\(""x""\)"$/)
  })

  test('downloads the days asked for in the store’s time zone, is not stored by the browser, and leaves its trace', async () => {
    const store = await app.world.store()
    for (const amount of [1_000, 2_000, 3_000]) await app.world.fund(store.merchantId, amount)
    // Eleven at night on the last of May, and midnight, in Mexico City.
    const moments = ['2026-06-01T05:00:00Z', '2026-06-01T06:00:00Z', '2026-06-02T06:00:00Z']
    for (const [at, moment] of moments.entries())
      await app.admin.query(
        `update money.entries set posted_at = $3 where merchant_id = $1 and account = 'wallet' and entry_no = $2`,
        [store.merchantId, at + 1, moment],
      )
    const numbers = async (days: string) => {
      const { text, headers } = await app.call(store.manager, 'GET', `/pos/wallet/entries.csv?${days}`)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('content-disposition')).toBe('attachment; filename="estado-de-cuenta.csv"')
      return text
        .split('\r\n')
        .slice(1, -1)
        .map((row) => Number(row.split(',')[0]))
    }
    expect(await numbers('')).toEqual([3, 2, 1])
    expect(await numbers('from=2026-06-01')).toEqual([3, 2])
    expect(await numbers('from=2026-06-01&to=2026-06-01')).toEqual([2])
    const turned = await app.call(
      store.manager,
      'GET',
      '/pos/wallet/entries.csv?from=2026-06-02&to=2026-06-01',
    )
    expect([turned.status, turned.body.errors]).toEqual([422, [{ path: '/to', message: 'is before from' }]])
    const { rows } = await app.admin.query(
      `select store_id as "storeId", user_id as by, entity, entity_id as route, after from audit.log
        where merchant_id = $1 and action = 'records.exported' order by id`,
      [store.merchantId],
    )
    const entry = { storeId: store.id, by: store.manager.id, entity: 'export', route: 'exportWalletEntries' }
    expect(rows).toEqual([
      { ...entry, after: { format: 'csv', rows: 3 } },
      { ...entry, after: { format: 'csv', from: '2026-06-01', rows: 2 } },
      { ...entry, after: { format: 'csv', from: '2026-06-01', to: '2026-06-01', rows: 1 } },
    ])
  })

  test('with more entries than fit in a file is refused, and not cut', async () => {
    const store = await app.world.store()
    for (const amount of [1_000, 2_000]) await app.world.fund(store.merchantId, amount)
    const client = await app.admin.connect()
    try {
      await client.query('begin; set local session_replication_role = replica')
      await client.query(
        `insert into money.entries (merchant_id, posting_id, line, permission_set, account, amount_centavos,
                                    balance_after_centavos, entry_no)
         select e.merchant_id, e.posting_id, n + 10, e.permission_set, e.account, 1, 1, e.entry_no * 30000 + n
           from money.entries e, generate_series(1, 30000) n where e.merchant_id = $1 and e.account = 'wallet'`,
        [store.merchantId],
      )
      await client.query('commit')
    } finally {
      client.release(true)
    }
    const refused = await app.call(store.manager, 'GET', '/pos/wallet/entries.csv')
    expect(refused.body).toMatchObject({ status: 422, code: 'export_too_large', mostRows: mostExported })
  })

  test('is readable only by managers of the merchant', async () => {
    const store = await app.world.store()
    const other = await app.world.store()
    const cashier = await app.world.member(store, 'cashier')
    const supervisor = await app.world.member(store, 'supervisor')
    const asks = (who: { token: string } | undefined) =>
      app.call(who, 'GET', `/pos/wallet?storeId=${store.id}`)
    expect((await asks(store.manager)).status).toBe(200)
    for (const who of [
      cashier,
      supervisor,
      other.manager,
      await app.world.operator(),
      await app.world.platformAdmin(),
    ]) {
      expect((await asks(who)).status).toBe(403)
    }
    expect((await asks(undefined)).status).toBe(401)
  })
})

describe('the worked examples of docs/ledger.md', async () => {
  const text = await readFile(path.join(root, 'docs/ledger.md'), 'utf8')
  const steps = [
    ...text.matchAll(
      /^\| (deposit|reserve|capture|release|reverse|correction|connection_\w+|settlement_\w+) \| ([^|]+) \|$/gm,
    ),
  ]

  test('are there', () => expect(steps.length).toBeGreaterThanOrEqual(5))

  test('each balances, and can be posted in the documented order', async () => {
    const { id } = await app.world.merchant()
    for (const [, kind, entries] of steps) {
      const lines = [...(entries as string).matchAll(/`(\w+)` ([+−-])([\d,.]+)/g)].map(
        ([, account, sign, amount]) => ({
          account: account as string,
          centavos:
            Math.round(Number((amount as string).replaceAll(',', '')) * 100) * (sign === '+' ? 1 : -1),
        }),
      )
      await post(
        id,
        kind as string,
        lines.map(({ account }) => account),
        lines.map(({ centavos }) => centavos),
      )
    }
    expect(await balances(id)).toEqual({ available: 100_000, held: 0 })
    const { rows } = await app.admin.query('select * from money.imbalances() where merchant_id = $1', [id])
    expect(rows).toEqual([])
  })
})
