import { createHash } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { compose, type Product } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { demoPassword, demoPeople, demoPin } from '../src/demo/people.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'

// Everybody of the demo signs in, and then queries PostgreSQL directly, with the API's role and without
// WHERE.
let db: TestDatabase
let product: Product
let url: string
let api: pg.Client
const tokens = new Map<string, string>()

beforeAll(async () => {
  db = await cloneDatabase()
  const sandbox = sandboxAggregator({})
  product = await compose({
    config: parseConfig({ PORT: '0' }),
    apiUrl: db.apiUrl,
    workerUrl: db.workerUrl,
    keyEncryptionKey: Buffer.alloc(32, 1),
    logger: pino({ level: 'silent' }),
    isStrict: true,
    aggregators: { selling: sandbox, settling: [sandbox] },
  })
  await seedDemo(db.adminUrl, product)
  url = await product.start()
  api = new pg.Client({ connectionString: db.apiUrl })
  await api.connect()
  for (const { email } of demoPeople) {
    const answer = await call(undefined, 'POST', '/auth/sessions', { email, password: demoPassword })
    tokens.set(who(email), answer.body.token)
  }
  for (const seller of ['cashier', 'cashier2', 'cashier3']) {
    // One of them already has an open shift.
    await call(seller, 'POST', '/pos/shifts', { openingFloatCentavos: 0 })
    const { body } = await call(seller, 'GET', '/vas/catalog?kind=airtime')
    const phone = `55${createHash('sha256').update(seller).digest().readUInt32BE(0)}`.slice(0, 8)
    await call(seller, 'POST', '/vas/sale', { productId: body.items[0].id, reference: `${phone}00` })
  }
})
afterAll(async () => {
  await api.end()
  await product.stop()
  await db.close()
})

const who = (email: string) => email.split('@')[0] as string

async function call(person: string | undefined, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(person !== undefined && { authorization: `Bearer ${tokens.get(person)}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the check
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as any }
}

/** How many rows of a table a person gets from PostgreSQL, and of which merchants. */
async function rowsSeen(
  person: string,
  table: string,
): Promise<{ rows: number; merchants: number; stores: number }> {
  await api.query('begin')
  try {
    const tokenHash = createHash('sha256')
      .update(tokens.get(person) as string)
      .digest()
    await api.query('select app.authenticate($1, null, false, null)', [tokenHash])
    const { rows } = await api.query(
      `select count(*)::int as rows, count(distinct merchant_id)::int as merchants,
              count(distinct ${table === 'shop.stores' ? 'id' : 'store_id'})::int as stores from ${table}`,
    )
    return rows[0]
  } finally {
    await api.query('rollback')
  }
}

const everybody = demoPeople.map(({ email }) => who(email))

test('the cashier has an open shift, and the team signs in at a terminal with code and PIN', async () => {
  const { shift } = (await call('cashier', 'GET', '/pos/shifts/current')).body
  expect(shift).toMatchObject({ status: 'OPEN', openingFloatCentavos: 100_000 })
  const { terminalId } = shift
  const { body } = await call('manager', 'POST', `/pos/terminals/${terminalId}/enable`, {})
  const codes = demoPeople.flatMap(({ works }) => (works?.merchant === 'abarrotes' ? [works.code] : []))
  expect(codes).toHaveLength(4)
  for (const code of codes) {
    const response = await fetch(`${url}/auth/terminal-sessions`, {
      method: 'POST',
      headers: { authorization: `Terminal ${body.deviceToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code, pin: demoPin }),
    })
    expect([code, response.status]).toEqual([code, 201])
  }
})

test('the demo’s labels were granted by the product and audited', async () => {
  const { rows } = await db.admin.query(
    `select split_part(h.email, '@', 1) as email, l.label, a.after ->> 'by' as by, split_part(g.email, '@', 1) as "grantedBy"
       from identity.labels l join identity.accounts h on h.id = l.account_id
       join audit.log a on a.action = 'label.granted' and a.entity_id = h.id::text and a.after ->> 'label' = l.label
       join identity.accounts g on g.id = a.user_id order by l.label`,
  )
  expect(rows).toEqual([
    { email: 'admin', label: 'platformAdmin', by: 'setup link', grantedBy: 'admin' },
    { email: 'operator', label: 'platformOperator', by: null, grantedBy: 'admin' },
  ])
})

