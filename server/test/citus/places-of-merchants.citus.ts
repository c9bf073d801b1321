import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PlacesUnchanged, withPlaces } from '../../src/database/change-places.ts'
import type { App } from '../app.ts'
import { patient } from '../patience.ts'
import { startPlacesApp } from '../places-app.ts'
import type { Person } from '../world.ts'
import { doctorOnPlaces } from './doctor.ts'

let app: App
let admin: Person
/** `host:port` of the two workers. */
let nodes: readonly string[]

beforeAll(async () => {
  app = await startPlacesApp()
  admin = await app.world.platformAdmin()
  const { rows } = await app.admin.query<{ address: string }>(
    `select nodename || ':' || nodeport as address from pg_dist_node where shouldhaveshards order by nodeport`,
  )
  nodes = rows.map(({ address }) => address)
})
afterAll(() => app.close())

const changed = <T>(work: Parameters<typeof withPlaces<T>>[1]) => withPlaces(app.adminUrl, work)

let count = 0
async function created(databaseId?: string): Promise<{ id: string; databaseId: string }> {
  const made = await app.call(admin, 'POST', '/pos/merchants', {
    name: `Abarrotes ${++count}`,
    owner: { email: `owner${count}@example.test`, name: 'Rosa Luna' },
    ...(databaseId !== undefined && { databaseId }),
  })
  expect(made.status, made.text).toBe(201)
  return made.body.merchant
}

/** The nodes that have rows of a merchant, each asked for what it has itself. */
async function nodesWith(merchantId: string): Promise<string[]> {
  const { rows } = await app.admin.query<{ address: string; n: string }>(
    `select nodename || ':' || nodeport as address, result as n
       from run_command_on_shards('money.wallets', $$select count(*) from %s where merchant_id = '${merchantId}'$$) r
       join pg_dist_placement p on p.shardid = r.shardid join pg_dist_node d on d.groupid = p.groupid
      where success`,
  )
  return rows.filter(({ n }) => n !== '0').map(({ address }) => address)
}

const places = async () => (await app.call(admin, 'GET', '/platform/places')).body.items

test('primary has every node until another place takes one, and a node of no cluster is refused', async () => {
  expect(nodes).toHaveLength(2)
  expect(await changed(({ all }) => all())).toEqual([
    { id: 'primary', isOpen: true, downAt: null, nodes: [...nodes].sort(), merchantCount: 0 },
  ])
  const coordinator = new URL(app.adminUrl)
  for (const node of ['127.0.0.1:9', `127.0.0.1:${coordinator.port}`])
    await expect(changed(({ add }) => add('norte', [node]))).rejects.toThrow(PlacesUnchanged)
  await changed(({ add }) => add('norte', [nodes[0] ?? '']))
  await expect(changed(({ add }) => add('sur', [nodes[0] ?? '']))).rejects.toThrow(
    /belongs to the place norte/,
  )
  expect(await places()).toEqual([
    { id: 'norte', isOpen: true, isDown: false },
    { id: 'primary', isOpen: true, isDown: false },
  ])
})

test('the rows of a new merchant lie on the node of its place', async () => {
  const [first, second] = nodes
  for (let n = 0; n < 4; n++) {
    expect(await nodesWith((await created('norte')).id)).toEqual([first])
    expect(await nodesWith((await created('primary')).id)).toEqual([second])
  }
  // Without an id they go where there are fewest.
  const chosen = [await created(), await created()]
  expect(chosen.map(({ databaseId }) => databaseId)).toEqual(['norte', 'primary'])
  expect(await nodesWith(chosen[0]?.id ?? '')).toEqual([first])
  expect(await changed(({ all }) => all())).toEqual([
    { id: 'norte', isOpen: true, downAt: null, nodes: [first], merchantCount: 5 },
    { id: 'primary', isOpen: true, downAt: null, nodes: [second], merchantCount: 5 },
  ])
})

