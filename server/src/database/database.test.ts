import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { passTime } from '../../test/pass-time.ts'
import { sql } from './sql.ts'
import { setStatementTimeout } from './statement-timeout.ts'

let cloned: TestDatabase
beforeAll(async () => {
  cloned = await cloneDatabase({ poolSize: 4 })
})
afterAll(() => cloned.close())

// PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
test('work that swallows a statement’s error does not count as committed', async () => {
  const swallowing = cloned.database.guest('r', async (tx) => {
    await tx.rows(sql`select 1 / 0`).catch(() => {})
    return 'done'
  })
  await expect(swallowing).rejects.toThrow('commit answered ROLLBACK')
})

test('two deadlocked transactions both complete in the end', async () => {
  let [begun, held] = [0, 0]
  const lock = (no: number) => sql`select pg_advisory_xact_lock(${no}::bigint)`
  const inOrder = (first: number, second: number) =>
    cloned.database.guest('r', async (tx) => {
      begun++
      await tx.rows(lock(first))
      held++
      // In the first attempt each holds its own lock before it requests the other's.
      while (held < 2) await passTime(5, 'the next look')
      await tx.rows(lock(second))
      return 'done'
    })
  expect(await Promise.all([inOrder(1, 2), inOrder(2, 1)])).toEqual(['done', 'done'])
  expect(begun).toBeGreaterThan(2)
})

// PostgreSQL: "cached plan must not change result type".
test('statements that were prepared before a migration return its columns after it', async () => {
  await cloned.admin.query(
    'create table app.plans as select 1 as no; grant select on app.plans to mostrador_worker',
  )
  const plans = () => cloned.database.worker((tx) => tx.rows(sql`select p.* from app.plans p`))
  const together = () => Promise.all([plans(), plans(), plans()])
  // On all connections of the pool.
  expect(await together()).toEqual(Array(3).fill([{ no: 1 }]))
  await cloned.admin.query('alter table app.plans add column note text')
  expect([...(await together()), await plans()]).toEqual(Array(4).fill([{ no: 1, note: null }]))
})

test('what a transaction sends without waiting is one write, and its commit another', async () => {
  const { _write, _writev } = Socket.prototype
  const marker = randomUUID()
  /** By connection: others of this process may send something meanwhile. */
  const writes = new Map<Socket, string[]>()
  const note = (socket: Socket, chunks: readonly { readonly chunk: unknown }[]) => {
    const sent = chunks.map(({ chunk }) => String(chunk)).join()
    writes.set(socket, [...(writes.get(socket) ?? []), sent])
  }
  const ask = () =>
    cloned.database.guest('r', async (tx) => {
      await tx.rows(sql`select 'one' as first`)
      return Promise.all([
        tx.rows(sql`select ${marker}::text as second`),
        tx.rows(sql`select ${marker}::text as third`),
      ])
    })
  const watched = async () => {
    writes.clear()
    try {
      Socket.prototype._write = function (chunk, ...rest) {
        note(this, [{ chunk }])
        return _write.call(this, chunk, ...rest)
      }
      Socket.prototype._writev = function (chunks, done) {
        note(this, chunks)
        return _writev?.call(this, chunks, done)
      }
      expect(await ask()).toEqual([[{ second: marker }], [{ third: marker }]])
    } finally {
      Object.assign(Socket.prototype, { _write, _writev })
    }
    const ours = [...writes.values()].find((sent) => sent.some((text) => text.includes(marker))) ?? []
    return ours.flatMap((text) => {
      const asked = text.split(marker).length - 1
      return asked > 0 ? `asked ${asked}` : (/begin|commit/.exec(text)?.[0] ?? [])
    })
  }
  // The first of them may open a connection, and prepares the statements.
  await expect.poll(watched).toEqual(['begin', 'asked 2', 'commit'])
})

test('a transaction sets how long its statements may run, for itself alone', async () => {
  const bound = sql<{ ms: string }>`select setting as ms from pg_settings where name = 'statement_timeout'`
  const bounded = (timeoutMs: number, seconds: number) =>
    cloned.database.guest('r', async (tx) => {
      await setStatementTimeout(tx, timeoutMs)
      await tx.rows(sql`select pg_sleep(${seconds}::float8)::text as slept`)
      return tx.rows(bound)
    })
  await expect(bounded(30, 60)).rejects.toMatchObject({ code: 'overloaded' })
  expect(await bounded(45_000, 0)).toEqual([{ ms: '45000' }])
  const after = () => cloned.database.guest('r', (tx) => tx.rows(bound))
  expect(await Promise.all([after(), after(), after(), after()])).toEqual(Array(4).fill([{ ms: '10000' }]))
})
