import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { tableOf } from '../../../test/exported.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person, Store } from '../../../test/world.ts'

let app: App
let operator: Person
let store: Store
let sibling: Store

beforeAll(async () => {
  app = await sharedProduct()
  operator = await app.world.operator()
  const merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  sibling = await app.world.store(merchant)
})

/** Changes something in a store, which creates an entry. */
const invite = async (at: Store, email: string) => {
  const made = await app.call(at.manager, 'POST', '/pos/invites', { storeId: at.id, email, role: 'cashier' })
  expect(made.status).toBe(201)
  return made.body.id as string
}
const read = async (as: Person, query = '') => (await app.call(as, 'GET', `/pos/audit_log${query}`)).body

test('supervisors and managers read the audit log of their store, with names', async () => {
  const id = await invite(store, 'uno@example.test')
  const supervisor = await app.world.member(store, 'supervisor')
  for (const reader of [supervisor, store.manager]) {
    const { items } = await read(reader, `?storeId=${store.id}&entity=invite`)
    expect(items[0]).toMatchObject({
      action: 'invite.created',
      entity: 'invite',
      entityId: id,
      userId: store.manager.id,
      userName: store.manager.name,
      storeId: store.id,
      merchantId: store.merchantId,
    })
    expect(new Set(items.map((entry: { storeId: string }) => entry.storeId))).toEqual(new Set([store.id]))
  }
})

test('nobody else can read it: not a cashier, not another store’s people, not the platform’s staff', async () => {
  await invite(store, 'dos@example.test')
  const cashier = await app.world.member(store, 'cashier')
  const neighbour = await app.world.member(sibling, 'supervisor')
  const stranger = (await app.world.store()).manager
  for (const reader of [cashier, neighbour, stranger, operator, await app.world.person()]) {
    expect(await read(reader, `?storeId=${store.id}`)).toEqual({ items: [], nextCursor: null })
    const { items } = await read(reader)
    expect(items.filter((entry: { storeId: string }) => entry.storeId === store.id)).toEqual([])
  }
})

test('without a storeId the entries of all the caller’s stores are listed together, newest first', async () => {
  await invite(store, 'tres@example.test')
  await invite(sibling, 'cuatro@example.test')
  const { items } = await read(store.manager, '?entity=invite')
  expect(items.slice(0, 2).map((entry: { storeId: string }) => entry.storeId)).toEqual([sibling.id, store.id])
})

test('a name is hidden from callers who may not read that staff', async () => {
  const person = await app.world.person()
  // A stranger's name on an entry of this store, as an import or a previous owner might leave it.
  await app.admin.query(
    `insert into audit.log (action, entity, entity_id, user_id, merchant_id, store_id, permission_set)
     values ('test.stranger', 'test', 'x', $1, $2, $3, authz.set_of($2, $3, 'audit'))`,
    [person.id, store.merchantId, store.id],
  )
  const [entry] = (await read(store.manager, '?entity=test')).items
  expect(entry).toMatchObject({ userId: person.id, userName: null })
})

test('a former member is still named', async () => {
  const supervisor = await app.world.member(store, 'supervisor')
  const made = await app.call(supervisor, 'POST', '/pos/invites', {
    storeId: store.id,
    email: 'cinco@example.test',
    role: 'cashier',
  })
  const ended = await app.call(store.manager, 'DELETE', `/pos/memberships/${supervisor.membershipId}`)
  expect(ended.status).toBe(204)
  const { items } = await read(store.manager, `?entityId=${made.body.id}`)
  expect(items).toMatchObject([{ userName: supervisor.name }])
})

test('pages contain every entry once, also while entries are written', async () => {
  for (let i = 0; i < 5; i++) await invite(store, `pagina${i}@example.test`)
  const before = (await read(store.manager, `?storeId=${store.id}&limit=200`)).items
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: string = `?storeId=${store.id}&limit=3${cursor === null ? '' : `&cursor=${cursor}`}`
    const page: { items: { id: string }[]; nextCursor: string | null } = await read(store.manager, query)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
    await invite(store, `entre${seen.length}@example.test`)
  } while (cursor !== null)
  expect(seen).toEqual(before.map(({ id }: { id: string }) => id))
  const { nextCursor } = await read(store.manager, `?storeId=${store.id}&limit=1`)
  expect((await read(store.manager, `?storeId=${sibling.id}&cursor=${nextCursor}`)).code).toBe(
    'invalid_cursor',
  )
})

test('the platform’s log contains its own entries and none of a store', async () => {
  const admin = await app.world.platformAdmin()
  await invite(store, 'seis@example.test')
  await app.call(admin, 'PUT', '/platform/settings/vas_chips', { value: true })
  const { items } = (await app.call(operator, 'GET', '/platform/audit?limit=200')).body
  expect(items[0]).toMatchObject({
    action: 'setting.changed',
    entityId: 'vas_chips',
    userId: admin.id,
    userName: admin.name,
    merchantId: null,
    storeId: null,
  })
  expect(items.filter((entry: { storeId: string | null }) => entry.storeId !== null)).toEqual([])
  const found = (await app.call(operator, 'GET', `/platform/audit?userId=${admin.id}&action=setting.changed`))
    .body
  expect(found.items).toHaveLength(1)
})

