import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../server/src/doctor/finding.ts'
import { runCommand, startCommand } from '../server/test/command.ts'
import { commandsOf } from '../server/test/debian-machine.ts'
import { patient } from '../server/test/patience.ts'
import { missingPackages, postgresMachine } from '../server/test/postgres-machine.ts'
import { killProgram } from '../server/test/programs.ts'
import { type Member, type Store, worldOf } from '../server/test/world.ts'

const missing = await missingPackages()
const name = `a PostgreSQL of one’s own, backed up with pgBackRest${
  missing.length > 0 ? ` (not installed: apt-get install ${missing.join(' ')})` : ''
}`

// One story, told by the commands of docs/backup.md.
describe.runIf(missing.length === 0)(name, { timeout: patient(120_000) }, () => {
  const password = 'una-contraseña-larga'
  const program = path.resolve(import.meta.dirname, '../server/dist/main.js')
  let machine: Awaited<ReturnType<typeof postgresMachine>>
  let admin: pg.Pool
  let store: Store
  let dismissed: Member
  let moment: string
  beforeAll(async () => {
    machine = await postgresMachine()
    const made = await mostrador(
      'setup',
      '--admin-url',
      machine.adminUrl,
      '--data-dir',
      machine.at('var/lib/mostrador'),
    )
    expect(made.code, made.err).toBe(0)
    admin = new pg.Pool({
      connectionString: Object.assign(new URL(machine.adminUrl), { pathname: '/mostrador' }).href,
    })
    // PostgreSQL is stopped in the middle of the story.
    admin.on('error', () => {})
  }, patient(120_000))
  afterAll(async () => {
    await admin?.end()
    await machine?.remove()
  })

  const settings = () => machine.at('etc/mostrador/mostrador.env')
  const mostrador = (command: string, ...args: readonly string[]) =>
    runCommand(
      [command, ...args, ...(command === 'setup' ? ['--file', settings()] : ['--env', settings()])],
      {
        LOG_LEVEL: 'silent',
      },
    )
  const serve = async () => {
    const { child, said } = startCommand(['serve', '--env', settings()], { PORT: '0', LOG_LEVEL: 'silent' })
    await expect.poll(() => said.out + said.err, { timeout: patient(30_000) }).toMatch(/listening at http\S+/)
    const url = /listening at (http\S+)/.exec(said.out)?.[1] as string
    const call = async (token: string | undefined, method: string, where: string, body?: object) => {
      const answer = await fetch(url + where, {
        method,
        headers: {
          connection: 'close',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
    }
    return { child, call }
  }
  const products = async () =>
    (await admin.query<{ name: string }>('select name from catalog.products order by name')).rows.map(
      (row) => row.name,
    )
  const backups = async () =>
    JSON.parse(
      await machine.must('runuser -u postgres -- pgbackrest --stanza=mostrador --output=json info'),
    )[0].backup as { type: string; error: boolean }[]

  test('the commands of docs/backup.md archive WAL within half a minute, and make a good backup', async () => {
    const { code, said } = await machine.run(await commandsOf('docs/backup.md', '### Set it up'))
    expect(code, said).toBe(0)
    expect((await backups()).map(({ type, error }) => [type, error])).toEqual([['full', false]])
    const { rows } = await admin.query(
      `select setting::int as seconds from pg_settings where name = 'archive_timeout'`,
    )
    expect(rows).toEqual([{ seconds: 30 }])
    expect(await readFile(machine.at('etc/pgbackrest.conf'), 'utf8')).toMatch(/^repo1-cipher-pass=\S{64}$/m)
    await machine.cron('mostrador-backup', '--type=diff')
    expect((await backups()).map(({ type }) => type)).toEqual(['full', 'diff'])
  })

  test('its jobs tell mostrador doctor when they have worked', async () => {
    const saved = async () =>
      (JSON.parse((await mostrador('doctor', '--json')).out).findings as Finding[])
        .filter(({ check }) => check === 'backup')
        .map(({ state }) => state)
    const names = ['last-backup', 'last-copy']
    for (const name of names) await rm(machine.at('var/lib/mostrador', name), { force: true })
    expect(await saved()).toEqual(['ok', 'warning', 'warning'])
    await machine.cron('mostrador-backup', '--type=diff')
    expect(await saved()).toEqual(['ok', 'ok', 'warning'])
    await machine.cron('mostrador-backup', 'rsync')
    expect(await saved()).toEqual(['ok', 'ok', 'ok'])
  })

  test('a shop works, dismisses somebody after the moment, and its machine dies', async () => {
    const { child, call } = await serve()
    const world = worldOf(admin)
    store = await world.store()
    dismissed = await world.member(store, 'cashier', await world.person({ password }))
    const create = (product: string) =>
      call(store.manager.token, 'POST', '/pos/products', {
        storeId: store.id,
        name: product,
        priceCentavos: 1_800,
      })
    expect((await create('Antes')).status).toBe(201)
    const { rows } = await admin.query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at`,
    )
    moment = `${rows[0]?.at}+00`
    expect((await create('Después')).status).toBe(201)
    const ended = await call(store.manager.token, 'DELETE', `/pos/memberships/${dismissed.membershipId}`)
    expect(ended.status).toBe(204)
    const { rows: last } = await admin.query('select pg_walfile_name(pg_switch_wal()) as name')
    const archived = async () =>
      (await admin.query('select last_archived_wal as name from pg_stat_archiver')).rows[0].name as string
    await expect
      .poll(archived, { timeout: patient(30_000) })
      .toSatisfy((each: string) => each >= last[0].name)
    await machine.cron('mostrador-backup', 'rsync')
    await killProgram(child)
    await machine.crash()
    await rm(machine.at('var/lib/mostrador'), { recursive: true })
  })

  test('the commands of the page restore it to the moment, and the server finds it restored', async () => {
    const commands = await commandsOf('docs/backup.md', '### Restore it')
    const { code, said } = await machine.run(commands.replace('2026-11-23 09:41:00-06', moment))
    expect(code, said).toBe(0)
    expect(await products()).toEqual(['Antes'])
    const { rows } = await admin.query('select from shop.memberships where id = $1 and ended_at is null', [
      dismissed.membershipId,
    ])
    // PostgreSQL has set the dismissal back …
    expect(rows.length).toBe(1)
    expect(await readdir(path.join(machine.at('var/lib/mostrador'), 'authority'))).not.toEqual([])

    const { child, call } = await serve()
    expect((await call(undefined, 'GET', '/readyz')).body).toEqual({ status: 'restored' })
    expect((await call(store.manager.token, 'GET', '/auth/me')).status).toBe(401)
    // … and the authority journal, which was copied beside it, takes it away again.
    const { body } = await call(undefined, 'POST', '/auth/sessions', { email: dismissed.email, password })
    expect((await call(body.token, 'GET', '/auth/me')).body.stores).toEqual([])
    await killProgram(child)
  })

  test('mostrador authority reconcile opens it again', async () => {
    const { code, out, err } = await mostrador('authority', 'reconcile', '--apply', '--decline-all')
    expect(code, out + err).toBe(0)
    const { child, call } = await serve()
    expect((await call(undefined, 'GET', '/readyz')).body).toEqual({ status: 'ok' })
    await killProgram(child)
  })

  test('the commands of docs/upgrade.md carry it to a new PostgreSQL, back it up, and open it again', async () => {
    const command = `exec "${process.execPath}" "${program}" "$@"`
    await writeFile(machine.at('bin/mostrador'), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
    const adminUrl = Object.assign(new URL(machine.adminUrl), { pathname: '/mostrador' }).href
    await writeFile(machine.at('etc/mostrador/admin.env'), `DATABASE_ADMIN_URL=${adminUrl}\n`)
    const identity = async () =>
      (await admin.query('select system_identifier as id from pg_control_system()')).rows[0].id as string
    const before = await identity()
    const { child: old, call: atOld } = await serve()
    const { body } = await atOld(undefined, 'POST', '/auth/sessions', { email: dismissed.email, password })
    await killProgram(old)

    const { code, said } = await machine.run(await commandsOf('docs/upgrade.md', '### On Debian'))
    expect(code, said).toBe(0)
    expect(await identity()).not.toBe(before)
    expect(await products()).toEqual(['Antes'])
    expect((await backups()).map(({ type }) => type)).toEqual(['full', 'diff', 'diff', 'full'])

    // It was found to be another database, and opened again before it serves.
    const { child, call } = await serve()
    expect((await call(undefined, 'GET', '/readyz')).body).toEqual({ status: 'ok' })
    expect((await call(body.token, 'GET', '/auth/me')).status).toBe(401)
    await killProgram(child)
    const { findings } = JSON.parse((await mostrador('doctor', '--json')).out) as { findings: Finding[] }
    expect(findings.filter(({ check, state }) => check !== 'server' && state === 'error')).toEqual([])
    expect(findings.find(({ check }) => check === 'drift')?.state).toBe('ok')
    // The nightly backup goes on from the new full one.
    await machine.cron('mostrador-backup', '--type=diff')
    expect((await backups()).at(-1)).toMatchObject({ type: 'diff', error: false })
  })
})
