import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { folderStore } from '../src/adapters/backups/folder.ts'
import { writeManifest } from '../src/backup/manifest.ts'
import { createVault } from '../src/backup/vault.ts'
import { examined } from '../src/commands/doctor.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import { sqlSources } from '../src/database/sources.ts'
import type { Finding } from '../src/doctor/finding.ts'
import { runSimulator } from '../src/simulator/run.ts'
import { version } from '../src/version.ts'
import { localhost } from './certificates.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { addressOf, runCommand, startCommand } from './command.ts'
import { patient } from './patience.ts'
import { worldOf } from './world.ts'

const key = Buffer.alloc(32, 3).toString('base64')
const backupKey = Buffer.alloc(32, 4)

let db: TestDatabase
let dataDir: string
beforeAll(async () => {
  db = await cloneDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'mostrador-doctor-'))
})
afterAll(async () => {
  await db?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const environment = (of: Pick<TestDatabase, 'apiUrl' | 'workerUrl'> = db) => ({
  DATABASE_URL: of.apiUrl,
  DATABASE_WORKER_URL: of.workerUrl,
  MOSTRADOR_DATA_DIR: dataDir,
  MOSTRADOR_KEY: key,
  // Where nothing listens.
  PORT: '9',
})

/** The findings, by what was looked at; several of one kind are in the order of the list. */
async function found(changes: Record<string, string> = {}, of = db) {
  return by(await examined({ ...environment(of), ...changes }))
}

/** Without a database, for what `doctor` also looks at then. */
const foundWithoutDatabase = async (changes: Record<string, string> = {}) =>
  by(await examined({ MOSTRADOR_DATA_DIR: dataDir, PORT: '9', ...changes }))

const by = (findings: readonly Finding[]) => {
  const all = (check: Finding['check']) => findings.filter((each) => each.check === check)
  return { findings, all, of: (check: Finding['check']) => all(check)[0] }
}

/** The address of a server on `localhost` with this certificate. */
async function served(cert: string): Promise<string> {
  const server = createTlsServer({ key: localhost.key, cert }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

describe('mostrador doctor', () => {
  test('prints one line for each finding, and exits 0 while there is no error, whether a server runs or not', async () => {
    const { code, out, err } = await runCommand(['doctor'], environment())
    expect([code, err]).toEqual([0, ''])
    const lines = out.trim().split('\n')
    for (const check of [
      'database',
      'version',
      'drift',
      'policies',
      'privileges',
      'copies',
      'clock',
      'queue',
      'provider',
    ])
      expect(out).toMatch(new RegExp(`^ok +${check} `, 'm'))
    // One PostgreSQL is one place.
    expect(out).not.toMatch(/^\w+ +places /m)
    expect(out).toMatch(/^warning +server +No server answers at http:\/\/127\.0\.0\.1:9\. Start it with/m)
    expect(out).toMatch(/^warning +backup +PostgreSQL archives no WAL.*Set up pgBackRest/m)
    expect(out).toMatch(
      /^warning +backup +No job has said that it has backed up.*touch the file last-backup/m,
    )
    expect(lines.at(-1)).toBe(`${lines.length - 1} findings: 0 errors, 4 warnings`)
  })

  test('prints the findings as JSON, and exits 1 when there is an error', async () => {
    const nowhere = Object.assign(new URL(db.apiUrl), { port: '9' }).href
    // Which authorities are trusted is decided at the start of a process, so this one looks at the trusted certificate.
    const trusted = path.join(dataDir, 'trusted.pem')
    await writeFile(trusted, localhost.certificate)
    const { code, out, err } = await runCommand(['doctor', '--json'], {
      ...environment(),
      DATABASE_URL: nowhere,
      PUBLIC_URL: await served(localhost.certificate),
      NODE_EXTRA_CA_CERTS: trusted,
    })
    expect([code, err]).toEqual([1, ''])
    const said = JSON.parse(out) as { version: string; findings: Finding[] }
    expect(said.version).toBe(version)
    expect(said.findings[0]).toMatchObject({ check: 'database', state: 'error' })
    expect(by(said.findings).of('certificate')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('2120-01-01'),
    })
    expect((await runCommand(['doctor', '--jsn'], {})).err).toContain('Usage: mostrador doctor')
  })

  test('says that a running server is ready, and why one is not', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    const url = await addressOf(
      startCommand(['serve'], { ...environment(own), PORT: '0', LOG_LEVEL: 'silent' }),
    )
    const PORT = new URL(url).port
    expect((await foundWithoutDatabase({ PORT })).of('server')).toMatchObject({
      state: 'ok',
      text: `The server at http://127.0.0.1:${PORT} is ready.`,
    })
    await own.admin.query('alter table shop.terminals no force row level security')
    const isReady = async () => (await fetch(`${url}/readyz`)).ok
    await expect.poll(isReady, { interval: 1_000, timeout: patient(30_000) }).toBe(false)
    expect((await foundWithoutDatabase({ PORT })).of('server')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('shop.terminals'),
    })
  })

  test('is told apart from another program at the port', async () => {
    const other = createHttpServer((_request, answer) => answer.end('hello')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const PORT = String((other.address() as AddressInfo).port)
    expect((await foundWithoutDatabase({ PORT })).of('server')).toMatchObject({
      state: 'error',
      text: `Another program answers at http://127.0.0.1:${PORT}.`,
    })
  })

  test('says that the database cannot be reached, and what to do, and looks at the rest', async () => {
    const nowhere = Object.assign(new URL(db.apiUrl), { port: '9' }).href
    const { of, findings } = await found({ DATABASE_URL: nowhere })
    expect(of('database')).toEqual({
      check: 'database',
      state: 'error',
      text: 'The database cannot be reached, so it was not checked: DATABASE_URL: nothing answers at 127.0.0.1:9.',
      todo: 'Start PostgreSQL, for example with: systemctl start postgresql',
    })
    expect(findings.map(({ check }) => check)).toEqual([
      'database',
      'server',
      'disk',
      'backup',
      'backup',
      'provider',
    ])
    const { of: refused } = await found({
      DATABASE_WORKER_URL: Object.assign(new URL(db.workerUrl), { password: 'wrong' }).href,
    })
    expect(refused('database')?.todo).toContain('mostrador migrate')
  })

  test('names every fault of the settings', async () => {
    expect((await found({ PORT: 'no' })).findings).toEqual([
      expect.objectContaining({ state: 'error', text: 'PORT has to be a number from 0 to 65535.' }),
    ])
    const missing = by(await examined({ DATABASE_URL: db.apiUrl, MOSTRADOR_DATA_DIR: dataDir }))
    expect(missing.all('configuration').map(({ text }) => text.split(' ')[0])).toEqual([
      'DATABASE_WORKER_URL',
      'MOSTRADOR_KEY',
    ])
    const nothing = by(await examined({ MOSTRADOR_DATA_DIR: dataDir }))
    expect(nothing.of('database')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('DATABASE_URL is not set, and the bundled PostgreSQL does not run'),
    })
  })

  test('finds what somebody has changed in the database, by what it endangers', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    await own.admin.query(`
      alter table shop.terminals no force row level security;
      grant truncate on money.entries to mostrador_worker;
      create or replace function app.fold(p_text text) returns text language sql immutable strict parallel safe return p_text`)
    const { of } = await found({}, own)
    expect(of('policies')).toMatchObject({ state: 'error', text: expect.stringContaining('shop.terminals') })
    expect(of('privileges')).toMatchObject({ state: 'error', text: expect.stringContaining('money.entries') })
    expect(of('drift')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('function app.fold(text) was changed'),
      todo: expect.stringContaining('mostrador migrate'),
    })
  })

  test('names copies that differ from the directory, until migrate has repaired them', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    const world = worldOf(own.admin)
    const store = await world.store()
    const team = await Promise.all(Array.from({ length: 6 }, () => world.member(store, 'cashier')))
    expect((await found({}, own)).of('copies')).toMatchObject({ state: 'ok' })
    await own.admin.query('update authz.standings set role = $2 where membership_id = $1', [
      team[0]?.membershipId,
      'manager',
    ])
    expect((await found({}, own)).of('copies')).toEqual({
      check: 'copies',
      state: 'error',
      text: `Authentication does not go by the directory: membership ${team[0]?.membershipId} is copied with another role.`,
      todo: 'Run mostrador migrate, which repairs the copies. Then find out who changed the database by hand.',
    })
    await own.admin.query(`delete from authz.standings; update authz.callers set status = 'BLOCKED'`)
    // Seven accounts and as many memberships, with those of the owner.
    expect((await found({}, own)).of('copies')?.text).toMatch(/(account .*){5}, and 9 more\.$/)
    const { out, err } = await runCommand(['migrate'], {
      ...environment(own),
      DATABASE_ADMIN_URL: own.adminUrl,
    })
    expect([out, err]).toEqual(['Applied:\n  14 copies of accounts and memberships repaired\n', ''])
    expect((await found({}, own)).of('copies')).toMatchObject({ state: 'ok' })
  })

  test('says nothing about the copies of a database of an older version', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    await own.admin.query('drop function authz.standing_faults()')
    expect((await found({}, own)).all('copies')).toEqual([])
  })

  test('compares the versions of program, database and running servers', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    await own.admin.query(`delete from migration.applied where name like 'server/src/vas/sales/%'`)
    expect((await found({}, own)).of('version')).toMatchObject({
      state: 'error',
      todo: 'Run: mostrador migrate',
    })
    const sources = await sqlSources()
    const text = '-- oldest server: 0.2.0\nselect 1'
    const migrations = [
      ...sources.migrations,
      { name: 'db/migrations/9001_later.sql', text, checksum: 'later' },
    ]
    await migrate(own.adminUrl, loginsOf(own.adminUrl).passwords, { ...sources, migrations }, '9.0.0')
    expect((await found({}, own)).of('version')).toMatchObject({
      state: 'warning',
      text: `This is ${version}, and 9.0.0 has migrated the database; servers from 0.2.0 on can run on it.`,
    })
    await own.admin.query(`update migration.state set oldest_server = '9.0.0'`)
    expect((await found({}, own)).of('version')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('needs 9.0.0 or newer'),
      todo: expect.stringContaining('Install 9.0.0'),
    })
  })

  test('says on a database that was never migrated what to run', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    await own.admin.query('drop schema migration cascade')
    const { findings } = await found({}, own)
    expect(findings.filter(({ check }) => ['version', 'drift', 'policies', 'queue'].includes(check))).toEqual(
      [
        {
          check: 'version',
          state: 'error',
          text: 'The database has not been prepared.',
          todo: 'Run: mostrador migrate',
        },
      ],
    )
  })

  test('finds work that waits for somebody', async () => {
    const own = await cloneDatabase()
    onTestFinished(() => own.close())
    await own.admin.query(`select app.enqueue_work('nightly.backup', 'waits', null)`)
    expect((await found({}, own)).all('queue')).toEqual([
      expect.objectContaining({
        state: 'error',
        text: expect.stringMatching(/^1 jobs wait, .* no worker runs\.$/),
      }),
    ])
  })

  test('finds a missing, an old and an unreadable backup', async () => {
    const target = path.join(dataDir, 'backups')
    const settings = {
      MOSTRADOR_DATA_DIR: dataDir,
      BACKUP_TARGET: target,
      BACKUP_KEY: backupKey.toString('base64'),
    }
    // The bundled PostgreSQL, which does not have to run for this.
    const backupOf = async (bundled: Record<string, string>) => by(await examined(bundled)).of('backup')
    expect(await backupOf(settings)).toMatchObject({
      state: 'error',
      text: `There is no backup in ${target}.`,
      todo: 'Run: mostrador backup',
    })
    await mkdir(target)
    const vault = createVault(folderStore(target), backupKey)
    const madeAt = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    await writeManifest(vault, { format: 1, id: '1', finishedAt: madeAt(50) } as never)
    expect(await backupOf(settings)).toMatchObject({ state: 'warning' })
    await writeManifest(vault, { format: 1, id: '2', finishedAt: madeAt(2) } as never)
    expect(await backupOf(settings)).toMatchObject({ state: 'ok' })
    const other = { ...settings, BACKUP_KEY: Buffer.alloc(32, 5).toString('base64') }
    expect(await backupOf(other)).toMatchObject({ state: 'error', todo: 'See docs/backup.md.' })
    expect(by(await examined({ MOSTRADOR_DATA_DIR: dataDir })).of('backup')?.todo).toContain(
      'Set BACKUP_TARGET',
    )
    expect((await found(settings)).all('backup').map(({ text }) => text)).toEqual([
      expect.stringContaining('archives no WAL'),
      expect.stringContaining('No job has said that it has backed up'),
      expect.stringContaining('No job has said that it has copied'),
      'BACKUP_TARGET is not used for an own PostgreSQL.',
    ])
  })

  test('reads the age of the backup of an own PostgreSQL, and of the copy of the files, from what their jobs touch', async () => {
    const touched = async (name: string, hoursAgo: number) => {
      const at = new Date(Date.now() - hoursAgo * 3_600_000)
      await writeFile(path.join(dataDir, name), '')
      await utimes(path.join(dataDir, name), at, at)
    }
    onTestFinished(() =>
      Promise.all(['last-backup', 'last-copy'].map((name) => rm(path.join(dataDir, name)))).then(() => {}),
    )
    await touched('last-backup', 50)
    await touched('last-copy', 0)
    const states = async () =>
      (await found())
        .all('backup')
        .slice(1)
        .map(({ state }) => state)
    expect(await states()).toEqual(['warning', 'ok'])
    await touched('last-backup', 2)
    await touched('last-copy', 30)
    expect(await states()).toEqual(['ok', 'error'])
  })

  test('names a folder of the journals that the job of the data folder does not copy, until a job says that it does', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'mostrador-journals-'))
    onTestFinished(() => rm(elsewhere, { recursive: true }))
    // Of an own PostgreSQL, which does not have to be reached for this.
    const copied = async (changes: Record<string, string>) =>
      (await foundWithoutDatabase({ DATABASE_URL: db.apiUrl, ...changes })).all('backup').slice(2)
    const moved = {
      MOSTRADOR_AUTHORITY_JOURNAL: path.join(elsewhere, 'authority'),
      MOSTRADOR_AUDIT_SEALS: path.join(elsewhere, 'audit-seals.jsonl'),
    }
    expect(
      await copied({ MOSTRADOR_AUTHORITY_JOURNAL: path.join(dataDir, 'journals', 'authority') }),
    ).toEqual([])
    expect(await copied(moved)).toEqual([
      {
        check: 'backup',
        state: 'warning',
        text: `No job has said that it has copied the authority journal and the seals in ${elsewhere}.`,
        todo: 'Add the folder to the job that copies the data folder, and let it touch last-copy there too: docs/backup.md.',
      },
    ])
    expect(await copied({ MOSTRADOR_AUDIT_SEALS: moved.MOSTRADOR_AUDIT_SEALS })).toMatchObject([
      { text: `No job has said that it has copied the seals in ${elsewhere}.` },
    ])
    await writeFile(path.join(elsewhere, 'last-copy'), '')
    expect(await copied(moved)).toMatchObject([{ state: 'ok' }])
    const yesterday = new Date(Date.now() - 20 * 3_600_000)
    await utimes(path.join(elsewhere, 'last-copy'), yesterday, yesterday)
    expect(await copied(moved)).toMatchObject([
      { state: 'warning', todo: expect.stringContaining('docs/backup.md') },
    ])
    // The backups of the bundled PostgreSQL have the journals, wherever they are.
    expect((await foundWithoutDatabase(moved)).all('backup')).toHaveLength(1)
  })

  test('asks the provider, and tells refused credentials from no answer', async () => {
    const provider = await runSimulator({ port: 0 })
    onTestFinished(() => provider.close().catch(() => {}))
    const staging = { VAS_AGGREGATOR_MODE: 'staging', VAS_AGGREGATOR_URL: provider.url }
    expect((await foundWithoutDatabase(staging)).of('provider')).toMatchObject({ state: 'ok' })
    expect(
      (await foundWithoutDatabase({ ...staging, VAS_AGGREGATOR_KEY: 'wrong' })).of('provider'),
    ).toMatchObject({
      state: 'error',
      text: 'The provider refuses the credentials (401).',
    })
    await provider.close()
    expect((await foundWithoutDatabase(staging)).of('provider')).toMatchObject({
      state: 'error',
      text: expect.stringMatching(/^The provider does not answer/),
    })
    expect((await foundWithoutDatabase({ VAS_AGGREGATOR_MODE: 'live' })).of('provider')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('VAS_AGGREGATOR_SECRET'),
    })
  })

  test('looks at the certificate of the public address as a browser would', async () => {
    const certificate = async (PUBLIC_URL: string) =>
      (await foundWithoutDatabase({ PUBLIC_URL })).of('certificate')
    const untrusted = await served(localhost.certificate)
    expect(await certificate(untrusted)).toMatchObject({
      state: 'error',
      text: `Browsers refuse the certificate of ${untrusted}: DEPTH_ZERO_SELF_SIGNED_CERT.`,
    })
    const expired = await served(localhost.expired)
    expect(await certificate(expired)).toMatchObject({
      state: 'error',
      text: `The certificate of ${expired} has expired on 2021-01-01.`,
    })
    expect(await certificate('https://localhost:9')).toMatchObject({
      state: 'error',
      text: expect.stringContaining('cannot be reached'),
    })
    expect(await certificate('http://pos.example.test')).toMatchObject({ state: 'warning' })
    expect((await foundWithoutDatabase()).all('certificate')).toEqual([])
  })
})