test('no login role can change, remove or forge an entry', async () => {
  const { rows } = await app.admin.query(
    `select r.rolname as role, p.verb from pg_roles r, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p (verb)
      where r.rolname in ('mostrador_api', 'mostrador_worker')
        and has_table_privilege(r.rolname, 'audit.log', p.verb)`,
  )
  expect(rows).toEqual([])
})

test('entries can be filtered by account and by time', async () => {
  const place = await app.world.store()
  const supervisor = await app.world.member(place, 'supervisor')
  const byManager = await invite(place, 'cinco@example.test')
  const made = await app.call(supervisor, 'POST', '/pos/invites', {
    storeId: place.id,
    email: 'seis@example.test',
    role: 'cashier',
  })
  const found = async (filter: Record<string, string>) =>
    (
      await read(supervisor, `?${new URLSearchParams({ storeId: place.id, entity: 'invite', ...filter })}`)
    ).items.map((entry: { entityId: string }) => entry.entityId)
  expect(await found({})).toEqual([made.body.id, byManager])
  expect(await found({ userId: supervisor.id })).toEqual([made.body.id])
  expect(await found({ userId: place.manager.id })).toEqual([byManager])
  const { rows } = await app.admin.query(
    `select at from audit.log where entity = 'invite' and entity_id = $1`,
    [made.body.id],
  )
  const at = rows[0].at.toISOString() as string
  expect(await found({ from: at })).toContain(made.body.id)
  expect(await found({ until: at })).toEqual([byManager])
  expect(await found({ from: '2999-01-01T00:00:00Z' })).toEqual([])
  expect(await read(supervisor, '?from=yesterday')).toMatchObject({ status: 422, code: 'invalid_request' })
})

test('an export contains the entries of the list, has its permissions, and no formulas', async () => {
  const place = await app.world.store()
  await invite(place, 'siete@example.test')
  const line = await app.call(place.manager, 'POST', '/pos/categories', { storeId: place.id, name: '=1+1' })
  expect(line.status).toBe(201)
  const exported = async (who: Person, path: string) => tableOf(app, who, path)
  const [head, ...rows] = await exported(place.manager, `/pos/audit_log/export?storeId=${place.id}`)
  expect(head?.slice(0, 4)).toEqual(['Fecha (UTC)', 'Acción', 'Persona', 'Registro'])
  const [ofFile, ...listed] = (await read(place.manager, `?storeId=${place.id}&limit=200`)).items.map(
    (entry: { action: string }) => entry.action,
  )
  expect(ofFile).toBe('records.exported')
  expect(rows.map((row) => row[1])).toEqual(listed)
  expect(rows.find((row) => row[1] === 'category.created')?.[6]).toContain('"name":"=1+1"')
  const narrowed = await exported(
    place.manager,
    `/pos/audit_log/export?storeId=${place.id}&entity=invite&format=xlsx`,
  )
  expect(narrowed.slice(1).map((row) => row[1])).toEqual(['invite.created'])
  const cashier = await app.world.member(place, 'cashier')
  expect(await exported(cashier, `/pos/audit_log/export?storeId=${place.id}`)).toHaveLength(1)
  const admin = await app.world.platformAdmin()
  const change = { value: false }
  expect((await app.call(admin, 'PUT', '/platform/settings/vas_chips', change)).status).toBe(200)
  const ofPlatform = await exported(operator, `/platform/audit/export?userId=${admin.id}&entity=setting`)
  expect(ofPlatform.slice(1).map((row) => [row[1], row[2]])).toEqual([['setting.changed', admin.name]])
  const taken = await app.call(operator, 'GET', '/platform/audit?action=records.exported&limit=1')
  expect(taken.body.items).toMatchObject([
    {
      userId: operator.id,
      entityId: 'exportPlatformAudit',
      merchantId: null,
      after: { userId: admin.id, entity: 'setting', format: 'csv', rows: 1 },
    },
  ])
  // Also of an administrator who owns a merchant, and manages its store.
  const { manager: owning } = await app.world.store()
  await app.world.giveLabel(owning.id, 'platformAdmin')
  expect((await app.call(owning, 'GET', '/platform/audit/export')).status).toBe(200)
  const { rows: recorded } = await app.admin.query(
    `select merchant_id = app.platform_id() as "isOfPlatform", store_id as "storeId" from audit.log
      where action = 'records.exported' and user_id = $1`,
    [owning.id],
  )
  expect(recorded).toEqual([{ isOfPlatform: true, storeId: null }])
  expect((await app.call(place.manager, 'GET', '/platform/audit/export')).status).toBe(403)
})
