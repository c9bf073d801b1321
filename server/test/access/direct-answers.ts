import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import type { App } from '../app.ts'
import type { Person } from '../world.ts'
import type { ApiFunction } from './direct-arguments.ts'
import { eventsWithoutPosition, stateOf } from './merchant-state.ts'

export type Caller = Pick<Person, 'token'> | undefined

interface Asked {
  readonly function: ApiFunction
  readonly values: readonly unknown[]
}

/** Whose rows must stay as they are. */
interface Watched {
  readonly merchantId: string
  readonly people: readonly string[]
}

/**
 * Calls functions with the API's own login, each in a transaction of the caller that is rolled back.
 *
 * @returns by name: the code of a refusal, `nothing`, what was told, or `changed` if a watched row was
 */
export async function answersTo(
  caller: Caller,
  asked: readonly Asked[],
  app: App,
  { merchantId, people }: Watched,
): Promise<ReadonlyMap<string, string>> {
  await expect.poll(() => eventsWithoutPosition(app.admin)).toBe(0)
  const client = new pg.Client({ connectionString: app.adminUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session authorization mostrador_api')
    await authenticate(client, caller)
    await client.query('savepoint authenticated')
    const state = async () => {
      await client.query('reset session authorization')
      return JSON.stringify(await stateOf(client, merchantId, people))
    }
    const before = await state()
    let writes = await writesOf(client)
    const answers = new Map<string, string>()
    for (const { function: called, values } of asked) {
      await client.query('rollback to savepoint authenticated')
      const answer = await answerOf(client, called, values)
      answers.set(called.name, answer)
      if (!called.isVolatile || !/^(nothing|told)/.test(answer)) continue
      const more = await writesOf(client)
      if (more !== writes && (await state()) !== before) answers.set(called.name, 'changed')
      writes = more
    }
    return answers
  } finally {
    await client.end()
  }
}

async function authenticate(client: pg.Client, caller: Caller): Promise<void> {
  if (caller === undefined) return void (await client.query(`select app.authenticate_guest('test')`))
  const hash = createHash('sha256').update(caller.token).digest()
  await client.query(`select app.authenticate($1, null, true, 'test')`, [hash])
}

/** How many rows of any table this transaction has written, also where it was rolled back. */
async function writesOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del)::text as n from pg_stat_xact_all_tables',
  )
  return rows[0].n
}

async function answerOf(
  client: pg.Client,
  { name, parameters }: ApiFunction,
  values: readonly unknown[],
): Promise<string> {
  const places = parameters.map(({ type }, no) => `$${no + 1}::${type}`).join(', ')
  try {
    const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}(${places})`, [
      ...values,
    ])
    const told = rows.flatMap((row) => Object.values(row)).filter((value) => !isNothing(value))
    return told.length === 0 ? 'nothing' : `told ${told.join(' ')}`
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    return code === 'MO001' ? message : code === '42501' ? 'forbidden' : `${code} ${message}`
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === false || Number(value) === 0 || (Array.isArray(value) && value.length === 0)