test('an id that is not registered, and one that is closed, are refused', async () => {
  const ask = (databaseId: string) =>
    app.call(admin, 'POST', '/pos/merchants', {
      name: 'Abarrotes',
      owner: { email: 'nobody@example.test', name: 'Rosa Luna' },
      databaseId,
    })
  expect((await ask('sur')).body).toMatchObject({ status: 422, code: 'database_unknown' })
  expect(await changed(({ setOpen }) => setOpen('norte', false))).toBe(true)
  expect((await ask('norte')).body).toMatchObject({ status: 409, code: 'database_closed' })
  expect((await created()).databaseId).toBe('primary')
  expect(await changed(({ setOpen }) => setOpen('norte', true))).toBe(true)
  await expect(app.admin.query(`update platform.merchants set database_id = 'sur'`)).rejects.toMatchObject({
    code: '23503',
  })
})

test('a place with merchants stays, and one without gives its node back', async () => {
  await expect(changed(({ remove }) => remove('norte'))).rejects.toThrow('The place norte has 5 merchants.')
  await expect(changed(({ add }) => add('sur', [nodes[1] ?? '']))).rejects.toThrow(
    /^6 merchants of primary have their rows there/,
  )
  expect((await changed(({ all }) => all())).map(({ id }) => id)).toEqual(['norte', 'primary'])
})

test('doctor compares databaseId with where the rows are', async () => {
  expect(await doctorOnPlaces(app)).toMatchObject({ state: 'ok' })
  const { id } = await created('norte')
  await app.admin.query(`update platform.merchants set database_id = 'primary' where id = $1`, [id])
  expect(await doctorOnPlaces(app)).toMatchObject({
    state: 'error',
    text: expect.stringContaining(`the rows of merchant ${id} are at norte and not at primary`),
  })
})

/** A connection of the tables' owner in a transaction, acting for the administrator. */
async function opened(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: app.adminUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; set local role mostrador_owner')
  await client.query(`select app.set_local('app.account_id', $1), app.set_local('app.platform', 'admin')`, [
    admin.id,
  ])
  return client
}

const createIn = async (client: pg.Client) => {
  const owner = await app.world.person({ password: 'tres tristes tigres tragan trigo' })
  await client.query(
    `select platform.create_merchant('Abarrotes', null, null, null, 'norte', $1, 'Rosa Luna', null)`,
    [owner.email],
  )
}

const changesOfNorte = [
  { act: 'is closed', sql: `select platform.set_place_open('norte', false)`, refusal: 'database_closed' },
  { act: 'is removed', sql: `select platform.remove_place('norte')`, refusal: 'database_unknown' },
]

test.each(changesOfNorte)('a place $act after the merchants that are being created there', async ({
  sql,
}) => {
  await app.admin.query(`update platform.places set is_open = true where id = 'norte'`)
  const [creating, changing] = [await opened(), await opened()]
  await createIn(creating)
  const done: string[] = []
  const change = changing.query(sql).then(
    () => done.push('changed'),
    (error: Error) => done.push(error.message),
  )
  await expect.poll(waitingCount, { timeout: patient(5_000), interval: 20 }).toBe(1)
  expect(done).toEqual([])
  await creating.query('commit')
  await change
  expect(done).toEqual([sql.includes('remove') ? 'still_referenced' : 'changed'])
})

test.each(changesOfNorte)('a merchant that is created while its place $act is refused', async ({
  sql,
  refusal,
}) => {
  await app.admin.query(`update platform.merchants set database_id = 'primary' where database_id = 'norte'`)
  await app.admin.query(`update platform.places set is_open = true where id = 'norte'`)
  const [creating, changing] = [await opened(), await opened()]
  await changing.query(sql)
  const refused = createIn(creating).catch((error: Error) => error.message)
  await expect.poll(waitingCount, { timeout: patient(5_000), interval: 20 }).toBe(1)
  await changing.query('commit')
  expect(await refused).toBe(refusal)
})

/** Locks of shared tables are waited for on any node. */
async function waitingCount(): Promise<number> {
  return (await app.admin.query('select from citus_lock_waits')).rowCount ?? 0
}
