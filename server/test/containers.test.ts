import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { withClient } from '../src/database/client.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { choosePort } from '../src/database/embedded/port.ts'
import { builderMissing, type Container, imageBuilder, type Service } from './image-builder.ts'
import { packProduct } from './package.ts'
import { patient } from './patience.ts'

const root = path.resolve(import.meta.dirname, '../..')
const deploy = path.join(root, 'deploy')
const compose = parse(await readFile(path.join(deploy, 'compose.yaml'), 'utf8')) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}

describe('the compose file', () => {
  test('uses volumes and services that it declares, and images that it builds', () => {
    const built = Object.values(compose.services).flatMap(({ build, image }) =>
      build === undefined ? [] : [image],
    )
    for (const { image, volumes = [], depends_on = {} } of Object.values(compose.services)) {
      expect(built).toContain(image)
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
      for (const needed of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(needed)
    }
  })

  test('gives the product only variables that it knows', async () => {
    const known = await readFile(path.join(root, 'README.md'), 'utf8')
    for (const name of ['setup', 'server'])
      for (const variable of Object.keys(compose.services[name]?.environment ?? {}))
        expect(known).toContain(`\`${variable}\``)
  })

  test('keeps the database, its socket and its backups at the same places for both of their services', () => {
    const { postgres, backup } = compose.services
    for (const volume of postgres?.volumes ?? []) expect(backup?.volumes).toContain(volume)
  })

  test('its Dockerfiles copy files that are there', async () => {
    for (const file of (await readdir(deploy)).filter((name) => name.endsWith('Dockerfile'))) {
      const text = await readFile(path.join(deploy, file), 'utf8')
      const copied = [...text.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)].flatMap(([, names = '']) =>
        names.split(' '),
      )
      for (const name of copied.filter((each) => !each.includes('*')))
        expect(readdirSync(deploy)).toContain(name)
    }
  })
})

/** The command that says whether a service is healthy, as it runs in its container. */
const healthCommand = (name: string): readonly string[] => {
  const [kind, ...words] = compose.services[name]?.healthcheck?.test ?? []
  // Compose reads `$$` as one.
  return kind === 'CMD-SHELL' ? ['sh', '-c', words.join(' ').replaceAll('$$', '$')] : words
}

test.runIf(existsSync('/usr/bin/psql'))(
  'a restored PostgreSQL that still replays its WAL is not healthy, so nothing is set up on it yet',
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-healthy-'))
    onTestFinished(() => rm(dir, { recursive: true, force: true }))
    const start = () => startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
    const fresh = await start()
    const { hostname, port, username, password } = new URL(fresh.url)
    const [program = '', ...args] = healthCommand('postgres')
    const env = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password }
    const exitCode = () => spawnSync(program, args, { env: { ...process.env, ...env } }).status
    expect(exitCode()).toBe(0)
    await fresh.stop()
    expect(exitCode()).not.toBe(0)

    await writeFile(path.join(fresh.dataDir, 'standby.signal'), '')
    const replaying = await start()
    onTestFinished(() => replaying.stop())
    await withClient({ connectionString: replaying.url }, async (client) => {
      expect((await client.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
      expect(exitCode()).not.toBe(0)
      await client.query('select pg_promote()')
    })
    await expect.poll(exitCode).toBe(0)
  },
  patient(60_000),
)

