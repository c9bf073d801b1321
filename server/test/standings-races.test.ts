import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from './app.ts'
import { patient } from './patience.ts'
import { standingFaults } from './standings-law.ts'
import type { Member, Person, Store } from './world.ts'

let app: RunningProduct
let admin: Person
let store: Store
let cashier: Member

beforeAll(async () => {
  app = await startProduct()
  admin = await app.world.platformAdmin()
})
beforeEach(async () => {
  store = await app.world.store()
  cashier = await app.world.member(store, 'cashier')
})
afterAll(() => app.close())

const statuses = ['SUSPENDED', 'ACTIVE'] as const
type Status = (typeof statuses)[number]

/** What may happen to a team, by the functions that write it. None of them has locked the merchant's authority before. */
const changes = {
  'a hire': async (client: pg.PoolClient) => {
    const { id } = await app.world.person()
    await client.query(`select shop.admit_member($1, $2, $3, 'cashier')`, [store.merchantId, store.id, id])
  },
  'a role change': (client: pg.PoolClient) =>
    client.query(`select shop.write_role($1, $2, 'supervisor')`, [store.merchantId, cashier.membershipId]),
  'a dismissal': (client: pg.PoolClient) =>
    client.query('select shop.write_end($1, $2)', [store.merchantId, cashier.membershipId]),
} as const
type Change = keyof typeof changes

const setStatus = (client: pg.PoolClient, status: Status) =>
  client.query('select platform.write_status($1, $2)', [store.merchantId, status])
const lockMerchant = (client: pg.PoolClient) =>
  client.query('select app.lock_authority($1)', [store.merchantId])

/** How far the change of the status is when the other begins; in `ends`, the other has not committed when it begins. */
const moments = [
  'begins before the status is written',
  'begins after it is written',
  'ends meanwhile',
] as const
type Moment = (typeof moments)[number]

const meetings = (Object.keys(changes) as Change[]).flatMap((change) =>
  moments.flatMap((moment) => statuses.map((status) => [change, moment, status] as const)),
)

test.each(meetings)('%s that %s is copied with the status %s', async (change, moment, status) => {
  await stand(status === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE')
  await beside((of, by) => meet(of, by, change, moment, status))
  expect(await standingFaults(app.admin)).toEqual([])
  expect(await copied()).toEqual(new Set([status]))
})

async function meet(of: Side, by: Side, change: Change, moment: Moment, status: Status): Promise<void> {
  if (moment === 'ends meanwhile') {
    await changes[change](by.client)
    const set = of.finish(() => lockMerchant(of.client).then(() => setStatus(of.client, status)))
    await of.waitsOr(set)
    await by.client.query('commit')
    return set
  }
  await lockMerchant(of.client)
  if (moment === 'begins after it is written') await setStatus(of.client, status)
  const changed = by.finish(() => changes[change](by.client))
  await by.waitsOr(changed)
  if (moment === 'begins before the status is written') await setStatus(of.client, status)
  await of.client.query('commit')
  return changed
}

test(
  'many hires, role changes and dismissals, while the merchant is suspended and its store closed again and again',
  async () => {
    const { merchantId, manager } = store
    const members = await Promise.all(Array.from({ length: 9 }, () => app.world.member(store, 'cashier')))
    const answers: { readonly what: string; readonly status: number }[] = []
    const send = async (what: string, by: Person, method: string, path: string, body?: object) => {
      answers.push({ what, status: (await app.call(by, method, path, body)).status })
    }
    const pathOf = ({ membershipId }: Member) => `/pos/memberships/${membershipId}`
    const team = members.map(async (member, no) => {
      for (let round = 0; round < 6; round++) {
        const role = round % 2 === 0 ? 'supervisor' : 'cashier'
        await send('changed', manager, 'PATCH', pathOf(member), { role })
        await send('hired', manager, 'POST', '/pos/cashiers', {
          storeId: store.id,
          name: `Beto ${no} ${round}`,
        })
      }
      await send('dismissed', manager, 'DELETE', pathOf(member))
    })
    let isOver = false
    const platform = async () => {
      for (let round = 0; !isOver || round % 2 === 1; round++) {
        const status = statuses[round % 2]
        await send('switched', admin, 'PATCH', `/pos/merchants/${merchantId}/status`, {
          status,
          reason: 'Prueba',
        })
      }
    }
    const door = async () => {
      for (let round = 0; !isOver; round++)
        await send('closed', manager, 'PATCH', `/pos/stores/${store.id}`, {
          status: round % 2 === 0 ? 'CLOSED' : 'ACTIVE',
        })
    }
    // Each change is copied in its own transaction, so at no moment may anybody see a difference; the next switch would mend it.
    const faults: string[] = []
    const watch = async () => {
      while (!isOver) faults.push(...(await standingFaults(app.admin)))
    }
    const others = [platform(), door(), watch()]
    await Promise.all(team).finally(() => {
      isOver = true
    })
    await Promise.all(others)

    expect([...faults, ...(await standingFaults(app.admin))]).toEqual([])
    const seen = (what: string) => [
      ...new Set(answers.filter((each) => each.what === what).map((each) => each.status)),
    ]
    // Work was done, and refused while the merchant was suspended.
    expect(seen('changed')).toEqual(expect.arrayContaining([200, 403]))
    expect(seen('hired')).toEqual(expect.arrayContaining([201, 403]))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(seen('switched')).toEqual([200])
  },
  patient(120_000),
)

async function stand(status: Status): Promise<void> {
  await app.admin.query('select platform.write_status($1, $2)', [store.merchantId, status])
}

/** The statuses of the merchant in the copies of its memberships. */
async function copied(): Promise<Set<string>> {
  const { rows } = await app.admin.query(
    'select merchant_status from authz.standings where merchant_id = $1',
    [store.merchantId],
  )
  return new Set(rows.map((row) => row.merchant_status as string))
}

interface Side {
  readonly client: pg.PoolClient
  /** Does the work of its transaction, and commits. */
  finish(work: () => Promise<unknown>): Promise<void>
  /** Until it waits for a lock, or has finished without. */
  waitsOr(finished: Promise<void>): Promise<void>
}

/** Two transactions on connections of their own. */
async function beside(race: (first: Side, second: Side) => Promise<void>): Promise<void> {
  const [first, second] = [await sideOf(), await sideOf()]
  try {
    await race(first, second)
  } finally {
    for (const { client } of [first, second]) {
      await client.query('rollback')
      client.release()
    }
  }
}

async function sideOf(): Promise<Side> {
  const client = await app.admin.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waits = async () =>
    (
      await app.admin.query(`select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`, [
        rows[0]?.pid,
      ])
    ).rowCount === 1
  return {
    client,
    async finish(work) {
      await work()
      await client.query('commit')
    },
    async waitsOr(finished) {
      let hasFinished = false
      const end = () => {
        hasFinished = true
      }
      finished.then(end, end)
      await expect
        .poll(async () => hasFinished || (await waits()), { interval: 5, timeout: patient(10_000) })
        .toBe(true)
    },
  }
}
