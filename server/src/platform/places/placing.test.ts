import pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import { patient } from '../../../test/patience.ts'
import { answerAsThreeNodes, startPlacesApp } from '../../../test/places-app.ts'
import type { Person } from '../../../test/world.ts'
import { PlacesUnchanged, withPlaces } from '../../database/change-places.ts'

let app: App
let admin: Person

beforeEach(async () => {
  await app?.close()
  app = await startPlacesApp()
  await answerAsThreeNodes(app.admin)
  admin = await app.world.platformAdmin()
})
afterAll(() => app.close())

let count = 0
const create = (databaseId?: string) =>
  app.call(admin, 'POST', '/pos/merchants', {
    name: `Abarrotes ${++count}`,
    owner: { email: `owner${count}@example.test`, name: 'Rosa Luna' },
    ...(databaseId !== undefined && { databaseId }),
  })
/** Where a new merchant is, by its row and by its id. */
async function placed(databaseId?: string) {
  const made = await create(databaseId)
  expect(made.status, made.text).toBe(201)
  const { rows } = await app.admin.query(
    'select database_id as named, platform.place_of(id) as place from platform.merchants where id = $1',
    [made.body.merchant.id],
  )
  expect(rows[0].named).toBe(made.body.merchant.databaseId)
  expect(rows[0].place).toBe(rows[0].named)
  return rows[0].place as string
}
const changed = <T>(work: Parameters<typeof withPlaces<T>>[1]) => withPlaces(app.adminUrl, work)
const add = (id: string, ...nodes: string[]) => changed((places) => places.add(id, nodes))
const listed = () => changed(({ all }) => all())

test('a place takes its nodes from primary, and gives them back when it is removed', async () => {
  const places = async (...args: string[]) => {
    const { code, out, err } = await runCommand(['places', ...args], { DATABASE_ADMIN_URL: app.adminUrl })
    expect([code, err]).toEqual([0, ''])
    return out
  }
  expect(await places('add', 'norte', '--node', 'uno:5432', '--node', 'dos:5432')).toBe(
    'The place norte takes new merchants.\n',
  )
  expect(await places()).toMatch(
    /^norte +open +0 merchants +dos:5432, uno:5432\nprimary +open +0 merchants +tres:5432, vacio:5432\n$/,
  )
  expect(await places('remove', 'norte')).toBe('The place norte is removed.\n')
  expect(await listed()).toMatchObject([
    { id: 'primary', nodes: ['dos:5432', 'tres:5432', 'uno:5432', 'vacio:5432'] },
  ])
  await add('sur', 'uno:5432')
  const { rows } = await app.admin.query(
    `select action, entity_id, before, after from audit.log where entity = 'place' order by id`,
  )
  expect(rows).toEqual([
    { action: 'place.added', entity_id: 'norte', before: null, after: { nodes: ['uno:5432', 'dos:5432'] } },
    {
      action: 'place.removed',
      entity_id: 'norte',
      before: { nodes: ['dos:5432', 'uno:5432'], isOpen: true },
      after: null,
    },
    { action: 'place.added', entity_id: 'sur', before: null, after: { nodes: ['uno:5432'] } },
  ])
})

test('a new merchant goes where it is sent, and otherwise to the open place with the fewest merchants a node', async () => {
  await add('norte', 'uno:5432')
  await add('sur', 'vacio:5432', 'dos:5432')
  expect((await app.call(admin, 'GET', '/platform/places')).body.items).toEqual([
    { id: 'norte', isOpen: true, isDown: false },
    { id: 'primary', isOpen: true, isDown: false },
    { id: 'sur', isOpen: true, isDown: false },
  ])
  for (const place of ['primary', 'norte', 'sur', 'sur']) expect(await placed(place)).toBe(place)
  // One a node everywhere, then in the order of their ids.
  expect([await placed(), await placed(), await placed(), await placed()]).toEqual([
    'norte',
    'primary',
    'sur',
    'sur',
  ])
  await changed(({ setOpen }) => setOpen('norte', false))
  expect([await placed(), await placed()]).toEqual(['primary', 'sur'])
  expect((await create('norte')).body).toMatchObject({ status: 409, code: 'database_closed' })
  expect(await listed()).toEqual([
    { id: 'norte', isOpen: false, downAt: null, nodes: ['uno:5432'], merchantCount: 2 },
    { id: 'primary', isOpen: true, downAt: null, nodes: ['tres:5432'], merchantCount: 3 },
    { id: 'sur', isOpen: true, downAt: null, nodes: ['dos:5432', 'vacio:5432'], merchantCount: 5 },
  ])
})

