import { expect } from 'vitest'
import type { AccessClass, callerKinds } from '../../src/authorization/render-access.ts'
import type { Route } from '../../src/http/route.ts'
import { type Answer, startProduct } from '../app.ts'
import { type Caller, callersOf, type Stores } from '../callers.ts'
import { plantRow, type TenantTable, tenantTables } from '../every-table.ts'
import { type JsonSchema, sampleOf } from '../sample-values.ts'
import { enableTerminal, enterAt, giveCode } from '../terminal-session.ts'
import { tillsOf } from '../till.ts'
import type { Member } from '../world.ts'

/** The product for the route tests, with a store that has data and one caller of every kind. */
export let app: Awaited<ReturnType<typeof startProduct>>
export let stores: Stores
export let callers: Awaited<ReturnType<typeof callersOf>> & Record<AtTill, Caller>
type AtTill = 'cashier at a till' | 'other merchant’s manager at a till'
let tables: TenantTable[]
/** Rows of the first store, by table name: the first cashier's own where members have their own rows. */
const rows = new Map<string, string>()
export const absent = '01900000-0000-7000-8000-000000000000'

export async function openStage(): Promise<void> {
  app = await startProduct()
  const merchant = await app.world.merchant()
  stores = {
    store: await app.world.store(merchant),
    sibling: await app.world.store(merchant),
    foreign: await app.world.store(),
  }
  const { store, foreign } = stores
  callers = {
    ...(await callersOf(app.world, stores)),
    'cashier at a till': await atTill(await app.world.member(store, 'cashier'), store.manager),
    'other merchant’s manager at a till': await atTill(
      await app.world.member(foreign, 'manager'),
      foreign.manager,
    ),
  }
  tables = await tenantTables(app.admin)
  await furnish()
}

/** A member who signs in at a terminal of their store with code and PIN. */
export async function atTill(member: Member, by: Member): Promise<Caller> {
  const terminal = await enableTerminal(app, by, `Caja de ${member.id}`)
  const code = await giveCode(app, by, member)
  const enter = async () => (await enterAt(app, terminal, code)).token
  return { person: { ...member, token: await enter() }, memberships: [member], enter }
}

export const closeStage = () => app?.close()

const cashier = () => callers.cashier.person as Member

/** Creates a day's data in the store, so that every route has rows to ask about. */
async function furnish(): Promise<void> {
  const tills = tillsOf(app)
  const closed = await tills.openShift(cashier())
  await expectDone(cashier(), `/pos/shifts/${closed}/close`, {
    denominations: { 50000: 1 },
  })
  await find('shop.shift_reports', 'shift_id = $1', [closed])
  const invite = { storeId: stores.store.id, email: 'nueva@example.test', role: 'cashier' }
  rows.set('shop.invites', (await expectDone(stores.store.manager, '/pos/invites', invite)).body.id)
  const shiftId = await tills.openShift(cashier())
  const product = await tills.product(stores.store, { stock: 50, barcode: '7501031311309' })
  const { id: orderId } = await tills.sale(cashier(), [{ variantId: product }])
  const cart = await tills.cart(cashier(), [{ variantId: product }])
  rows.set('shop.shifts', shiftId).set('catalog.products', product).set('catalog.variants', product)
  rows.set('stock.stock_levels', product).set('selling.sales_orders', orderId).set('selling.carts', cart.id)
  rows.set('selling.line_items', cart.lines[0].id).set('shop.stores', stores.store.id)
  // Sold offline below the catalog price, so that it is held.
  const alone = await expectDone(cashier(), '/pos/offline_sales', {
    id: '01900000-0000-7000-8000-000000000001',
    storeId: stores.store.id,
    shiftId,
    soldAt: new Date().toISOString(),
    lines: [
      {
        variantId: product,
        productName: 'Café de olla',
        quantity: 1,
        unitPriceCentavos: 900,
        taxRateBps: 1_600,
        isTaxExempt: false,
        isTaxIncluded: true,
      },
    ],
    payments: [{ method: 'CASH', amountCentavos: 900 }],
  })
  rows.set('selling.offline_sales', alone.body.id)
  const there = await tills.product(stores.sibling, { stock: 1 })
  const transfer = {
    storeId: stores.store.id,
    toStoreId: stores.sibling.id,
    lines: [{ variantId: product, toVariantId: there, quantity: 1 }],
  }
  const sent = await expectDone(stores.store.manager, '/pos/inventory/transfers', transfer)
  rows.set('stock.stock_transfers', sent.body.id)
  const day = { storeId: stores.store.id, businessOn: '2026-01-15' }
  const written = await expectDone(stores.store.manager, '/pos/daily_sales_rollups', day)
  rows.set('reporting.daily_sales_rollups', written.body.id)
  const own = [cashier().membershipId]
  await find('selling.receipts', `order_id = $1`, [orderId])
  await find('selling.order_payments', `order_id = $1`, [orderId])
  await find('shop.employees', 'membership_id = $1', own)
  await find('shop.memberships', 'id = $1', own)
  await find('catalog.merchant_themes', 'merchant_id = $1', [stores.store.merchantId])
}

