import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/database/embedded/launch.ts'
import { runCommand, startCommand } from '../server/test/command.ts'
import { patient } from '../server/test/patience.ts'
import { scriptHere, startAtTerminal } from './terminal.ts'

const main = path.resolve(import.meta.dirname, '../server/dist/main.js')

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

    const environment = {
      LOG_LEVEL: 'silent',
      PORT: '0',
      MOSTRADOR_DATA_DIR: dir,
      MOSTRADOR_DRAIN_SECONDS: '0',
    }
    const { child, said, exit } = startCommand(['serve', '--env', file], environment, dir)
    await expect.poll(() => said.out + said.err).toMatch(/first administrator, once, at http\S+#token=/)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  test('a second run changes one setting, and leaves the other lines and the comments of the file as they are', async () => {
    const before = await settings()
    await appendFile(
      file,
      '\n# Our mail.\nMAIL_FROM="Mostrador <no-responder@example.mx>"\nSMTP_URL=smtp://127.0.0.1:25\n',
    )
    const text = await readFile(file, 'utf8')
    const { code, err } = await ran(
      ['setup', '--file', file, '--admin-url', adminUrl, '--public-url', 'https://pos.example.mx'],
      before,
    )
    expect([code, err]).toEqual([0, ''])
    expect(await readFile(file, 'utf8')).toBe(`${text}PUBLIC_URL=https://pos.example.mx\n`)

    const refused = await ran(
      ['setup', '--file', file, '--admin-url', adminUrl, '--data-dir', path.join(dir, 'two words')],
      before,
    )
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('MOSTRADOR_DATA_DIR has characters that would need quotes')
    expect(refused.err).not.toContain('    at ')
    await writeFile(file, text.slice(0, text.indexOf('\n# Our mail.')))
  })

  test('with --start it starts the server without asking', async () => {
    const { child, said, exit } = startCommand(
      ['setup', '--file', file, '--admin-url', adminUrl, '--start'],
      {
        LOG_LEVEL: 'silent',
        PORT: '0',
        MOSTRADOR_DATA_DIR: dir,
        MOSTRADOR_DRAIN_SECONDS: '0',
      },
    )
    await expect.poll(() => said.out + said.err).toMatch(/Mostrador is listening at http\S+/)
    expect(said.out).not.toContain('[y/N]')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  const terminal = `at a terminal${scriptHere ? '' : ' (not installed: apt-get install bsdutils)'}`
  describe.runIf(scriptHere !== undefined)(terminal, () => {
    /** Types each answer when its question is shown. */
    async function answering(settingsFile: string, answers: readonly (readonly [string, string])[]) {
      const known = await settings()
      const child = startAtTerminal([main, 'setup', '--file', settingsFile], {
        env: { PATH: process.env['PATH'], ...known, LOG_LEVEL: 'silent', PORT: '0', MOSTRADOR_DATA_DIR: dir },
        cwd: dir,
      })
      // Only after `close` has everything been read.
      const exit = once(child, 'close').then(([code]) => code as number)
      const shown = { text: '' }
      child.stdout.on('data', (chunk) => {
        shown.text += chunk
      })
      for (const [question, answer] of answers) {
        await expect.poll(() => shown.text).toContain(question)
        child.stdin?.write(`${answer}\r`)
      }
      return { child, shown, exit }
    }

    test('it asks for the login and starts the server, which Ctrl-C stops', async () => {
      const { child, shown, exit } = await answering(path.join(dir, 'asked.env'), [
        ['PostgreSQL login with CREATEROLE', adminUrl],
        ['Start the server now? [y/N]', 'y'],
      ])
      await expect.poll(() => shown.text).toMatch(/Mostrador is listening at http\S+/)
      child.stdin?.write('\x03')
      expect(await exit).toBe(0)
      const asked = parseEnv(await readFile(path.join(dir, 'asked.env'), 'utf8'))
      expect(asked['MOSTRADOR_KEY']).toBe((await settings())['MOSTRADOR_KEY'])
    })

    test('without an answer it starts nothing, and says how to start it', async () => {
      const refused = path.join(dir, 'refused.env')
      const { shown, exit } = await answering(refused, [
        ['PostgreSQL login with CREATEROLE', adminUrl],
        ['Start the server now? [y/N]', ''],
      ])
      expect(await exit).toBe(0)
      expect(shown.text).toContain(`mostrador serve --env ${refused}`)
      expect(shown.text).not.toContain('is listening')
    })

    test('an empty answer for the login explains how to make one', async () => {
      const { shown, exit } = await answering(path.join(dir, 'none.env'), [
        ['PostgreSQL login with CREATEROLE', ''],
      ])
      expect(await exit).toBe(1)
      expect(shown.text).toContain('createuser --createrole --createdb')
    })
  })

  test('takes over neither the logins nor the database of another installation', async () => {
    const other = path.join(dir, 'other.env')
    const { code, err } = await ran(['setup', '--file', other, '--admin-url', adminUrl, '--database', 'shop'])
    expect(code).toBe(1)
    expect(err).toContain(
      'set DATABASE_URL and DATABASE_WORKER_URL to those of their installation, with the name shop at the end',
    )
    expect(err).toContain('set MOSTRADOR_KEY to it')
    await expect(stat(other)).rejects.toThrow('ENOENT')
    const login = new pg.Client({ connectionString: (await settings())['DATABASE_URL'] as string })
    await login.connect()
    await login.end()
  })

  test('sets up no other database than the one that the server would open', async () => {
    const other = path.join(dir, 'other.env')
    const args = ['setup', '--file', other, '--admin-url', adminUrl, '--database', 'elsewhere']
    const { code, err } = await ran(args, await settings())
    expect(code).toBe(1)
    for (const name of ['DATABASE_URL', 'DATABASE_WORKER_URL'])
      expect(err).toContain(`${name} leads to the database shop, not to elsewhere`)
    await expect(stat(other)).rejects.toThrow('ENOENT')
    expect((await root.query(`select 1 from pg_database where datname = 'elsewhere'`)).rows).toEqual([])
  })

  test('a login that may create nothing is told the statements for a superuser', async () => {
    await root.query(`create role poor login password 'poor'`)
    const known = Object.fromEntries(
      Object.entries(await settings()).map(([name, value]) => [name, value.replace(/\/shop$/, '/second')]),
    )
    const { code, err } = await ran(['setup', '--file', path.join(dir, 'poor.env'), '--database', 'second'], {
      ...known,
      DATABASE_ADMIN_URL: as('poor', 'poor', 'postgres'),
    })
    expect(code).toBe(1)
    expect(err).toContain('create database "second" owner "poor";')
    await root.query('create database second owner poor')
    const again = await ran(['setup', '--file', path.join(dir, 'poor.env'), '--database', 'second'], {
      ...known,
      DATABASE_ADMIN_URL: as('poor', 'poor', 'postgres'),
    })
    expect(again.code).toBe(1)
    expect(again.err).toContain(
      'grant mostrador_owner, mostrador_api, mostrador_worker to "poor" with admin option;',
    )
  })

  test('migrate on a database that is missing, with a wrong password, or without PostgreSQL says what to run', async () => {
    const known = await settings()
    const run = (url: string) => ran(['migrate'], { ...known, DATABASE_ADMIN_URL: url })
    const missing = await run(as('plain', 'plain', 'nowhere'))
    expect(missing.err).toContain(
      'DATABASE_ADMIN_URL: the database nowhere does not exist. Create it with: mostrador setup',
    )
    const wrong = await run(as('plain', 'wrong-password', 'shop'))
    expect(wrong.err).toContain("alter role plain login password '…';")
    const away = await run('postgres://plain:plain@127.0.0.1:1/shop')
    expect(away.err).toContain('nothing answers at 127.0.0.1:1')
    for (const { code, err } of [missing, wrong, away]) {
      expect(code).toBe(1)
      expect(err).not.toMatch(/wrong-password| {4}at /)
    }
  })

  test.each([
    'audit verify',
    'reconcile',
    'check',
    'authority reconcile',
  ])('without PostgreSQL mostrador %s names the variable, and says what to run', async (command) => {
    const login = (user: string) => `postgres://${user}:secret@127.0.0.1:1/shop`
    const { code, err } = await ran(command.split(' '), {
      DATABASE_URL: login('mostrador_api'),
      DATABASE_WORKER_URL: login('mostrador_worker'),
      MOSTRADOR_KEY: Buffer.alloc(32).toString('base64'),
    })
    expect(code).toBe(1)
    expect(err).toMatch(/DATABASE_(WORKER_)?URL: nothing answers at 127\.0\.0\.1:1\. Start PostgreSQL/)
    expect(err).not.toMatch(/secret| {4}at /)
  })

  test('a file for the settings that cannot be used is named, with what to do', async () => {
    const folder = await ran(['setup', '--file', dir, '--admin-url', adminUrl])
    expect(folder.err).toContain(`${dir} is a folder: name a file in it`)
    const below = path.join(file, 'mostrador.env')
    const noFolder = await ran(['setup', '--file', below, '--admin-url', adminUrl])
    expect(noFolder.err).toContain(`${below} is below a file`)
    expect([folder.code, noFolder.code]).toEqual([1, 1])
    expect(folder.err + noFolder.err).not.toContain('    at ')
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

    test('at a port that is taken, or an address that this machine does not have, names the variable', async () => {
      const taken = await serve({ PORT: new URL(server.url).port })
      expect(taken.err).toContain(`Port ${new URL(server.url).port} at 127.0.0.1 is taken`)
      expect(taken.err).toContain('choose another port with PORT')
      const foreign = await serve({ HOST: '192.0.2.1' })
      expect(foreign.err).toContain('Set HOST to 127.0.0.1')
      for (const { code, err } of [taken, foreign]) {
        expect(code).toBe(1)
        expect(err).not.toContain('    at ')
      }
    })

    test('with a data folder that is a file says what to do', async () => {
      const { code, err } = await serve({ MOSTRADOR_DATA_DIR: file })
      expect(code).toBe(1)
      expect(err).toContain('name another folder with MOSTRADOR_DATA_DIR')
      expect(err).not.toContain('    at ')
    })

    test('with malformed variables says what each has to be', async () => {
      const { code, err } = await serve({
        DATABASE_URL: 'postgres://api:p@ss@[',
        PORT: 'http',
        PUBLIC_URL: 'pos.example.mx',
        LOG_LEVEL: 'loud',
      })
      expect(code).toBe(1)
      expect(err).toContain('DATABASE_URL has to be an address such as postgres://')
      expect(err).toContain('PORT has to be a number from 0 to 65535')
      expect(err).toContain('PUBLIC_URL has to be an address without a path, such as https://pos.example.mx')
      expect(err).toContain('LOG_LEVEL has to be one of trace, debug')
      expect(err).not.toContain('p@ss')
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
