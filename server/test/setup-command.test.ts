import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { runCommand, startCommand } from './command.ts'
import { patient } from './patience.ts'

// Its own cluster: setup makes the logins of the cluster, and gives them passwords.
describe('mostrador setup', { timeout: patient(60_000) }, () => {
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  let root: pg.Client
  let dir: string
  let file: string
  let adminUrl: string
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'mostrador-setup-'))
    server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), settings: { fsync: 'off' } })
    file = path.join(dir, 'mostrador.env')
    root = new pg.Client({ connectionString: server.url })
    await root.connect()
    await root.query(`create role plain login password 'plain' createrole createdb`)
    adminUrl = as('plain', 'plain', 'postgres')
  }, patient(60_000))
  afterAll(async () => {
    await root?.end()
    await server?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const as = (user: string, password: string, database: string) =>
    Object.assign(new URL(server.url), { username: user, password, pathname: `/${database}` }).href

  const ran = (args: readonly string[], environment: Record<string, string> = {}) =>
    runCommand(args, { LOG_LEVEL: 'silent', ...environment }, dir)

  const settings = async () => parseEnv(await readFile(file, 'utf8')) as Record<string, string>

  test('without a login it says how to make one, and writes nothing', async () => {
    const { code, err } = await ran(['setup', '--file', file])
    expect(code).toBe(1)
    expect(err).toContain('--admin-url postgres://user:password@host:5432/postgres')
    expect(err).toContain('createuser --createrole --createdb')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('a wrong password, and a server that is not there, each say what to do', async () => {
    const wrong = await ran(['setup', '--file', file], { DATABASE_ADMIN_URL: as('plain', 'no', 'postgres') })
    expect(wrong.err).toContain("alter role plain login password '…';")
    const away = await ran(['setup', '--file', file], {
      DATABASE_ADMIN_URL: 'postgres://plain:plain@127.0.0.1:1/postgres',
    })
    expect(away.err).toContain('systemctl start postgresql')
    expect([wrong.code, away.code]).toEqual([1, 1])
    expect(wrong.err + away.err).not.toContain('at async')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test.each([
    ['migrate'],
    ['keys', 'rotate'],
    ['accounts', 'recover', 'ana@example.mx'],
  ])('a wrong password for mostrador %s %s says how to set a new one', async (...args) => {
    const { code, err } = await ran(args, {
      DATABASE_ADMIN_URL: as('mostrador_admin', 'no', 'postgres'),
      DATABASE_URL: as('mostrador_api', 'api', 'postgres'),
      DATABASE_WORKER_URL: as('mostrador_worker', 'worker', 'postgres'),
      MOSTRADOR_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    expect(err).toContain('DATABASE_ADMIN_URL: PostgreSQL refuses the login mostrador_admin or its password.')
    expect(err).toContain("alter role mostrador_admin login password '…';")
    expect(err).not.toContain('at async')
    expect(code).toBe(1)
  })

  test('makes key, passwords, database and roles; a second run changes nothing; the server starts with its file', async () => {
    const first = await ran(['setup', '--file', file, '--admin-url', adminUrl, '--database', 'shop'])
    expect(first.code, first.err).toBe(0)
    expect(first.out).toContain('Created the database shop.')
    expect(first.out).toContain(`mostrador serve --env ${file}`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const made = await settings()
    expect(Object.keys(made).sort()).toEqual([
      'DATABASE_URL',
      'DATABASE_WORKER_URL',
      'MOSTRADOR_DATA_DIR',
      'MOSTRADOR_KEY',
    ])
    expect(Buffer.from(made['MOSTRADOR_KEY'] as string, 'base64')).toHaveLength(32)
    for (const secret of [made['MOSTRADOR_KEY'], new URL(made['DATABASE_URL'] as string).password])
      expect(first.out + first.err).not.toContain(secret)

    const written = (await stat(file)).mtimeMs
    const second = await ran(['setup', '--file', file], { DATABASE_ADMIN_URL: adminUrl })
    expect(second.code, second.err).toBe(0)
    expect(second.out).toContain('Nothing was left to do.')
    expect((await stat(file)).mtimeMs).toBe(written)
    expect(await settings()).toEqual(made)

    const environment = { LOG_LEVEL: 'silent', PORT: '0', MOSTRADOR_DATA_DIR: dir }
    const { child, said, exit } = startCommand(['serve', '--env', file], environment, dir)
    await expect.poll(() => said.out + said.err).toMatch(/first administrator, once, at http\S+#token=/)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('takes over neither the logins nor the database of another installation', async () => {
    const other = path.join(dir, 'other.env')
    const { code, err } = await ran(['setup', '--file', other, '--admin-url', adminUrl, '--database', 'shop'])
    expect(code).toBe(1)
    expect(err).toContain('set DATABASE_URL and DATABASE_WORKER_URL to those of their installation')
    expect(err).toContain('set MOSTRADOR_KEY to it')
    await expect(stat(other)).rejects.toThrow('ENOENT')
    const login = new pg.Client({ connectionString: (await settings())['DATABASE_URL'] as string })
    await login.connect()
    await login.end()
  })

  test('a login that may create nothing is told the statements for a superuser', async () => {
    await root.query(`create role poor login password 'poor'`)
    const known = await settings()
    const { code, err } = await ran(['setup', '--file', file, '--database', 'second'], {
      ...known,
      DATABASE_ADMIN_URL: as('poor', 'poor', 'postgres'),
    })
    expect(code).toBe(1)
    expect(err).toContain('create database "second" owner "poor";')
    await root.query('create database second owner poor')
    const again = await ran(['setup', '--file', file, '--database', 'second'], {
      ...known,
      DATABASE_ADMIN_URL: as('poor', 'poor', 'postgres'),
    })
    expect(again.code).toBe(1)
    expect(again.err).toContain(
      'grant mostrador_owner, mostrador_api, mostrador_worker to "poor" with admin option;',
    )
  })

  describe('serve', () => {
    const serve = async (changes: Record<string, string>) =>
      ran(['serve'], { ...(await settings()), PORT: '0', MOSTRADOR_DATA_DIR: dir, ...changes })

    test('before migrate says to migrate', async () => {
      await root.query('create database fresh')
      const known = await settings()
      const { code, err } = await serve({
        DATABASE_URL: (known['DATABASE_URL'] as string).replace('/shop', '/fresh'),
        DATABASE_WORKER_URL: (known['DATABASE_WORKER_URL'] as string).replace('/shop', '/fresh'),
      })
      expect(code).toBe(1)
      expect(err).toContain('The database has not been prepared. Run: mostrador migrate')
    })

    test('on a database that is missing, with a wrong password, or without PostgreSQL says what to run', async () => {
      const known = new URL((await settings())['DATABASE_URL'] as string)
      const url = (changes: Partial<URL>) => Object.assign(new URL(known), changes).href
      const missing = await serve({ DATABASE_URL: url({ pathname: '/nowhere' }) })
      expect(missing.err).toContain(
        'DATABASE_URL: the database nowhere does not exist. Create it with: mostrador setup',
      )
      const wrong = await serve({ DATABASE_URL: url({ password: 'wrong-password' }) })
      expect(wrong.err).toContain('give it the password of DATABASE_URL, with: mostrador migrate')
      const away = await serve({ DATABASE_URL: url({ port: '1' }) })
      expect(away.err).toContain('nothing answers at 127.0.0.1:1')
      for (const { code, err } of [missing, wrong, away]) {
        expect(code).toBe(1)
        expect(err).not.toContain('wrong-password')
        expect(err).not.toContain('    at ')
      }
    })

    test('with a malformed key says how to make one, which then fits', async () => {
      const { code, err } = await serve({ MOSTRADOR_KEY: 'short' })
      expect(code).toBe(1)
      expect(err).toContain(
        'MOSTRADOR_KEY has to be 32 bytes in base64. Make one with: openssl rand -base64 32',
      )
      const { out } = await ran(['keys', 'new'])
      expect(Buffer.from(out.trim(), 'base64')).toHaveLength(32)
    })
  })
})
