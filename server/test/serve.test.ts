import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { addressOf, requestLine, startCommand } from './command.ts'
import { passTime } from './pass-time.ts'
import { patient } from './patience.ts'

const key = Buffer.alloc(32, 3).toString('base64')

let db: TestDatabase
/** Its authority journal belongs to this database alone. */
let dataDir: string
beforeAll(async () => {
  db = await cloneDatabase()
  dataDir = path.join(tmpdir(), db.name)
})
afterAll(async () => {
  await db?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const environment = () => ({
  DATABASE_URL: db.apiUrl,
  DATABASE_WORKER_URL: db.workerUrl,
  MOSTRADOR_DATA_DIR: dataDir,
  MOSTRADOR_KEY: key,
  PORT: '0',
  LOG_LEVEL: 'silent',
  MOSTRADOR_DRAIN_SECONDS: '0',
})

async function serving(changes: Record<string, string> = {}) {
  const started = startCommand(['serve'], { ...environment(), ...changes })
  return { ...started, url: await addressOf(started) }
}

describe('mostrador serve', () => {
  test('lists all faults of its environment, and exits 1', async () => {
    const { said, exit } = startCommand(['serve'], { PORT: 'no', MOSTRADOR_KEY: 'short' })
    expect(await exit).toBe(1)
    for (const name of [
      'DATABASE_URL is required',
      'DATABASE_WORKER_URL is required',
      'PORT',
      'MOSTRADOR_KEY',
    ]) {
      expect(said.err).toContain(name)
    }
  })

  test(
    'on all interfaces it prints an address that a browser can open, and warnings',
    async () => {
      const { url, said } = await serving({ HOST: '0.0.0.0' })
      expect(url).toMatch(/^http:\/\/localhost:\d+$/)
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      await expect.poll(() => said.out).toContain('Set PUBLIC_URL')
      const behind = await serving({
        PUBLIC_URL: 'https://pos.example.test',
        BACKUP_TARGET: tmpdir(),
        BACKUP_KEY: Buffer.alloc(32, 4).toString('base64'),
      })
      await expect.poll(() => behind.said.out).toContain('Set TRUSTED_PROXIES')
      await expect.poll(() => behind.said.out).toContain('Back this one up with pgBackRest')
      expect(behind.said.out).not.toContain('Set PUBLIC_URL')
    },
    patient(60_000),
  )

  test('refuses a login that would bypass row permissions', async () => {
    const { said, exit } = startCommand(['serve'], { ...environment(), DATABASE_URL: db.adminUrl })
    expect(await exit).toBe(1)
    expect(said.err).toContain('is not fit for serving')
  })

  test('refuses a database with a tenant table without policies', async () => {
    await db.admin.query('alter table shop.terminals no force row level security')
    try {
      const { said, exit } = startCommand(['serve'], environment())
      expect(await exit).toBe(1)
      expect(said.err).toContain('shop.terminals')
    } finally {
      await db.admin.query('alter table shop.terminals force row level security')
    }
  })

  test('refuses live selling without its credentials', async () => {
    const { said, exit } = startCommand(['serve'], { ...environment(), VAS_AGGREGATOR_MODE: 'live' })
    expect(await exit).toBe(1)
    for (const name of ['VAS_AGGREGATOR_URL', 'VAS_AGGREGATOR_KEY', 'VAS_AGGREGATOR_SECRET'])
      expect(said.err).toContain(name)
  })

  test('prints a link for the first administrator, is healthy and ready, traces nothing, and stops on SIGTERM with exit 0', async () => {
    const server = await serving({ LOG_LEVEL: 'info' })
    const { url, said, child, exit } = server
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok' })
    await expect.poll(() => said.out).toMatch(/first administrator, once, at http\S+#/)
    expect(await requestLine(server, await fetch(`${url}/auth/me`))).not.toHaveProperty('trace_id')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('is not ready while its database is unreachable', async () => {
    const away = await cloneDatabase()
    const { url } = await serving({ DATABASE_URL: away.apiUrl, DATABASE_WORKER_URL: away.workerUrl })
    await away.close()
    const answer = await fetch(`${url}/readyz`)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'not_ready' })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test('says on /readyz that it stops, serves on meanwhile, and half a request does not hold it up', async () => {
    // Long enough to be asked meanwhile on a busy machine.
    const drainSeconds = String(Math.ceil(patient(1_000) / 1_000))
    const { url, child, exit, said } = await serving({ MOSTRADOR_DRAIN_SECONDS: drainSeconds })
    await expect.poll(() => said.out).toMatch('first administrator')
    const half = connect(Number(new URL(url).port), '127.0.0.1', () =>
      half.write('POST /auth/sessions HTTP/1.1\r\nHost: x\r\n'),
    )
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    const ended = [half, idle].map((socket) => once(socket.resume(), 'close'))
    await once(half, 'connect')
    child.kill('SIGTERM')
    const readiness = async () => (await fetch(`${url}/readyz`)).json()
    await expect.poll(readiness).toMatchObject({ code: 'not_ready', detail: 'the process is stopping' })
    const answer = await fetch(`${url}/healthz`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await exit, said.err + said.out).toBe(0)
    await Promise.all(ended)
  })

  test('lets requests in progress finish before it exits', async () => {
    const { url, child, exit, said } = await serving()
    await expect.poll(() => said.out).toMatch('first administrator')
    const lock = new pg.Client({ connectionString: db.adminUrl })
    await lock.connect()
    await lock.query('begin; lock table identity.sign_in_attempts in access exclusive mode')
    const waiting = fetch(`${url}/auth/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'not a password of anybody' }),
    })
    await expect
      .poll(
        async () =>
          (
            await db.admin.query(
              `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).rowCount,
      )
      .toBeGreaterThan(0)
    child.kill('SIGTERM')
    await passTime(300, 'the signal reaches the server')
    await lock.query('commit')
    await lock.end()
    expect((await waiting).status).toBe(401)
    expect(await exit, said.err + said.out).toBe(0)
  })
})

test('mostrador migrate requires the two logins by name, and says so', async () => {
  const { said, exit } = startCommand(['migrate'], {
    DATABASE_ADMIN_URL: db.adminUrl,
    DATABASE_URL: db.adminUrl,
    DATABASE_WORKER_URL: db.workerUrl,
  })
  expect(await exit).toBe(1)
  expect(said.err).toContain('DATABASE_URL must log in as mostrador_api')
})

test('mostrador migrate leaves a current database alone', async () => {
  const { said, exit } = startCommand(['migrate'], {
    DATABASE_ADMIN_URL: db.adminUrl,
    DATABASE_URL: db.apiUrl,
    DATABASE_WORKER_URL: db.workerUrl,
  })
  expect(await exit).toBe(0)
  expect(said.out).toContain('up to date')
})

test('an unknown command prints the usage', async () => {
  const { said, exit } = startCommand(['sell'], {})
  expect(await exit).toBe(2)
  expect(said.err).toContain('serve')
})
