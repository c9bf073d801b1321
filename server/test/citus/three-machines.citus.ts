import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choosePort } from '../../src/database/embedded/port.ts'
import { type App, send } from '../app.ts'
import { addressOf, runCommand, startCommand } from '../command.ts'
import { blocksOf, commandsOf } from '../debian-machine.ts'
import { patient } from '../patience.ts'
import { missingPackages, postgresMachine } from '../postgres-machine.ts'
import { killProgram } from '../programs.ts'
import { type Tills, tillsOf } from '../till.ts'
import { type Member, worldOf } from '../world.ts'
import { expectSameCopies } from './copies.ts'
import { type SellingShop, shopAt } from './moving-shops.ts'
import { sellOn } from './sale-stream.ts'

type Machine = Awaited<ReturnType<typeof postgresMachine>>

const page = 'docs/cluster.md'
const missing = await missingPackages()
const name = `a cluster made, backed up and restored by the commands of ${page}${
  missing.length > 0 ? ` (not installed: apt-get install ${missing.join(' ')})` : ''
}`
const nextMinute = "(now() + interval '1 minute')"
const password = 'una-contraseña-larga'

// One story. The machines of the page are addresses of this one, where a server does not speak TLS and nodes do.
describe.runIf(missing.length === 0)(name, { timeout: patient(300_000) }, () => {
  const machines: Machine[] = []
  let port: number
  let adminUrl: string
  let admin: pg.Pool
  let app: Pick<App, 'admin' | 'call' | 'world' | 'nodes'>
  let tills: Tills
  let server: ReturnType<typeof startCommand>
  let url: string
  const shops: SellingShop[] = []
  let dismissed: Member
  let point: string
  /** What was answered before the point was begun, and what was asked for after it was made. */
  const before = { orders: [] as string[], hired: [] as string[] }
  const after = { orders: [] as string[], hired: [] as string[] }

  beforeAll(async () => {
    port = await choosePort(undefined)
    const words = [
      ['10.0.0.0/29', '127.0.0.1/32'],
      ['10.0.0.9/32', '127.0.0.1/32'],
      ...[1, 2, 3].map((no) => [`10.0.0.${no}`, `127.0.0.${no + 1}`]),
    ] as [string, string][]
    for (const no of [1, 2, 3])
      machines.push(await postgresMachine({ address: `127.0.0.${no + 1}`, port, words }))
  }, patient(120_000))
  afterAll(async () => {
    await admin?.end()
    for (const machine of machines) await machine.remove()
  })

  const coordinator = () => machines[0] as Machine
  const settings = () => coordinator().at('etc/mostrador/mostrador.env')
  const command = (...args: readonly string[]) =>
    runCommand([...args], { LOG_LEVEL: 'silent', DATABASE_ADMIN_URL: adminUrl })
  const must = async (running: ReturnType<typeof runCommand>) => {
    const { code, out, err } = await running
    expect(code, out + err).toBe(0)
    return out
  }
  const onEach = (commands: (no: number) => string) =>
    Promise.all(machines.map((machine, at) => machine.must(commands(at + 1))))
  /** For one test. */
  const serve = async () => {
    server = startCommand(['serve', '--env', settings()], { PORT: '0', LOG_LEVEL: 'error' })
    url = await addressOf(server, patient(60_000))
  }
  const ready = async () => (await app.call(undefined, 'GET', '/readyz')).body

  const stream = (shop: SellingShop) => sellOn({ app, tills, shop, product: shop.product })
  const expectAllSell = async () => {
    for (const shop of shops) {
      const going = stream(shop)
      await expect.poll(() => going.orders.length).toBeGreaterThan(2)
      await going.stop()
      expect(going.refused.map(({ text }) => text)).toEqual([])
    }
  }
  const addShop = async (place: string) => {
    const shop = await shopAt({ admin, tills }, place)
    shops.push(shop)
    return shop
  }

  test('three empty machines become a cluster, which the server’s setup fills', async () => {
    await coordinator().must(await commandsOf(page, '### A certificate of the nodes'))
    for (const machine of machines.slice(1))
      await cp(coordinator().at('etc/mostrador-nodes'), machine.at('etc/mostrador-nodes'), {
        recursive: true,
      })
    const each = await commandsOf(page, '### Each machine')
    expect(each).toContain('address=10.0.0.1 ')
    // Fewer parts of each table than the 32 of a new cluster, for the test's time.
    await onEach(
      (no) => `echo 'citus.shard_count = 4' > /etc/postgresql/17/main/conf.d/fewer.conf
               ${each.replace('address=10.0.0.1 ', `address=10.0.0.${no} `)}`,
    )
    const said = await coordinator().must(await commandsOf(page, '### The coordinator'))
    adminUrl = /DATABASE_ADMIN_URL=(\S+)/.exec(said)?.[1] as string
    await must(
      runCommand(
        [
          ...['setup', '--file', settings(), '--admin-url', adminUrl],
          ...['--data-dir', coordinator().at('var/lib/mostrador')],
        ],
        { LOG_LEVEL: 'silent' },
      ),
    )
    admin = new pg.Pool({ connectionString: adminUrl })
    // PostgreSQL is stopped in the middle of the story.
    admin.on('error', () => {})
    app = {
      admin,
      world: worldOf(admin),
      nodes: machines.map((machine) => machine.localUrl('mostrador')),
      call: (person, method, where, body, headers = {}) => send(url, person, method, where, body, headers),
    }
    tills = tillsOf(app)
    await serve()
    expect(await ready()).toEqual({ status: 'ok' })
  })

  test('a merchant is moved to one of the machines as a place, and another sells at the others', async () => {
    await serve()
    await must(command('places', 'add', 'norte', '--node', `127.0.0.3:${port}`))
    await addShop('primary')
    const { store } = await addShop('primary')
    expect(await must(command('merchants', 'move', store.merchantId, 'norte'))).toBe(
      `The merchant ${store.merchantId} is at norte now.\n`,
    )
    await expectAllSell()
  })

  test('each machine is backed up by the commands of docs/backup.md', async () => {
    const commands = await commandsOf('docs/backup.md', '### Set it up')
    await onEach(() => commands)
    const restorePoints = await commandsOf(page, '## Back up and restore')
    expect(restorePoints).toContain('to_char(now() at')
    // Of the next minute: the backups have ended in this one, and have to be older than the point.
    await coordinator().must(restorePoints.replace('now()', nextMinute))
  })

  test('both sell and hire while a restore point is made, somebody is dismissed, and the power fails', async () => {
    await serve()
    const [first, second] = shops as [SellingShop, SellingShop]
    dismissed = await app.world.member(first.store, 'cashier', await app.world.person({ password }))
    const streams = shops.map(stream)
    const hired: string[] = []
    let isOver = false
    const hiring = (async () => {
      while (!isOver) hired.push((await app.world.member(second.store, 'cashier')).membershipId)
    })()
    const goOn = async () => {
      const counts = [...streams.map(({ orders }) => orders), hired].map(
        (each) => [each, each.length] as const,
      )
      await expect.poll(() => counts.every(([each, count]) => each.length > count + 3)).toBe(true)
    }
    await goOn()
    before.orders = streams.flatMap((each) => [...each.orders])
    before.hired = [...hired]
    await coordinator().cron('mostrador-restore-points', 'citus_create_restore_point')
    // What was under way when the point was made may be on either side of it.
    const counts = streams.map((each) => each.orders.length + 1)
    const hiredCount = hired.length + 1
    const { rows } = await admin.query<{ point: string }>(
      `select to_char(${nextMinute} at time zone 'utc', 'YYYY-MM-DD HH24:MI') || 'Z' as point`,
    )
    point = rows[0]?.point ?? ''
    await goOn()
    isOver = true
    await Promise.all([hiring, ...streams.map((each) => each.stop())])
    expect(streams.flatMap((each) => each.refused.map(({ text }) => text))).toEqual([])
    after.orders = streams.flatMap((each, at) => each.orders.slice(counts[at]))
    after.hired = hired.slice(hiredCount)
    const ended = await app.call(first.store.manager, 'DELETE', `/pos/memberships/${dismissed.membershipId}`)
    expect(ended.status, ended.text).toBe(204)
    await onEach(
      () => `runuser -u postgres -- psql -Atc "select pg_switch_wal()"
      runuser -u postgres -- pgbackrest --stanza=mostrador check`,
    )
    await coordinator().cron('mostrador-backup', 'rsync')
    await killProgram(server.child)
    await Promise.all(machines.map((machine) => machine.crash()))
  })

  test('the commands of the page restore all of them to the point, and the server finds them restored', async () => {
    const [each = '', last = ''] = await blocksOf(page, '### Restore')
    expect(each).toContain("point='2026-11-23 15:41Z'")
    await onEach(() => each.replace('2026-11-23 15:41Z', point))
    await coordinator().must(last)
    const idsOf = async (table: string) =>
      (await admin.query<{ id: string }>(`select id from ${table}`)).rows.map(({ id }) => id)
    const there = {
      orders: await idsOf('selling.sales_orders'),
      hired: await idsOf('shop.memberships'),
    }
    for (const what of ['orders', 'hired'] as const) {
      expect(there[what]).toEqual(expect.arrayContaining(before[what]))
      expect(after[what].length).toBeGreaterThan(0)
      expect(after[what].filter((id) => there[what].includes(id))).toEqual([])
    }
    await expectSameCopies(app)
    const { rows: prepared } = await admin.query(
      `select result from run_command_on_all_nodes('select count(*) from pg_prepared_xacts') where result <> '0'`,
    )
    expect(prepared).toEqual([])

    await serve()
    expect(await ready()).toEqual({ status: 'restored' })
    const { body } = await app.call(undefined, 'POST', '/auth/sessions', { email: dismissed.email, password })
    expect((await app.call(body, 'GET', '/auth/me')).body.stores).toEqual([])
  })

  test('after reconciling both sell again, and the books agree', async () => {
    await serve()
    await reconcile()
    for (const [at, shop] of shops.entries())
      shops[at] = {
        ...shop,
        cashier: await app.world.signInAgain(shop.cashier),
        supervisor: await app.world.signInAgain(shop.supervisor),
      }
    await expectAllSell()
    const verified = await runCommand(['audit', 'verify', '--env', settings()], { LOG_LEVEL: 'silent' })
    expect(verified, verified.out + verified.err).toMatchObject({ code: 0 })
  })

  test('a node that is restored alone is noticed by the server that runs', async () => {
    await serve()
    expect(await ready()).toEqual({ status: 'ok' })
    const [each = ''] = await blocksOf(page, '### Restore')
    const alone = each
      .split('\n')
      .filter((line) => !/^(point|backup)=|^ {2}jq/.test(line))
      .join('\n')
    const commands = alone.replace(/ --set=.*promote/, '')
    expect(commands).toContain('pgbackrest --stanza=mostrador restore')
    await (machines[2] as Machine).must(commands.replaceAll('before-restore', `before-${randomUUID()}`))
    await expect.poll(ready, { timeout: patient(30_000) }).toEqual({ status: 'restored' })
    await reconcile()
  })

  async function reconcile(): Promise<void> {
    await must(
      runCommand(['authority', 'reconcile', '--apply', '--decline-all', '--env', settings()], {
        LOG_LEVEL: 'silent',
      }),
    )
    expect(await ready()).toEqual({ status: 'ok' })
  }
})
