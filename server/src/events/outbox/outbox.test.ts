import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { plannedBuffersOf } from '../../../test/buffers.ts'
import { orderEvents } from '../../../test/order-events.ts'
import { parted } from '../../../test/sql-text.ts'
import type { Person, Store } from '../../../test/world.ts'
import { matrix } from '../../authorization/matrix.ts'
import { declarationFiles } from '../../database/sources.ts'
import { compileStrict } from '../../http/validation.ts'
import { eventTypeNames, eventTypes } from './event-types.ts'
import { eventPruningJob } from './pruning.ts'

interface EventRow {
  readonly id: string
  readonly merchant_id: string | null
  readonly store_id: string | null
  readonly permission_set: number | null
  readonly type: keyof typeof eventTypes
  readonly payload: Record<string, unknown>
  readonly position: bigint | null
}

let app: App
let admin: Person
let store: Store
beforeAll(async () => {
  app = await startProduct()
  admin = await app.world.platformAdmin()
  store = await app.world.store()
})
afterAll(() => app.close())

const events = async (merchantId: string, type?: string): Promise<EventRow[]> =>
  (
    await app.admin.query<EventRow>(
      'select * from events.events where merchant_id = $1 and ($2::text is null or type = $2) order by id',
      [merchantId, type],
    )
  ).rows

/** Each call of `events.emit` in these sources, up to its closing parenthesis. */
function callsOf(text: string): string[] {
  return [...text.matchAll(/perform events\.emit\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = text.indexOf('(', index); at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return text.slice(index, at)
    }
    throw new Error('a call without end')
  })
}

test('functions emit exactly the types of the registry', async () => {
  const { functions } = await declarationFiles()
  const emitted = functions.flatMap(({ text }) =>
    callsOf(text).flatMap((call) => {
      const named = [...call.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].map(([, name]) => name as string)
      expect(named, call).not.toEqual([])
      return named
    }),
  )
  expect([...new Set(emitted)].sort()).toEqual([...eventTypeNames].sort())
})

test('functions emit with a store exactly the types that concern one', async () => {
  const { functions } = await declarationFiles()
  const calls = functions.flatMap(({ text }) => callsOf(text))
  expect(calls.length).toBeGreaterThan(20)
  for (const call of calls) {
    const [, store, , type] = parted(call.slice(call.indexOf('(') + 1))
    const concerns = store === 'null' ? 'merchant' : 'store'
    const types = eventTypeNames.filter((name) => type?.includes(`'${name}'`))
    expect(types, call).not.toEqual([])
    for (const name of types) expect(eventTypes[name].concerns, name).toBe(concerns)
  }
})

describe('an event has the shape of its type and reaches the declared readers:', () => {
  test('merchants, members, chips and deposits', async () => {
    const here = await app.world.store()
    const supervisor = await app.world.member(here, 'supervisor')
    const change = await app.call(here.manager, 'PATCH', `/pos/memberships/${supervisor.membershipId}`, {
      role: 'cashier',
    })
    expect(change.status, change.text).toBe(200)
    const end = await app.call(here.manager, 'DELETE', `/pos/memberships/${supervisor.membershipId}`)
    expect(end.status, end.text).toBe(204)
    for (const status of ['SUSPENDED', 'ACTIVE', 'ACTIVE']) {
      const set = { status, reason: 'Prueba' }
      expect((await app.call(admin, 'PATCH', `/pos/merchants/${here.merchantId}/status`, set)).status).toBe(
        200,
      )
    }
    for (const [no, status] of ['CREDITED', 'REJECTED'].entries()) {
      const report = {
        storeId: here.id,
        amountCentavos: 100,
        claveRastreo: `EV${no}${Date.now()}`,
        paidOn: '2026-01-02',
      }
      const { body } = await app.call(here.manager, 'POST', '/pos/deposits', report)
      const said = { status, reason: 'Prueba' }
      expect((await app.call(admin, 'PATCH', `/pos/deposits/${body.id}/review`, said)).status).toBe(200)
    }
    const told = await events(here.merchantId)
    expect(told.map(({ type }) => type)).toEqual([
      'membership.created',
      'membership.created',
      'membership.role_changed',
      'membership.ended',
      'merchant.suspended',
      'merchant.reactivated',
      'deposit.reported',
      'deposit.credited',
      'deposit.reported',
      'deposit.rejected',
    ])
    for (const each of told) {
      const { payload, seenBy, concerns } = eventTypes[each.type]
      const isRight = compileStrict(payload)
      expect(isRight(each.payload), `${each.type} ${JSON.stringify(isRight.errors)}`).toBe(true)
      expect(each.store_id === null, each.type).toBe(concerns === 'merchant')
      if (seenBy === 'platform') expect(each.permission_set).toBeNull()
      else {
        const domain = seenBy === 'portfolio' ? 'reporting' : seenBy
        expect((each.permission_set as number) & 15, each.type).toBe(matrix[domain].number)
      }
    }
  })
})

