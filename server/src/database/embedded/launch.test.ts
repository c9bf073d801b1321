import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneLauncher, type LauncherClone } from '../../../test/launcher-clone.ts'
import { passTime } from '../../../test/pass-time.ts'
import { patient } from '../../../test/patience.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres, startedServer } from './launch.ts'
import { commandLine, isAlive } from './process-list.ts'

const timeoutMs = patient(30_000)
// Durability is not under test here, and the machine is small.
const settings = { fsync: 'off', shared_buffers: '16MB' }

let dir: string
let clone: LauncherClone

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-launch-'))
  clone = await cloneLauncher()
}, timeoutMs)

afterAll(async () => {
  await clone.remove()
  await rm(dir, { recursive: true, force: true })
})

const start = (more: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dir, settings: { ...settings, ...more } })

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + patient(15_000)
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`)
    await passTime(20, 'the next look')
  }
}

test(
  'a server is found by its folder while it runs, and asking starts none',
  async () => {
    const place = path.join(dir, 'asked')
    expect(await startedServer(place)).toBeUndefined()
    const server = await startEmbeddedPostgres({ dir: place, settings })
    expect(await startedServer(place)).toBe(server.url)
    await server.stop()
    expect(await startedServer(place)).toBeUndefined()
  },
  timeoutMs,
)

describe('a start', { timeout: timeoutMs }, () => {
  test('creates a PostgreSQL 18 that compares by code point and requires the password', async () => {
    const server = await start()
    expect(server.how).toBe('started')
    expect(await ask(server.url, "select current_setting('server_version_num')::int / 10000 as answer")).toBe(
      18,
    )
    expect(
      await ask(server.url, "select datlocale as answer from pg_database where datname = 'postgres'"),
    ).toBe('C.UTF-8')
    expect(await ask(server.url, "select current_setting('max_connections') as answer")).toBe('100')
    const guessed = Object.assign(new URL(server.url), { password: 'guessed' }).href
    await expect(ask(guessed, 'select 1 as answer')).rejects.toThrow('password authentication failed')
    await server.stop()
    expect(await postmasterPid(server.dataDir)).toBeUndefined()
  })

  test('finds the data, the password and the port of the last one', async () => {
    const first = await start()
    await ask(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select answer from kept')).toBe(42)
    await second.stop()
  })

  test('passes its settings on, quotes included, and replaces the defaults', async () => {
    const server = await start({ max_connections: '37', 'app.greeting': "d'accord" })
    expect(await ask(server.url, "select current_setting('max_connections') as answer")).toBe('37')
    expect(await ask(server.url, "select current_setting('app.greeting') as answer")).toBe("d'accord")
    await server.stop()
  })

  test('takes another port when the last one is in use', async () => {
    const before = await start()
    await before.stop()
    // In use is in use, by another program as well.
    const squatter = createServer()
      .on('error', () => {})
      .listen(before.port, '127.0.0.1')
    const server = await start()
    expect(server.port).not.toBe(before.port)
    expect(await ask(server.url, 'select 1 as answer')).toBe(1)
    await server.stop()
    squatter.close()
  })

  test('reports the end of the log when PostgreSQL does not start', async () => {
    await expect(start({ shared_buffers: 'plenty' })).rejects.toThrow(/shared_buffers.*plenty/s)
    const server = await start()
    await server.stop()
  })

  test('refuses the cluster of another major version by name, and leaves it alone', async () => {
    const server = await start()
    await server.stop()
    const file = path.join(server.dataDir, 'PG_VERSION')
    await writeFile(file, '16\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 16, and this is PostgreSQL 18')
    await writeFile(file, '18\n')
    await (await start()).stop()
  })
})

describe('several users of one folder', { timeout: timeoutMs }, () => {
  test('share a server that stops when the last one leaves, whichever started it', async () => {
    const first = await start()
    const second = await start()
    expect([first.how, second.how]).toEqual(['started', 'shared'])
    await first.stop()
    expect(await ask(second.url, 'select 1 as answer')).toBe(1)
    await second.stop()
    expect(await postmasterPid(second.dataDir)).toBeUndefined()
  })

  test('can start concurrently on a folder that does not exist yet', async () => {
    const fresh = path.join(dir, 'fresh')
    const starters = await Promise.all([1, 2, 3].map(() => clone.start({ dir: fresh, settings })))
    expect(starters.map(({ server }) => server.how).sort()).toEqual(['shared', 'shared', 'started'])
    expect(new Set(starters.map(({ server }) => server.url)).size).toBe(1)
    await Promise.all(starters.map((starter) => starter.leave()))
    const last = await startEmbeddedPostgres({ dir: fresh, settings })
    expect(last.how).toBe('started')
    expect(await ask(last.url, 'select 1 as answer')).toBe(1)
    await last.stop()
    expect(await readdir(path.join(fresh, 'sessions'))).toEqual([])
  })

  test('can join while the last one leaves: none gets a server that is stopping', async () => {
    for (let round = 0; round < 3; round++) {
      const leaving = await start()
      const [, server] = await Promise.all([
        leaving.stop(),
        passTime(round * 8, 'the server stops a little further').then(() => start()),
      ])
      await passTime(150, 'a stopping server is gone')
      expect(await ask(server.url, 'select 1 as answer')).toBe(1)
      await server.stop()
    }
  })
})

describe('after a crash', { timeout: timeoutMs }, () => {
  test('kill -9 of the parent stops PostgreSQL, and the next start works', async () => {
    const starter = await clone.start({ dir, settings })
    const pid = (await postmasterPid(starter.server.dataDir)) ?? 0
    expect(isAlive(pid)).toBe(true)
    await starter.kill()
    await until('PostgreSQL stops', async () => (await postmasterPid(starter.server.dataDir)) === undefined)
    const server = await start()
    expect(server.how).toBe('started')
    await server.stop()
  })

  test('kill -9 of one user leaves the server to the other', async () => {
    const starter = await clone.start({ dir, settings })
    const other = await start()
    await starter.kill()
    await passTime(300, 'a server without its user stops')
    expect(await ask(other.url, 'select 1 as answer')).toBe(1)
    await other.stop()
    expect(await postmasterPid(other.dataDir)).toBeUndefined()
  })

  test('kill -9 of PostgreSQL leaves a stale postmaster.pid that the next start handles', async () => {
    const server = await start()
    await ask(server.url, 'create table survives as select 7 as answer')
    process.kill((await postmasterPid(server.dataDir)) ?? 0, 'SIGKILL')
    const next = await start()
    expect(next.how).toBe('started')
    expect(await ask(next.url, 'select answer from survives')).toBe(7)
    await Promise.all([server.stop(), next.stop()])
    expect(await postmasterPid(server.dataDir)).toBeUndefined()
  })

  test('a postmaster.pid whose pid was reused by another process is ignored', async () => {
    const before = await start()
    await before.stop()
    await writeFile(
      path.join(before.dataDir, 'postmaster.pid'),
      [process.pid, before.dataDir, 1_700_000_000, before.port, '', '127.0.0.1', '', 'ready', ''].join('\n'),
    )
    const server = await start()
    expect(server.how).toBe('started')
    await server.stop()
  })

  test('kill -9 of parent and watchdog leaves an orphan, which the next start adopts and stops', async () => {
    const starter = await clone.start({ dir, settings })
    const [watchdog] = await readdir(path.join(dir, 'sessions'))
    process.kill(Number(watchdog), 'SIGKILL')
    // On a busy machine it is still seen for a moment, as a user that the server is shared with.
    await until('the watchdog is gone', async () => (await commandLine(Number(watchdog))) === '')
    await starter.kill()
    const server = await start()
    expect(server.how).toBe('adopted')
    expect(server.url).toBe(starter.server.url)
    await server.stop()
    expect(await postmasterPid(server.dataDir)).toBeUndefined()
  })

  test('files of an unfinished initdb are removed', async () => {
    const broken = path.join(dir, 'broken')
    const half = await startEmbeddedPostgres({ dir: broken, settings })
    await half.stop()
    await rm(half.dataDir, { recursive: true })
    await writeFile(path.join(broken, 'init-0000'), 'half')
    const server = await startEmbeddedPostgres({ dir: broken, settings })
    await server.stop()
    expect(await readdir(broken)).not.toContain('init-0000')
  })
})

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

describe.runIf(isRoot)('as root', { timeout: timeoutMs }, () => {
  test('PostgreSQL runs as an account without privileges', async () => {
    const server = await start()
    const { uid } = await stat(path.join(server.dataDir, 'postmaster.pid'))
    expect(uid).not.toBe(0)
    expect((await stat(`/proc/${await postmasterPid(server.dataDir)}`)).uid).toBe(uid)
    await server.stop()
  })

  test('a clone and a data folder below a closed home work, also later', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'mostrador-home-'))
    const closed = await cloneLauncher(home)
    const options = {
      dir: path.join(closed.root, '.mostrador'),
      settings,
      systemDir: path.join(dir, 'system'),
    }
    const first = await closed.start(options)
    expect(first.server.how).toBe('started')
    expect(first.server.dataDir.startsWith(options.systemDir)).toBe(true)
    await first.leave()
    const second = await closed.start(options)
    expect(second.server.dataDir).toBe(first.server.dataDir)
    await second.leave()
    await rm(home, { recursive: true, force: true })
  })

  test('an ordinary user can start one too, and root then reuses it as that user', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'mostrador-nobody-'))
    await chown(own, nobody.uid, nobody.gid)
    const starter = await clone.start({ dir: own, settings }, nobody)
    expect(starter.server.how).toBe('started')
    expect((await stat(path.join(own, 'postgresql.conf'))).uid).toBe(nobody.uid)
    await starter.leave()
    const server = await startEmbeddedPostgres({ dir: own, settings })
    expect(server.url).toBe(starter.server.url)
    expect((await stat(path.join(server.dataDir, 'postmaster.pid'))).uid).toBe(nobody.uid)
    await server.stop()
    await rm(own, { recursive: true, force: true })
  })

  test('an ordinary user gets an error for another account’s folder', async () => {
    await (await start()).stop()
    await expect(clone.start({ dir, settings }, nobody)).rejects.toThrow('belongs to another account')
  })
})