test('no ids are drawn for a place without parts of the tables', async () => {
  await add('norte', 'vacio:5432')
  await app.admin.query(`
    create sequence public.draws;
    grant usage on sequence public.draws to public;
    create or replace function platform.node_group_of(p_merchant uuid) returns int
      language plpgsql volatile set search_path = pg_catalog, pg_temp
    as $$
    begin
      perform nextval('public.draws');
      return 1 + get_byte(uuid_send(p_merchant), 15) % 3;
    end $$`)
  expect((await create()).body.merchant).toMatchObject({ databaseId: 'primary' })
  expect((await create('norte')).body).toMatchObject({ code: 'database_closed' })
  const { rows } = await app.admin.query('select last_value::int as draws from public.draws')
  expect(rows[0].draws).toBeLessThan(10)
})

test('a place without parts of the tables gets no merchants: it is refused by name, and passed over otherwise', async () => {
  await add('norte', 'vacio:5432')
  const before = await listed()
  expect(await create('norte')).toMatchObject({
    status: 409,
    body: {
      code: 'database_closed',
      detail: 'Its nodes have no part of the tables that new merchants could go to.',
    },
  })
  expect(await listed()).toEqual(before)
  expect(await placed()).toBe('primary')
  await changed(({ setOpen }) => setOpen('primary', false))
  expect((await create()).body).toMatchObject({
    code: 'database_closed',
    detail: 'No place takes new merchants.',
  })
})

test('a place that is down says so, and refuses new merchants by its field', async () => {
  await add('norte', 'uno:5432')
  await changed(({ takeDown }) => takeDown('norte'))
  expect((await app.call(admin, 'GET', '/platform/places')).body.items).toEqual([
    { id: 'norte', isOpen: true, isDown: true },
    { id: 'primary', isOpen: true, isDown: false },
  ])
  expect(await create('norte')).toMatchObject({
    status: 503,
    body: { code: 'place_unavailable', errors: [{ path: '/databaseId' }] },
  })
  expect(await placed()).toBe('primary')
})

test('a place is refused that is malformed, exists, or names nodes that it cannot have', async () => {
  await add('norte', 'uno:5432')
  // On the two nodes that primary has left.
  for (let n = 0; n < 12; n++) await placed('primary')
  const before = await listed()
  const refuse = (id: string, nodes: readonly string[], words: string) =>
    expect(add(id, ...nodes)).rejects.toThrow(new PlacesUnchanged(words))
  for (const id of ['Sur', 'sur oeste', 'el_sur', '9sur', 's'.repeat(41), 'sur;', ''])
    await refuse(
      id,
      ['vacio:5432'],
      `An id has 1 to 40 small letters, digits and hyphens, and begins with a letter: ${id}`,
    )
  for (const id of ['norte', 'primary']) await refuse(id, ['vacio:5432'], `The place ${id} exists already.`)
  await refuse('sur', [], 'Name the nodes of the place: --node <host>:<port>')
  for (const node of ['cuatro:5432', 'vacio', 'vacio:5433', ''])
    await refuse(
      'sur',
      ['vacio:5432', node],
      `${node} is no node of this cluster with rows of merchants. Those are: dos:5432, tres:5432, uno:5432, vacio:5432.`,
    )
  await refuse('sur', ['uno:5432'], 'uno:5432 belongs to the place norte.')
  await refuse('sur', ['vacio:5432', 'vacio:5432'], 'vacio:5432 is named twice.')
  await refuse(
    'sur',
    ['dos:5432', 'tres:5432'],
    '12 merchants of primary have their rows there. Name nodes without merchants.',
  )
  expect(await listed()).toEqual(before)
  const { rowCount } = await app.admin.query(`select from audit.log where action = 'place.added'`)
  expect(rowCount).toBe(1)
})

test('a place with merchants is not removed, closed ones included', async () => {
  await add('norte', 'uno:5432')
  const { merchant } = (await create('norte')).body
  await app.call(admin, 'DELETE', `/pos/merchants/${merchant.id}`, { name: merchant.name, reason: 'Prueba' })
  await expect(changed(({ remove }) => remove('norte'))).rejects.toThrow(
    new PlacesUnchanged('The place norte has 1 merchants. Close it, so that it gets no more.'),
  )
  expect(await listed()).toHaveLength(2)
})