test('a rolled back event is never sent', async () => {
  const before = await events(store.merchantId)
  const taken = await app.call(store.manager, 'PATCH', `/pos/memberships/${store.manager.membershipId}`, {
    role: 'cashier',
  })
  expect(taken.status).toBe(409)
  expect(await events(store.merchantId)).toEqual(before)
})

test('neither login role can emit or change events directly', async () => {
  const login = { api: app.apiUrl, worker: app.workerUrl }
  for (const [name, connectionString] of Object.entries(login)) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const attempts = [
      `select events.emit(null, null, null, 'x.y', '{}')`,
      `insert into events.events (id, type, payload) values (gen_random_uuid(), 'x.y', '{}')`,
      `update events.events set type = 'x.y'`,
      'delete from events.events',
      'update events.head set position = 0',
      ...(name === 'api' ? ['select events.order_events()'] : []),
    ]
    for (const attempt of attempts)
      await expect(client.query(attempt), `${name}: ${attempt}`).rejects.toMatchObject({ code: '42501' })
    await client.end()
  }
})

const emit = `select events.emit($1, null, null, 'deposit.reported', '{}') as id`
const order = () => orderEvents(app.admin)

describe('positions', () => {
  test('an event of a transaction that commits late comes late, and is never skipped', async () => {
    const slow = await app.admin.connect()
    await slow.query('begin')
    const late = (await slow.query(emit, [store.merchantId])).rows[0].id
    const early = (await app.admin.query(emit, [store.merchantId])).rows[0].id
    const place = async (id: string): Promise<string | undefined> =>
      (await app.admin.query('select position from events.events where id = $1', [id])).rows[0]?.position
    // The product orders events as well: ours may find nothing left to do, and return an older position.
    const placed = async (id: string) => {
      await expect.poll(() => order().then(() => place(id))).toBeDefined()
      return BigInt((await place(id)) as string)
    }
    const seen = await placed(early)
    expect(await place(late)).toBeUndefined()
    await slow.query('commit')
    slow.release()
    expect(await placed(late)).toBe(seen + 1n)
  })

  test('a reader that continues after the last event misses nothing and sees nothing twice', async () => {
    const writers = 6
    const each = 40
    let isWriting = true
    const seen: string[] = []
    let last = await order()
    const read = async () => {
      const upTo = await order()
      const { rows } = await app.admin.query(
        'select id, position from events.events where position > $1 and position <= $2 order by position limit 7',
        [last, upTo],
      )
      for (const row of rows) {
        expect(BigInt(row.position)).toBe(last + 1n)
        last = BigInt(row.position)
        seen.push(row.id)
      }
      return rows.length
    }
    const reading = (async () => {
      while (isWriting || (await read()) > 0) await read()
    })()
    const written = await Promise.all(
      Array.from({ length: writers }, async () => {
        const client = new pg.Client({ connectionString: app.adminUrl })
        await client.connect()
        const ids: string[] = []
        for (let no = 0; no < each; no++) {
          await client.query('begin')
          const { rows } = await client.query(emit, [store.merchantId])
          await client.query('select pg_sleep(random() * 0.01)')
          const isKept = Math.random() < 0.8
          await client.query(isKept ? 'commit' : 'rollback')
          if (isKept) ids.push(rows[0].id)
        }
        await client.end()
        return ids
      }),
    )
    isWriting = false
    await reading
    // The last ones may be placed later than they were committed.
    const all = written.flat().sort()
    await expect
      .poll(async () => {
        await read()
        return seen.toSorted()
      })
      .toEqual(all)
  })
})

