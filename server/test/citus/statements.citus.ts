import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import { sentStatements } from '../sent-statements.ts'

let db: TestDatabase
/** Connections of both logins. A statement is of the first, or else of the second. */
let logins: pg.Client[]

beforeAll(async () => {
  db = await cloneDatabase()
  logins = [db.apiUrl, db.workerUrl].map((connectionString) => new pg.Client({ connectionString }))
  for (const login of logins) await login.connect()
})
afterAll(async () => {
  for (const login of logins) await login.end()
  await db.close()
})

/** A value of each type. Lists of ids are of several merchants, which are on different nodes. */
const samples: readonly (readonly [type: RegExp, value: string])[] = [
  [/^uuid$/, `'0199aaaa-0000-7000-8000-000000000001'`],
  [/^uuid\[\]$/, `'{0199aaaa-0000-7000-8000-000000000001,0299aaaa-0000-7000-8000-000000000002}'`],
  [/^jsonb?$/, `'[]'`],
  [/^(smallint|integer|bigint|numeric|double precision|app\.centavos)$/, '1'],
  [/^text$/, `'a'`],
  [/^(timestamp with time zone|date)$/, `'2026-11-22'`],
  [/^boolean$/, 'true'],
  [/\[\]$/, `'{}'`],
]

/** What PostgreSQL says when it plans the statement for a login; undefined: nothing, it can. */
async function refusalOf(login: pg.Client, text: string): Promise<pg.DatabaseError | undefined> {
  await login.query('begin')
  try {
    await login.query(`prepare planned as ${text}`)
    const { rows } = await login.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'planned'`,
    )
    const types = rows[0]?.types ?? []
    const values = types.map((type) => samples.find(([pattern]) => pattern.test(type))?.[1] ?? 'null')
    await login.query(`explain execute planned${types.length === 0 ? '' : `(${values.join(', ')})`}`)
    return undefined
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error
    throw error
  } finally {
    await login.query('rollback; deallocate all')
  }
}

const isDenied = (refusal: pg.DatabaseError | undefined) => refusal?.code === '42501'

test('Citus plans the statements that the server sends', async () => {
  const statements = new Map((await sentStatements()).map(({ name, text }) => [text, name]))
  const refused = new Set<string>()
  for (const [text, name] of statements) {
    const [asApi, asWorker] = logins as [pg.Client, pg.Client]
    const first = await refusalOf(asApi, text)
    const refusal = isDenied(first) ? await refusalOf(asWorker, text) : first
    if (refusal !== undefined)
      refused.add(`${name}: ${[refusal.message, refusal.detail].filter(Boolean).join(': ')}`)
  }
  expect([...refused].sort()).toEqual([])
}, 120_000)