const changesOfNorte = [
  {
    act: 'closed',
    sql: `select platform.set_place_open('norte', false)`,
    afterCreation: 'changed',
    refusal: 'database_closed',
  },
  {
    act: 'removed',
    sql: `select platform.remove_place('norte')`,
    afterCreation: 'still_referenced',
    refusal: 'database_unknown',
  },
]

/** A connection of the tables' owner, in a transaction. */
async function opened(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: app.adminUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; set local role mostrador_owner')
  return client
}

test.each(changesOfNorte)('a place is $act after the merchant that is being created there', async ({
  sql,
  afterCreation,
}) => {
  await add('norte', 'uno:5432')
  const [delaying, changing] = [await opened(), await opened()]
  await delaying.query('lock table money.wallets in share row exclusive mode')
  const creating = create('norte')
  await expect.poll(waitingCount, { timeout: patient(4_000), interval: 20 }).toBe(1)
  const change = changing.query(sql).then(
    () => 'changed',
    (error: Error) => error.message,
  )
  await expect.poll(waitingCount, { timeout: patient(4_000), interval: 20 }).toBe(2)
  await delaying.query('rollback')
  expect((await creating).body.merchant).toMatchObject({ databaseId: 'norte' })
  expect(await change).toBe(afterCreation)
})

test.each(changesOfNorte)('a merchant that is created while its place is $act is refused', async ({
  sql,
  refusal,
}) => {
  await add('norte', 'uno:5432')
  const changing = await opened()
  await changing.query(sql)
  const creating = create('norte')
  await expect.poll(waitingCount, { timeout: patient(4_000), interval: 20 }).toBe(1)
  await changing.query('commit')
  expect((await creating).body).toMatchObject({ code: refusal, errors: [{ path: '/databaseId' }] })
})

test('a node is taken after the merchant that is being created there, and then refused', async () => {
  const [delaying, changing] = [await opened(), await opened()]
  await delaying.query('lock table money.wallets in share row exclusive mode')
  const creating = create()
  await expect.poll(waitingCount, { timeout: patient(4_000), interval: 20 }).toBe(1)
  const change = changing
    .query(`select platform.add_place('norte', '{uno:5432,dos:5432,tres:5432}')`)
    .catch((error: Error) => error.message)
  await expect.poll(waitingCount, { timeout: patient(4_000), interval: 20 }).toBe(2)
  await delaying.query('rollback')
  expect((await creating).status).toBe(201)
  expect(await change).toBe('still_referenced')
})

/** How many wait for a lock of somebody else. */
async function waitingCount(): Promise<number> {
  const { rowCount } = await app.admin.query(
    'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
  )
  return rowCount ?? 0
}

test('of two places that take the same node at the same moment, one is registered', async () => {
  const changing = await opened()
  await changing.query(`select platform.add_place('norte', '{uno:5432}')`)
  const second = add('sur', 'uno:5432').catch((error: Error) => error)
  await expect.poll(waitingCount, { timeout: patient(4_000), interval: 20 }).toBe(1)
  await changing.query('commit')
  expect(await second).toEqual(new PlacesUnchanged('uno:5432 belongs to the place norte.'))
})

test('the worker finds merchants whose rows are elsewhere than their databaseId says', async () => {
  await add('norte', 'uno:5432')
  const { id } = (await create('norte')).body.merchant
  const worker = new pg.Client({ connectionString: app.workerUrl })
  await worker.connect()
  onTestFinished(() => worker.end())
  const misplaced = async () => (await worker.query('select * from platform.misplaced_merchants()')).rows
  expect(await misplaced()).toEqual([])
  await app.admin.query(`update platform.merchants set database_id = 'primary' where id = $1`, [id])
  expect(await misplaced()).toEqual([{ merchant_id: id, database_id: 'primary', place: 'norte' }])
  const api = new pg.Client({ connectionString: app.apiUrl })
  await api.connect()
  onTestFinished(() => api.end())
  for (const call of [
    `select * from platform.misplaced_merchants()`,
    `select platform.remove_place('norte')`,
    `select platform.add_place('sur', '{dos:5432}')`,
    `select platform.set_place_open('norte', false)`,
    `select * from platform.choose_place('norte')`,
    `select * from platform.place_loads()`,
    `insert into platform.places (id, groups) values ('sur', '{2}')`,
    `delete from platform.places`,
  ])
    await expect(api.query(call), call).rejects.toMatchObject({ code: '42501' })
  expect((await api.query('select id from platform.places')).rows).toEqual([])
})