describe('of the events older than thirty days', () => {
  const emitted = async (ago: string): Promise<string> => {
    const { id } = (await app.admin.query(emit, [store.merchantId])).rows[0]
    await order()
    await app.admin.query('update events.events set at = now() - $2::interval where id = $1', [id, ago])
    return id
  }
  const prune = () => eventPruningJob(app.database).run(undefined, { isLast: true })
  const keptOf = async (...ids: string[]): Promise<string[]> => {
    const kept = (await events(store.merchantId)).map(({ id }) => id)
    return ids.filter((id) => kept.includes(id))
  }
  const beforeAllOthers = () => app.admin.query(`update events.events set at = now() - interval '31 days'`)

  test('all are deleted, also one whose clock was ahead when it happened', async () => {
    const { rowCount } = await beforeAllOthers()
    const [ahead, old, young] = [await emitted('-1 year'), await emitted('31 days'), await emitted('1 day')]
    expect(await prune()).toEqual({ pruned: (rowCount ?? 0) + 2 })
    expect(await keptOf(ahead, old, young)).toEqual([young])
  })

  test('an event that only looks old, because a clock was behind, is kept with the events around it', async () => {
    await beforeAllOthers()
    const young = [await emitted('29 days'), await emitted('9 years'), await emitted('9 years')]
    await prune()
    expect(await keptOf(...young)).toEqual(young)
  })

  /** A webhook. @returns a function that lets messages of events to it wait since a time */
  async function webhook() {
    const id = await app.world.webhook(store, 'PAUSED')
    return (since: string, ...ids: string[]) =>
      app.admin.query(
        `insert into events.webhook_deliveries (merchant_id, id, webhook_id, permission_set, event_id, next_attempt_at)
         select w.merchant_id, app.uuid_v7(), w.id, w.permission_set, e.id, now() - $2::interval
           from events.webhooks w, unnest($3::uuid[]) e (id) where w.id = $1`,
        [id, since, ids],
      )
  }
  /** More events than one batch. */
  async function many(ago: string): Promise<string[]> {
    const { rows } = await app.admin.query(`${emit} from generate_series(1, 1001)`, [store.merchantId])
    const ids = rows.map(({ id }) => id)
    await order()
    await app.admin.query('update events.events set at = now() - $2::interval where id = any ($1)', [
      ids,
      ago,
    ])
    return ids
  }

  test('an event is kept while a message of it waits, and older events around it are deleted', async () => {
    const waits = await webhook()
    await beforeAllOthers()
    const [sent, forgotten, last] = [
      await emitted('31 days'),
      await emitted('31 days'),
      await emitted('31 days'),
    ]
    await waits('1 hour', sent)
    await waits('31 days', forgotten)
    await prune()
    expect(await keptOf(sent, forgotten, last)).toEqual([sent])
  })

  test('a thousand events that are kept, or whose clock was ahead, do not keep the old ones after them', async () => {
    const waits = await webhook()
    await beforeAllOthers()
    const sent = await many('31 days')
    await waits('1 hour', ...sent)
    const old = await emitted('31 days')
    await many('-1 year')
    const [later, ahead, last] = [
      await emitted('31 days'),
      await emitted('-1 year'),
      await emitted('31 days'),
    ]
    const young = [await emitted('1 day'), await emitted('31 days')]
    await prune()
    expect(await keptOf(...sent, old, later, ahead, last, ...young)).toEqual([...sent, ...young])
  })
})

test('looking for old events does not read those that are kept', async () => {
  const client = await app.admin.connect()
  const pages = async () => {
    await client.query('analyze events.events')
    return plannedBuffersOf(client, `select events.prune_events('30 days', -20000, 1000)`)
  }
  const happen = (times: number) =>
    client.query(
      `insert into events.events (merchant_id, id, type, payload, position)
       select $1, app.uuid_v7(), 'order.paid', '{}', -no from generate_series(1, $2::int) no`,
      [store.merchantId, times],
    )
  try {
    await happen(1_000)
    const before = await pages()
    await happen(9_000)
    expect(await pages()).toBeLessThan(2 * before)
  } finally {
    client.release()
  }
})