async function expectDone(as: Member, path: string, body: unknown): Promise<Answer> {
  const answer = await app.call(as, 'POST', path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer
}

async function find(table: string, where: string, values: unknown[]): Promise<void> {
  const found = await app.admin.query<{ id: string }>(
    `select id from ${table} where ${where} limit 1`,
    values,
  )
  rows.set(table, found.rows[0]?.id as string)
}

/** The id of a row of the first store; a synthetic row where no real one exists. */
export async function rowOf(name: string): Promise<string> {
  const made = rows.get(name)
  if (made !== undefined) return made
  const table = tables.find((each) => each.name === name)
  if (table === undefined)
    throw new Error(`no table ${name}: say in tableOf where the ids of this path are kept`)
  const place = { ...stores.store, membershipId: cashier().membershipId }
  const id = await plantRow(app.admin, table, place)
  rows.set(name, id)
  return id
}

/** The table of a path's ids, if it is not the one with its name. */
const tableOf: Readonly<Record<string, string>> = {
  '/vas/sale': 'vas.sales',
  '/vas/chips': 'stock.chip_units',
  '/vas/chips/import': 'stock.chip_import_runs',
  '/pos/webhooks': 'events.webhooks',
  '/pos/deposits': 'money.deposits',
  '/pos/connections': 'shop.connections',
  '/pos/memberships': 'shop.memberships',
  '/pos/invites': 'shop.invites',
  '/pos/settlements/requests': 'money.settlements',
  '/pos/inventory/counts': 'stock.stock_counts',
  '/pos/inventory/transfers': 'stock.stock_transfers',
}

export const hasId = (route: Route) => route.path.includes('{')

/** Tenant rows have ids that an outsider could learn; platform routes are asked about absent ones. */
export const isOfRow = (route: Route) =>
  hasId(route) && (route.access === 'rows' || route.access.startsWith('store:'))

export async function targetOf(route: Route): Promise<string> {
  if (!isOfRow(route)) return absent
  const before = route.path.slice(0, route.path.indexOf('/{'))
  const noun = before.replace('/pos/', '')
  return rowOf(tableOf[before] ?? tables.find(({ name }) => name.endsWith(`.${noun}`))?.name ?? noun)
}

interface Sent {
  readonly path: string
  readonly body?: unknown
  readonly headers: Record<string, string>
}

/** Bodies that pass validation and are refused for their content, whoever sends them. */
const soundBodies: Readonly<Record<string, object>> = {
  'POST /pos/offline_sales': { payments: [{ method: 'CASH', amountCentavos: 1 }] },
  'PUT /platform/vas-terms': {
    lines: ['airtime', 'pin', 'service'].map((kind) => ({
      kind,
      isOffered: true,
      shareBps: 1,
      feeCentavos: 0,
    })),
  },
}

/** A well-formed request about this row; or one with an extra field, which is checked after the guard. */
export function requestOf(route: Route, id: string, isIll = false): Sent {
  const storeId = stores.store.id
  const line = route.path.includes('{lineId}') ? (rows.get('selling.line_items') as string) : absent
  const path = route.path
    .replace('{id}', id)
    .replace('{lineId}', line)
    .replace('{label}', 'distributor')
    .replace('{key}', 'vas_chips')
    .replaceAll(/\{\w+\}/g, absent)
  const known = {
    storeId,
    merchantId: stores.store.merchantId,
    variantId: rows.get('catalog.products'),
    productId: rows.get('catalog.products'),
  }
  const query = (route.query === undefined ? {} : sampleOf(route.query as JsonSchema, known)) as Record<
    string,
    string
  >
  const { sort: _sort, limit: _limit, ...asked } = query
  const search = new URLSearchParams({
    ...asked,
    ...(route.store === 'query' && !(route.access === 'rows') && { storeId }),
    ...(isIll && route.body === undefined && { surplus: '1' }),
  })
  const headers: Record<string, string> =
    route.access === 'rows' && route.method !== 'GET' ? { 'if-match': '"none"' } : {}
  if (route.upload !== undefined) {
    const field = `--x\r\ncontent-disposition: form-data; name="storeId"\r\n\r\n${storeId}\r\n--x--\r\n`
    return { path, body: field, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  }
  return {
    path: search.size > 0 ? `${path}?${search}` : path,
    headers,
    ...(route.body !== undefined && {
      body: {
        ...(sampleOf(route.body as JsonSchema, known, ['storeId', 'variantId', 'amountCentavos']) as object),
        ...soundBodies[`${route.method} ${route.path}`],
        ...(route.store === 'body' && { storeId }),
        ...(isIll && { surplus: true }),
      },
    }),
  }
}

/** The stream never ends: callers who may open it are identified by an extra field. */
const endless = ['GET /events']

export async function ask(route: Route, caller: Caller, id: string, expected: AccessClass): Promise<Answer> {
  const name = `${route.method} ${route.path}`
  // Creating and updating a record is decided by its row, after validation. A refused caller changes nothing
  // with a well-formed request.
  const needsRow = isOfRow(route) || route.access === 'rows' || route.access === 'owner'
  const isIll = !(needsRow || isRefused(expected)) || endless.includes(name)
  const { path, body, headers } = requestOf(route, id, isIll)
  // Some of these end sessions; each is called with a separate session. A key has one session, which is the key.
  const isOfSession = route.path.startsWith('/auth/') && caller.keyScopes === undefined
  const { person: who, enter } = caller
  const open = async () =>
    who && isOfSession ? { token: await (enter?.() ?? app.world.session(who.id)) } : who
  const answer = await app.call(await open(), route.method, path, body, headers)
  if (isOfSession && who !== undefined) Object.assign(who, await open())
  return answer
}

const refusals403 = ['forbidden', 'mfa_required', 'password_required', 'person_required', 'scope_missing']

/** How far a caller got, according to the answer. */
export function reached({ status, body }: Answer): AccessClass | 'fault' {
  if (status === 401) return '401'
  if (status === 403 && refusals403.includes(body.code)) return '403'
  if (status === 404) return '404'
  if (status >= 500 && ![501, 503].includes(status)) return 'fault'
  return 'in'
}

/** Deleted rows cannot be asked about, so deletions come last. */
export const inOrder = (routes: readonly Route[]) =>
  [...routes].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

/** What may be measured where a class is declared. */
export const means: Record<AccessClass, readonly AccessClass[]> = {
  in: ['in'],
  own: ['in'],
  row: ['in', '403', '404'],
  no: ['403', '404'],
  '401': ['401'],
  '403': ['403'],
  '404': ['404'],
}

export const isRefused = (expected: AccessClass) => means[expected].every((each) => each !== 'in')

export const byKind: Record<(typeof callerKinds)[number]['name'], keyof typeof callers> = {
  anonymous: 'anonymous',
  customer: 'customer',
  cashier: 'cashier',
  'second cashier': 'second cashier',
  supervisor: 'supervisor',
  'owner, manager': 'owner',
  'sibling store': 'sibling’s manager',
  'other merchant': 'other merchant’s manager',
  'two stores': 'cashier here, supervisor there',
  'cashier, at a till': 'cashier at a till',
  'other merchant, at a till': 'other merchant’s manager at a till',
  dismissed: 'former manager',
  operator: 'operator',
  admin: 'admin',
  'ex-admin': 'ex-admin',
  distributor: 'distributor',
  'operator, cashier': 'operator and cashier',
  'admin, owner': 'administrator and owner',
  'API key': 'API key with every scope',
  'API key, one scope': 'API key with one scope',
}
