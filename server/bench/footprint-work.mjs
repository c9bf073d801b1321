import { readFile } from 'node:fs/promises'
import { createSealSigner } from '../dist/adapters/keys/seal-signer.js'
import { auditSealing } from '../dist/audit/log/sealing.js'
import { asSuperuser } from './ground.mjs'
import { backendUs } from './growth.mjs'
import { absolute } from './rounds.mjs'
import { idOf, tokenHash } from './world.mjs'

/** A row of the processor time of one process of PostgreSQL, in microseconds. */
export const us = (name, ours) => absolute(`${name}: CPU of PostgreSQL`, { ours, unit: 'µs' })

/** Lets the product's own code run its worker's transactions on one connection, whose processor time is known. */
export function workerOn(client) {
  const rows = async ({ text, parameters }) => (await client.query(text, [...parameters])).rows
  const first = async (query) => (await rows(query))[0]
  const tx = { rows, first, one: first }
  return {
    async worker(work) {
      await client.query('begin')
      const result = await work(tx)
      await client.query('commit')
      return result
    },
  }
}

/** A transaction that only finds out who calls, of a cashier, as each request begins. */
export async function authenticating({ apiUrl }) {
  const times = 500
  const authenticate = {
    name: 'authenticate',
    text: `select app.authenticate(${tokenHash(1)}, $1, $2, 'bench')`,
  }
  return asSuperuser(apiUrl, async (client) => {
    const perCall = async (isWrite) => {
      const used = []
      for (let round = 0; round < 8; round++)
        used.push(
          await backendUs(client, async () => {
            for (let no = 0; no < times; no++) {
              await client.query(isWrite ? 'begin' : 'begin read only')
              await client.query({ ...authenticate, values: [idOf('store', 1), isWrite] })
              await client.query('commit')
            }
          }),
        )
      return Math.min(...used) / times
    }
    return [
      us('BEGIN, authenticate for a write, COMMIT', await perCall(true)),
      us('BEGIN, authenticate for a read, COMMIT', await perCall(false)),
    ]
  })
}

/** How many entries a second were written in the last ten minutes. */
const rates = [20, 100, 500]
const sealed = 3

/** What the sealer needs for an entry, by how many were written in the last ten minutes, which it reads for each seal. */
export async function sealing({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const { seal } = auditSealing({
      database: workerOn(client),
      clock: { now: () => new Date() },
      signer: createSealSigner([Buffer.alloc(32, 7)]),
      journal: undefined,
      logger: { info() {}, error() {} },
    })
    const rows = []
    for (const rate of rates) {
      await client.query('truncate audit.log, audit.seals, audit.unjournaled')
      await client.query(pastEntries, [rate])
      await client.query(pastSeals)
      await client.query('vacuum analyze audit.log')
      await client.query('vacuum analyze audit.seals')
      const before = await sealBytes(client)
      await client.query(newEntries, [sealed * 1_000])
      const usedUs = await backendUs(client, seal)
      rows.push(us(`sealing an entry, at ${rate} a second`, usedUs / (sealed * 1_000)))
      if (rate === rates.at(-1))
        rows.push(
          absolute('seals, of an entry', {
            ours: ((await sealBytes(client)) - before) / (sealed * 1_000),
            unit: 'bytes',
          }),
        )
    }
    return rows
  })
}

const entry = `'vas.sale.completed', 'vas_sale', gen_random_uuid()::text, '{"amountCentavos": 10000}', m.id`
/** The seal's time is when its last id was made, which is kept apart from the random part of the ids. */
const pastEntries = `
  insert into audit.log (id, action, entity, entity_id, after, merchant_id)
  select overlay(gen_random_uuid()::text placing
           left(app.first_uuid_at(now() - interval '10 minutes' + no * interval '1 second' / $1::int)::text, 15) from 1)::uuid,
         ${entry}
    from generate_series(1, 600 * $1::int) no
    join (select id, row_number() over () as place, count(*) over () as of from platform.merchants) m
      on m.place = 1 + no % m.of`
const newEntries = `
  insert into audit.log (action, entity, entity_id, after, merchant_id)
  select ${entry} from generate_series(1, $1::int) no
    join (select id, row_number() over () as place, count(*) over () as of from platform.merchants) m
      on m.place = 1 + no % m.of`
const pastSeals = `
  insert into audit.seals
  select part + 1, now(), array_agg(id order by id), array_agg(sha256(id::text::bytea) order by id), '\\x00', '\\x00',
         '\\x00', '\\x00', audit.made_at_ms((array_agg(id order by id desc))[1]),
         audit.made_between(array_agg(id order by id))
    from (select id, (row_number() over (order by id) - 1) / 1000 as part from audit.log) l group by part`

const sealBytes = async (client) =>
  Number((await client.query(`select pg_total_relation_size('audit.seals') as bytes`)).rows[0].bytes)

/** What it costs to give an event its position: many together, and one after the other as when little is sold. */
export async function ordering({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const emit = (count) => client.query(events, [count])
    const order = () => client.query('select events.order_events()')
    await emit(1_000)
    await order()
    const [batches, singles] = [5, 100]
    await emit(batches * 1_000)
    const together = await backendUs(client, async () => {
      for (let no = 0; no < batches; no++) await order()
    })
    let alone = 0
    for (let no = 0; no < singles; no++) {
      await emit(1)
      alone += await backendUs(client, order)
    }
    return [
      us('position of an event, of 1,000 together', together / (batches * 1_000)),
      us('position of an event, alone', alone / singles),
    ]
  })
}

const events = `
  insert into events.events (merchant_id, id, type, payload)
  select m.id, app.uuid_v7(), 'vas.sale.completed', '{"id": "019a0000-0000-7000-8000-000000000000", "status": "COMPLETED"}'
    from generate_series(1, $1::int) no
    join (select id, row_number() over () as place, count(*) over () as of from platform.merchants) m
      on m.place = 1 + no % m.of`

/** The memory that only one process of PostgreSQL uses, of those that serve the product's connections. */
export async function connectionBytes({ adminUrl }) {
  return asSuperuser(adminUrl, async (client) => {
    const { rows } = await client.query(
      `select pid, application_name as name from pg_stat_activity
        where datname = current_database() and application_name in ('mostrador-api', 'mostrador-worker')`,
    )
    return Promise.all(
      ['mostrador-api', 'mostrador-worker'].map(async (name) => {
        const own = await Promise.all(
          rows.filter((each) => each.name === name).map(({ pid }) => privateBytes(pid)),
        )
        return absolute(`memory of one connection of ${name}, at most of ${own.length}`, {
          ours: Math.max(...own) / 1e6,
          unit: 'MB',
        })
      }),
    )
  })
}

async function privateBytes(pid) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kB = [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)]
  return kB.reduce((sum, [, each]) => sum + Number(each) * 1_024, 0)
}