const missing = builderMissing()
describe.runIf(missing === undefined)(
  `built and started${missing === undefined ? '' : ` (${missing})`}`,
  { timeout: patient(300_000) },
  () => {
    let builder: Awaited<ReturnType<typeof imageBuilder>>
    let ports: { postgres: number; server: number }
    const secrets = {
      POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
      BACKUP_KEY: randomBytes(12).toString('hex'),
    }
    let postgres: Container
    let server: Container
    beforeAll(async () => {
      builder = await imageBuilder()
      ports = { postgres: await choosePort(undefined), server: await choosePort(undefined) }
      const context = path.join(builder.dir, 'deploy')
      await cp(deploy, context, { recursive: true, filter: (source) => !source.endsWith('.tgz') })
      await packProduct(context)
      for (const { build, image } of Object.values(compose.services))
        if (build !== undefined) await builder.build(image, context, build.dockerfile ?? 'Dockerfile')
    }, patient(300_000))
    afterAll(() => builder?.remove(), patient(60_000))

    /** A service of the compose file, on ports of this machine that are free. */
    const service = (name: string, changes: Partial<Service> = {}): Service => {
      const { environment = {}, ...rest } = compose.services[name] as Service
      const filled = Object.entries(environment).map(([variable, value]) => [
        variable,
        value
          .replaceAll(
            /\$\{(\w+)[^}]*\}/g,
            (_, secret: string) => secrets[secret as keyof typeof secrets] ?? '',
          )
          .replace('@postgres:5432/', `@127.0.0.1:${ports.postgres}/`),
      ])
      const own = {
        PGPORT: String(ports.postgres),
        PGBACKREST_PG1_PORT: String(ports.postgres),
        PORT: String(ports.server),
      }
      return { ...rest, environment: { ...Object.fromEntries(filled), ...own }, ...changes }
    }
    const startPostgres = async () => {
      postgres = await builder.start(service('postgres'))
      await expect
        .poll(
          () =>
            postgres.must(...healthCommand('postgres')).then(
              () => 'ready',
              () => postgres.said(),
            ),
          { timeout: patient(60_000) },
        )
        .toBe('ready')
    }
    const setUp = async () => {
      const setup = await builder.start(service('setup'))
      expect(await setup.exit, setup.said()).toBe(0)
      return setup.said()
    }
    const startServer = async () => {
      server = await builder.start(service('server'))
      await expect
        .poll(() => server.said(), { timeout: patient(60_000) })
        .toContain('Mostrador is listening at')
    }
    const get = async (where: string) => {
      const answer = await fetch(`http://127.0.0.1:${ports.server}${where}`, {
        headers: { connection: 'close', accept: 'application/json, text/html' },
      })
      return { status: answer.status, text: await answer.text() }
    }

    test('both images run as accounts of their own, and the server’s says how it is stopped', async () => {
      expect(await builder.inspect('mostrador')).toMatchObject({
        User: 'mostrador',
        StopSignal: 'SIGTERM',
        Entrypoint: ['mostrador'],
        Cmd: ['serve'],
      })
      expect(await builder.inspect('mostrador-postgres')).toMatchObject({
        User: 'postgres',
        StopSignal: 'SIGINT',
      })
    })

    test('the services start in their order, and the server offers its first administrator a link', async () => {
      await startPostgres()
      expect(await setUp()).toContain('Created the database mostrador.')
      await startServer()
      await expect.poll(() => server.said()).toMatch(/first administrator, once, at http\S+#token=/)
      expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ok"}' })
      expect((await get('/caja')).text).toContain('<div id="root">')
    })

    test('a second start changes nothing, and the server keeps its settings', async () => {
      await server.stop('SIGTERM')
      expect(await setUp()).toContain('Nothing was left to do.')
      await startServer()
      expect((await get('/readyz')).status).toBe(200)
    })

    test('the backup service makes a backup, and copies the server’s files', async () => {
      const backup = await builder.start(service('backup'))
      await expect
        .poll(() => backup.said(), { timeout: patient(60_000) })
        .toMatch(/backup command end: completed successfully/)
      expect((await backup.must('date', '+%z')).trim()).toBe('-0600')
      const files = await backup.must('ls', '/mnt/backup/files')
      expect(files.split('\n')).toContain('mostrador.env')
      const marks = async () => await backup.must('ls', '/var/lib/mostrador')
      await expect.poll(marks).toContain('last-backup')
      expect(await marks()).toContain('last-copy')
      expect(
        await backup.must('runuser', '-u', 'postgres', '--', 'pgbackrest', '--stanza=mostrador', 'info'),
      ).toMatch(/full backup: \d{8}-\d{6}F/)
      await backup.stop('SIGTERM')
    })

    test('the commands of docs/containers.md restore it, and the server finds it restored', async () => {
      await server.stop('SIGTERM')
      await postgres.stop('SIGINT')
      const page = await readFile(path.join(root, 'docs/containers.md'), 'utf8')
      const commands = [...page.matchAll(/^docker compose run --rm postgres (.+)$/gm)].map(
        ([, command = '']) =>
          // To the latest moment: nothing was changed since.
          command.replace(/ --type=time --target='[^']+' --target-action=promote/, '').split(' '),
      )
      expect(commands.length).toBe(3)
      for (const command of commands) {
        const once = await builder.start(service('postgres', { command }))
        expect(await once.exit, once.said()).toBe(0)
      }
      await startPostgres()
      await setUp()
      await startServer()
      expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"restored"}' })
      await server.stop('SIGTERM')
      await postgres.stop('SIGINT')
    })

    test('the demo runs in the server’s image alone', async () => {
      const demo = await builder.start(
        service('server', {
          command: ['demo'],
          volumes: [],
          environment: { PORT: String(ports.server), MOSTRADOR_DEMO_DAYS: '0' },
        }),
      )
      await expect.poll(() => demo.said(), { timeout: patient(120_000) }).toMatch(/is open at http\S+/)
      expect((await get('/caja')).text).toContain('<div id="root">')
      await demo.stop('SIGTERM')
    })
  },
)
