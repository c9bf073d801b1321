import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import type { Person } from '../../../test/world.ts'

let app: RunningProduct
let admin: Person

beforeAll(async () => {
  app = await startProduct()
  admin = await app.world.platformAdmin()
})
afterAll(() => app.close())

let count = 0
const order = (databaseId?: unknown) => ({
  name: `Abarrotes ${++count}`,
  owner: { email: `owner${count}@example.test`, name: 'Rosa Luna' },
  ...(databaseId !== undefined && { databaseId }),
})
const create = (databaseId?: unknown, as: Person | undefined = admin) =>
  app.call(as, 'POST', '/pos/merchants', order(databaseId))
const places = (...args: string[]) => runCommand(['places', ...args], { DATABASE_ADMIN_URL: app.adminUrl })
const merchantCount = async (): Promise<number> =>
  (await app.admin.query('select count(*)::int as n from platform.merchants')).rows[0].n

describe('on a single PostgreSQL', () => {
  test('every merchant is at primary, the only place', async () => {
    expect((await app.call(admin, 'GET', '/platform/places')).body).toEqual({
      items: [{ id: 'primary', isOpen: true, isDown: false }],
    })
    for (const databaseId of [undefined, 'primary']) {
      const made = await create(databaseId)
      expect(made.body.merchant, made.text).toMatchObject({ databaseId: 'primary' })
      const { rows } = await app.admin.query(
        `select after->>'databaseId' as place from audit.log where action = 'merchant.created' and merchant_id = $1`,
        [made.body.merchant.id],
      )
      expect(rows).toEqual([{ place: 'primary' }])
    }
    const { out, err, code } = await places()
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^primary +open +${await merchantCount()} merchants\n$`))
  })

  test('another place is refused, because it would have no node', async () => {
    for (const args of [[], ['--node', 'uno:5432']]) {
      const { code, out, err } = await places('add', 'norte', ...args)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(/^A place is nodes of a cluster\. This database is one PostgreSQL/)
    }
    const { rows } = await app.admin.query('select id from platform.places')
    expect(rows).toEqual([{ id: 'primary' }])
  })

  test('there is nowhere to move a merchant to, and no other place that could be down', async () => {
    const { merchantId } = await app.world.store()
    for (const [args, words] of [
      [
        ['merchants', 'move', merchantId, 'primary'],
        /^There is nowhere to move to\. This database is one PostgreSQL/,
      ],
      [['places', 'down', 'primary'], /^This database is one PostgreSQL/],
      [['places', 'up', 'primary'], /^This database is one PostgreSQL/],
      [['places', 'down', 'norte'], /^There is no place norte\.\n$/],
    ] as const) {
      const { code, out, err } = await runCommand(args, { DATABASE_ADMIN_URL: app.adminUrl })
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(words)
    }
    const { rows } = await app.admin.query('select from platform.merchant_moves')
    expect(rows).toEqual([])
  })

  test.each([
    ['norte', 'database_unknown'],
    ['PRIMARY', 'database_unknown'],
    ['primary ', 'database_unknown'],
    ['', 'invalid_request'],
    ['n'.repeat(41), 'invalid_request'],
    ['a\u0000b', 'invalid_request'],
    [7, 'invalid_request'],
    [null, 'invalid_request'],
  ])('a merchant at %j is refused with %s, and nothing is written', async (databaseId, code) => {
    const before = await merchantCount()
    const asked = order(databaseId)
    expect(await app.call(admin, 'POST', '/pos/merchants', asked)).toMatchObject({
      status: 422,
      body: { code, errors: [{ path: '/databaseId' }] },
    })
    expect(await merchantCount()).toBe(before)
    const { rowCount } = await app.admin.query('select from identity.accounts where email = $1', [
      asked.owner.email,
    ])
    expect(rowCount).toBe(0)
  })

  test('the table of merchants refuses the id of a place that is not registered, from a superuser too', async () => {
    const { merchantId } = await app.world.store()
    const set = (id: string | null) =>
      app.admin.query('update platform.merchants set database_id = $2 where id = $1', [merchantId, id])
    await expect(set('norte')).rejects.toMatchObject({
      code: '23503',
      constraint: 'merchants_database_id_fkey',
    })
    await expect(set(null)).rejects.toMatchObject({ code: '23502' })
    // Of primary's nodes nothing is said, and every other place has some.
    const insert = (id: string, groups: string | null) =>
      app.admin.query('insert into platform.places (id, groups) values ($1, $2)', [id, groups])
    for (const [id, groups] of [
      ['norte', null],
      ['norte', '{}'],
      ['Norte', '{1}'],
      ['nor te', '{1}'],
    ] as const)
      await expect(insert(id, groups)).rejects.toMatchObject({ code: '23514' })
    await expect(
      app.admin.query(`update platform.places set groups = '{1}' where id = 'primary'`),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('only administrators see the places, and choose one', async () => {
    const store = await app.world.store()
    for (const person of [await app.world.operator(), store.manager]) {
      expect(await app.call(person, 'GET', '/platform/places')).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      for (const databaseId of ['primary', 'norte'])
        expect(await create(databaseId, person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect((await app.call(undefined, 'GET', '/platform/places')).status).toBe(401)
  })

  test('a place that is closed takes no new merchants, until it is opened again', async () => {
    const closed = await places('close', 'primary')
    expect(closed).toEqual({ code: 0, out: 'The place primary takes no new merchants.\n', err: '' })
    expect((await places('close', 'primary')).out).toBe('The place primary is closed already.\n')
    expect((await places()).out).toMatch(/^primary +closed /)
    expect((await app.call(admin, 'GET', '/platform/places')).body.items).toEqual([
      { id: 'primary', isOpen: false, isDown: false },
    ])
    const before = await merchantCount()
    expect(await create('primary')).toMatchObject({
      status: 409,
      body: { code: 'database_closed', errors: [{ path: '/databaseId' }] },
    })
    expect(await create()).toMatchObject({
      status: 409,
      body: { code: 'database_closed', detail: 'No place takes new merchants.' },
    })
    expect(await merchantCount()).toBe(before)
    expect((await places('open', 'primary')).out).toBe('The place primary takes new merchants.\n')
    expect((await create()).status).toBe(201)
    const { rows } = await app.admin.query(
      `select action, entity_id, before, after, user_id from audit.log where entity = 'place' order by id`,
    )
    const state = (isOpen: boolean) => ({ isOpen })
    expect(rows).toEqual([
      {
        action: 'place.closed',
        entity_id: 'primary',
        before: state(true),
        after: state(false),
        user_id: null,
      },
      {
        action: 'place.opened',
        entity_id: 'primary',
        before: state(false),
        after: state(true),
        user_id: null,
      },
    ])
  })

  test.each([
    [['open', 'norte'], 'There is no place norte.'],
    [['close', 'norte'], 'There is no place norte.'],
    [['remove', 'norte'], 'There is no place norte.'],
    [['remove', 'primary'], 'primary cannot be removed'],
    [['add'], 'Usage: mostrador places'],
    [['add', 'norte', 'sur'], 'Usage: mostrador places'],
    [['open', 'primary', '--node', 'uno:5432'], 'Usage: mostrador places'],
    [['move', 'primary'], 'Usage: mostrador places'],
    [['down'], 'Usage: mostrador places'],
    [['up', 'primary', 'norte'], 'Usage: mostrador places'],
    [['add', 'norte', '--nodes', 'uno:5432'], 'Usage: mostrador places'],
  ])('mostrador places %j says why not, and exits 1', async (args, words) => {
    const { code, out, err } = await places(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(words)
    const { rows } = await app.admin.query('select id, is_open from platform.places')
    expect(rows).toEqual([{ id: 'primary', is_open: true }])
  })
})