describe('a query without WHERE, as each person of the demo', () => {
  const stores = {
    admin: 0,
    operator: 0,
    owner: 2,
    manager: 1,
    supervisor: 1,
    cashier: 1,
    cashier2: 1,
    owner2: 1,
    cashier3: 1,
  }
  test.each(
    Object.entries(stores),
  )('%s sees %i stores, their terminals and goods, and no others', async (person, count) => {
    expect(everybody).toContain(person)
    expect((await rowsSeen(person, 'shop.stores')).stores).toBe(count)
    for (const table of ['shop.terminals', 'catalog.products', 'catalog.categories']) {
      const seen = await rowsSeen(person, table)
      expect({ table, stores: seen.stores, merchants: seen.merchants }).toEqual({
        table,
        stores: count,
        merchants: Math.min(count, 1),
      })
    }
  })

  const sales = {
    admin: 0,
    operator: 0,
    owner: 2,
    manager: 2,
    supervisor: 2,
    cashier: 2,
    cashier2: 2,
    owner2: 1,
    cashier3: 1,
  }
  test.each(Object.entries(sales))('%s sees %i sales', async (person, count) => {
    expect((await rowsSeen(person, 'vas.sales')).rows).toBe(count)
  })

  const employees = {
    admin: 0,
    operator: 0,
    owner: 6,
    manager: 5,
    supervisor: 5,
    cashier: 1,
    cashier2: 1,
    owner2: 2,
    cashier3: 1,
  }
  test.each(
    Object.entries(employees),
  )('%s sees %i employees: cashiers see themselves', async (person, count) => {
    expect((await rowsSeen(person, 'shop.employees')).rows).toBe(count)
  })

  const wallets = {
    admin: 0,
    operator: 0,
    owner: 1,
    manager: 1,
    supervisor: 0,
    cashier: 0,
    cashier2: 0,
    owner2: 1,
    cashier3: 0,
  }
  test.each(Object.entries(wallets))('%s sees %i wallets', async (person, count) => {
    await api.query('begin')
    const tokenHash = createHash('sha256')
      .update(tokens.get(person) as string)
      .digest()
    await api.query('select app.authenticate($1, null, false, null)', [tokenHash])
    const { rows } = await api.query('select count(*)::int as rows from money.wallets')
    await api.query('rollback')
    expect(rows[0].rows).toBe(count)
  })

  test('a box of chips is in stock only in the first store', async () => {
    expect(await rowsSeen('cashier', 'stock.chip_units')).toEqual({ rows: 12, merchants: 1, stores: 1 })
    expect((await rowsSeen('cashier3', 'stock.chip_units')).rows).toBe(0)
  })

  test('guests and ended sessions see nothing', async () => {
    for (const table of [
      'shop.stores',
      'catalog.products',
      'vas.sales',
      'money.entries',
      'shop.memberships',
      'audit.log',
    ]) {
      const { rows } = await api.query(`select count(*)::int as rows from ${table}`)
      expect({ table, rows: rows[0].rows }).toEqual({ table, rows: 0 })
    }
    await expect(api.query(`select app.authenticate('\\x00', null, false, null)`)).rejects.toMatchObject({
      code: '28000',
    })
  })

  test('the API’s login cannot change its role or read secrets', async () => {
    for (const statement of [
      'set role mostrador_owner',
      'set role postgres',
      'select * from identity.accounts',
      'select * from identity.credentials',
      'select token_hash from identity.sessions',
      'select token_hash from shop.invites',
      "update vas.sales set status = 'COMPLETED'",
      'insert into money.entries select * from money.entries',
      'delete from audit.log',
      'alter table catalog.products disable row level security',
    ]) {
      await expect(api.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  })
})

test('the demo can be seeded again without changing anything', async () => {
  const before = await db.admin.query('select count(*)::int as n from identity.accounts')
  await seedDemo(db.adminUrl, product)
  expect((await db.admin.query('select count(*)::int as n from identity.accounts')).rows).toEqual(before.rows)
})

test('both merchants of the demo were verified by the product’s functions, including their accounts', async () => {
  const { items } = (await call('operator', 'GET', '/platform/merchants')).body
  for (const { id, isVerified } of items) {
    expect(isVerified).toBe(true)
    const verification = `/pos/admin/merchants/${id}/verification`
    expect((await call('operator', 'POST', `${verification}/resync`)).body.after.status).toBe('VERIFIED')
  }
  const accounts = (await call('owner', 'GET', '/pos/settlements/bank-account')).body.items
  expect(accounts).toMatchObject([{ status: 'VERIFIED', bank: { name: 'Banorte' }, clabeLastFour: '7819' }])
})

test('everybody of the demo gets their profile and permissions', async () => {
  const me = async (person: string) => (await call(person, 'GET', '/auth/me')).body
  expect(await me('cashier')).toMatchObject({
    labels: [],
    stores: [{ role: 'cashier', name: 'La Esperanza Centro' }],
  })
  expect((await me('owner')).stores.map(({ role }: { role: string }) => role)).toEqual(['manager', 'manager'])
  expect(await me('operator')).toMatchObject({ labels: ['platformOperator'], stores: [] })
  const groups = async (person: string) =>
    (await me(person)).navigation.map(({ group }: { group: string }) => group)
  expect(await groups('cashier')).toEqual(['MI_NEGOCIO'])
  expect(await groups('admin')).toEqual(['ADMINISTRACION'])
})

test('the demo switches bill lookups on by the setting, audited, so that any biller can be tried', async () => {
  const { rows } = await db.admin.query(
    `select a.entity_id as key, a.after ->> 'value' as value, l.label
       from audit.log a join identity.labels l on l.account_id = a.user_id
      where a.action = 'setting.changed' order by a.entity_id`,
  )
  expect(rows).toEqual([
    { key: 'deposits.beneficiary', value: 'Mostrador Demo SA de CV', label: 'platformAdmin' },
    { key: 'deposits.clabe', value: '646180110400000007', label: 'platformAdmin' },
    { key: 'platform.second_factor_required', value: 'false', label: 'platformAdmin' },
    { key: 'vas_adeudo_lookup', value: 'true', label: 'platformAdmin' },
  ])
  const { items } = (await call('cashier', 'GET', '/vas/catalog?kind=service')).body
  const [cfe] = items.filter((item: { provider: { name: string } }) => item.provider.name === 'CFE')
  const reference = '123456789012'
  const owed = await call(
    'cashier',
    'GET',
    `/vas/adeudo?providerId=${cfe.provider.id}&reference=${reference}`,
  )
  expect(owed).toMatchObject({ status: 200, body: { items: [{ amountCentavos: expect.any(Number) }] } })
  const { quoteId, items: statements } = owed.body
  const { amountCentavos } = statements[0]
  const paid = await call('cashier', 'POST', '/vas/sale', {
    productId: cfe.id,
    reference,
    quoteId,
    amountCentavos,
  })
  expect(paid).toMatchObject({ status: 201, body: { status: 'COMPLETED', amountCentavos } })
})
