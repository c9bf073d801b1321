import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { orderEvents } from '../../../test/order-events.ts'
import type { Member, Merchant, Person, Store } from '../../../test/world.ts'
import { sandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { webhookTransport } from '../../adapters/webhooks/transport.ts'
import { startWebhookDispatcher } from '../../events/webhooks/dispatcher.ts'
import { webhooksRoutes } from '../../events/webhooks/routes.ts'
import { webhooksService } from '../../events/webhooks/service.ts'
import { createPasswords } from '../../identity/accounts/passwords.ts'
import { rolesRoutes } from '../../platform/labels/routes.ts'
import { rolesService } from '../../platform/labels/service.ts'
import { merchantsRoutes } from '../../platform/merchants/routes.ts'
import { merchantsService } from '../../platform/merchants/service.ts'
import { connectionsRoutes } from '../connections/routes.ts'
import { connectionsService } from '../connections/service.ts'
import { staffRoutes } from './routes.ts'
import { staffService } from './service.ts'

let app: App
let receiver: Server
let base: string
/** Requests that arrived, by path; a path in `holding` is answered when the test releases it. */
const received: string[] = []
const holding = new Map<string, (response: ServerResponse) => void>()
const stopping: (() => Promise<unknown>)[] = []

let merchant: Merchant
let store: Store
let owner: Member
let manager: Member
let other: Member

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const path = request.url ?? ''
    request.resume().on('end', () => {
      received.push(path)
      const hold = holding.get(path)
      if (hold === undefined) response.writeHead(200).end()
      else hold(response)
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const sealer = createKeyring([randomBytes(32)])
  const transport = webhookTransport({ allowsPrivate: true, timeoutMs: 10_000 })
  const publicUrl = () => 'https://pos.example.test'
  app = await startApp({
    routes: ({ database }) => {
      const dispatcher = startWebhookDispatcher({
        database,
        sealer,
        transport,
        logger: pino({ level: 'silent' }),
        times: {
          intervalMs: 20,
          leaseMs: 20_000,
          pausesMs: [20, 40, 80, 160],
          disableAfterMs: 60_000,
          resetAfterMs: 60_000,
        },
        onEvents: () => {},
      })
      stopping.push(dispatcher.stop, () => transport.close())
      const provider = sandboxAggregator({ timeScale: 20 })
      return [
        ...webhooksRoutes(webhooksService({ database, sealer, transport })),
        ...connectionsRoutes(connectionsService({ database, sealer, provider })),
        ...staffRoutes(staffService({ database, publicUrl, hasher: createPasswords() })),
        ...rolesRoutes(rolesService({ database, sendsMail: false })),
        ...merchantsRoutes(merchantsService({ database, publicUrl, sellsServices: true })),
      ]
    },
  })
})
afterAll(async () => {
  for (const stop of stopping) await stop()
  receiver.close()
  await app.close()
})
beforeEach(async () => {
  merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  owner = store.manager
  manager = await app.world.member(store, 'manager')
  other = await app.world.member(store, 'manager')
})

let serial = 0
async function hook(who: Person, of: object = { storeId: store.id }) {
  const path = `/hook${++serial}`
  const made = await app.call(who, 'POST', '/pos/webhooks', { url: base + path, ...of })
  expect(made.status, made.text).toBe(201)
  return { id: made.body.id as string, path }
}
async function connect(who: Person): Promise<string> {
  const key = 'sandbox-merchant'
  const order = {
    storeId: store.id,
    provider: 'dtone',
    name: `Cuenta ${++serial}`,
    apiKey: key,
    apiSecret: key,
  }
  const made = await app.call(who, 'POST', '/pos/connections', order)
  expect(made.status, made.text).toBe(201)
  return made.body.id
}
const webhook = async (id: string) => (await app.call(owner, 'GET', `/pos/webhooks/${id}`)).body
const connection = async (id: string) => (await app.call(owner, 'GET', `/pos/connections/${id}`)).body
const dismiss = async (who: Member) =>
  expect((await app.call(owner, 'DELETE', `/pos/memberships/${who.membershipId}`)).status).toBe(204)
const change = async (who: Member, role: string) =>
  expect((await app.call(owner, 'PATCH', `/pos/memberships/${who.membershipId}`, { role })).status).toBe(200)
const resume = (who: Person, id: string) => app.call(who, 'POST', `/pos/connections/${id}/resume`)
const switchOn = (who: Person, id: string) =>
  app.call(who, 'PATCH', `/pos/webhooks/${id}`, { status: 'ACTIVE' })
const rows = async (text: string, values: unknown[]) => (await app.admin.query(text, values)).rows
const told = (type: string) =>
  rows('select payload from events.events where merchant_id = $1 and type = $2 order by id', [
    merchant.id,
    type,
  ])
const order = () => orderEvents(app.admin)
const tell = async () => {
  await app.admin.query(
    `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), 'vas.sale.completed', '{"saleId":"x"}')`,
    [merchant.id, store.id],
  )
  await order()
}
const arrived = (path: string) => received.filter((each) => each === path).length
const paused = (reason: string) => ({ status: 'PAUSED', pausedReason: reason })
const active = { status: 'ACTIVE', pausedReason: null }

describe('what a person created', () => {
  test('pauses when they are dismissed, and what others created does not', async () => {
    const [theirs, ours] = [await hook(manager), await hook(other)]
    const [account, kept] = [await connect(manager), await connect(other)]
    await dismiss(manager)
    expect(await webhook(theirs.id)).toMatchObject({
      ...paused('membership_ended'),
      answerableName: manager.name,
    })
    expect(await connection(account)).toMatchObject({
      ...paused('membership_ended'),
      pausedAt: expect.any(String),
      answerableName: manager.name,
    })
    expect(await webhook(ours.id)).toMatchObject(active)
    expect(await connection(kept)).toMatchObject({ ...active, pausedAt: null })
    await tell()
    await expect.poll(() => arrived(ours.path)).toBeGreaterThan(0)
    expect(arrived(theirs.path)).toBe(0)
  })

  test('pauses when their new role may not create it', async () => {
    const [theirs, account] = [await hook(manager), await connect(manager)]
    await change(manager, 'manager')
    expect([await webhook(theirs.id), await connection(account)]).toMatchObject([active, active])
    await change(manager, 'supervisor')
    expect(await webhook(theirs.id)).toMatchObject(paused('role_lowered'))
    expect(await connection(account)).toMatchObject(paused('role_lowered'))
  })

  test('pauses when the merchant gets another owner, including what belongs to the whole merchant', async () => {
    const chief = await app.world.platformAdmin()
    const next = await app.world.person({ password: 'una frase muy larga y rara' })
    const [whole, theirs, ours] = [
      await hook(owner, { merchantId: merchant.id }),
      await hook(owner),
      await hook(manager),
    ]
    const account = await connect(owner)
    const moved = await app.call(chief, 'PATCH', `/pos/merchants/${merchant.id}/owner`, {
      owner: { email: next.email, name: next.name },
      reason: 'Se vendió el negocio',
    })
    expect(moved.status, moved.text).toBe(200)
    const seen = async (id: string) => (await app.call(next, 'GET', `/pos/webhooks/${id}`)).body
    expect(await seen(whole.id)).toMatchObject(paused('owner_changed'))
    expect(await seen(theirs.id)).toMatchObject(paused('membership_ended'))
    expect(await seen(ours.id)).toMatchObject(active)
    expect((await app.call(next, 'GET', `/pos/connections/${account}`)).body).toMatchObject(
      paused('membership_ended'),
    )
    expect((await switchOn(manager, whole.id)).status).toBe(403)
    expect((await switchOn(next, whole.id)).body).toMatchObject({ ...active, answerableName: next.name })
  })

  test('pauses when their account is blocked, and their open invitations become invalid', async () => {
    const chief = await app.world.platformAdmin()
    const [theirs, account] = [await hook(manager), await connect(manager)]
    const invite = { storeId: store.id, email: `new${++serial}@example.test`, role: 'cashier' }
    expect((await app.call(manager, 'POST', '/pos/invites', invite)).status).toBe(201)
    const block = (status: string) =>
      app.call(chief, 'PATCH', `/platform/accounts/${manager.id}/status`, { status, reason: 'Fraude' })
    expect((await block('BLOCKED')).status).toBe(200)
    expect(await webhook(theirs.id)).toMatchObject(paused('account_blocked'))
    expect(await connection(account)).toMatchObject(paused('account_blocked'))
    expect((await app.call(owner, 'GET', `/pos/invites?storeId=${store.id}`)).body.items).toEqual([])
    expect((await block('ACTIVE')).status).toBe(200)
    expect(await webhook(theirs.id)).toMatchObject(paused('account_blocked'))
  })

  test('stays paused when they are hired again, until an authorized person resumes it and becomes responsible', async () => {
    const [theirs, account] = [await hook(manager), await connect(manager)]
    await dismiss(manager)
    const back = await app.world.member(store, 'manager', manager)
    expect(await webhook(theirs.id)).toMatchObject(paused('membership_ended'))
    expect(await connection(account)).toMatchObject(paused('membership_ended'))
    expect((await switchOn(other, theirs.id)).body).toMatchObject({ ...active, answerableName: other.name })
    expect((await resume(other, account)).body).toMatchObject({
      ...active,
      pausedAt: null,
      answerableName: other.name,
    })
    await dismiss(back)
    expect([await webhook(theirs.id), await connection(account)]).toMatchObject([active, active])
    await dismiss(other)
    expect(await webhook(theirs.id)).toMatchObject(paused('membership_ended'))
    expect(await connection(account)).toMatchObject(paused('membership_ended'))
  })

  test('is reported to the owner and audited when it pauses', async () => {
    const owners = await hook(owner, {
      merchantId: merchant.id,
      types: ['webhook.paused', 'connection.paused'],
    })
    const [theirs, account] = [await hook(manager), await connect(manager)]
    await dismiss(manager)
    const reason = 'membership_ended'
    expect(await told('webhook.paused')).toEqual([{ payload: { webhookId: theirs.id, reason } }])
    expect(await told('connection.paused')).toEqual([
      { payload: { connectionId: account, storeId: store.id, reason } },
    ])
    await order()
    await expect.poll(() => arrived(owners.path)).toBe(2)
    expect(
      await rows(
        `select action, user_id as by, after ->> 'reason' as reason, after ->> 'answerableId' as whose
           from audit.log where entity_id = any ($1) and action like '%.paused' order by action`,
        [[theirs.id, account]],
      ),
    ).toEqual(
      ['connection', 'webhook'].map((it) => ({
        action: `${it}.paused`,
        by: owner.id,
        reason,
        whose: manager.id,
      })),
    )
  })
})

describe('Z reports', () => {
  const addresses = async () =>
    (await rows('select shift_report_emails as emails from shop.stores where id = $1', [store.id]))[0].emails
  const audited = () =>
    rows(
      `select user_id as by, before, after from audit.log where entity_id = $1 and action = 'store.updated'`,
      [store.id],
    )

  test('are not mailed any more to the address of a person who is dismissed, and still to all others', async () => {
    const before = ['contadora@example.test', manager.email.toUpperCase(), other.email]
    await app.admin.query('update shop.stores set shift_report_emails = $2 where id = $1', [store.id, before])
    await change(manager, 'supervisor')
    expect(await addresses()).toEqual(before)
    await dismiss(manager)
    const after = ['contadora@example.test', other.email]
    expect(await addresses()).toEqual(after)
    const recorded = { before: { shiftReportEmails: before }, after: { shiftReportEmails: after } }
    expect(await audited()).toEqual([{ by: owner.id, ...recorded }])
  })

  test('of a store that mails a person none are left as they are when that person is dismissed', async () => {
    await app.admin.query('update shop.stores set shift_report_emails = $2 where id = $1', [
      store.id,
      [other.email],
    ])
    await dismiss(manager)
    expect(await addresses()).toEqual([other.email])
    expect(await audited()).toEqual([])
  })
})

describe('responsibility', () => {
  test('for a webhook passes to the person who changes its address, but not by a new secret or other events', async () => {
    const [moved, same] = [await hook(manager), await hook(manager)]
    await app.call(other, 'PATCH', `/pos/webhooks/${moved.id}`, { url: `${base}/elsewhere` })
    await app.call(other, 'PATCH', `/pos/webhooks/${same.id}`, {
      url: base + same.path,
      types: ['sale.completed'],
    })
    await app.call(other, 'POST', `/pos/webhooks/${same.id}/rotate-secret`)
    await dismiss(manager)
    expect(await webhook(moved.id)).toMatchObject({ ...active, answerableName: other.name })
    expect(await webhook(same.id)).toMatchObject(paused('membership_ended'))
  })

  test('for a connection is taken by resuming it, which only managers of the store can do, and only while it is paused', async () => {
    const account = await connect(manager)
    expect((await resume(other, account)).body).toMatchObject({ status: 409, code: 'invalid_transition' })
    await dismiss(manager)
    const stranger = (await app.world.store()).manager
    const expected: [Person | undefined, number][] = [
      [undefined, 401],
      [manager, 403],
      [await app.world.member(store, 'supervisor'), 403],
      [stranger, 404],
      [await app.world.platformAdmin(), 403],
    ]
    for (const [who, status] of expected) {
      const answer = await app.call(who, 'POST', `/pos/connections/${account}/resume`)
      expect(answer.status, answer.text).toBe(status)
    }
    const stale = { token: await app.world.session(other.id, { confirmed: false }) }
    const asked = await app.call(stale, 'POST', `/pos/connections/${account}/resume`)
    expect(asked.body).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect(await connection(account)).toMatchObject(paused('membership_ended'))
  })
})

describe('at the same moment', () => {
  test('a message being sent may arrive, and a failed one is not retried until the webhook is resumed', async () => {
    const theirs = await hook(manager)
    let answer: ((status: number) => void) | undefined
    holding.set(theirs.path, (response) => {
      answer = (status) => response.writeHead(status).end()
    })
    await tell()
    await expect.poll(() => answer !== undefined).toBe(true)
    await dismiss(manager)
    holding.delete(theirs.path)
    answer?.(500)
    const deliveries = () =>
      rows('select status, tries, leased_until from events.webhook_deliveries where webhook_id = $1', [
        theirs.id,
      ])
    await expect.poll(async () => (await deliveries())[0].leased_until).toBeNull()
    // Another store's message is due later and arrives: so the senders have run.
    const witness = await hook(other)
    await tell()
    await expect.poll(() => arrived(witness.path)).toBe(1)
    expect(await deliveries()).toEqual([{ status: 'PENDING', tries: 1, leased_until: null }])
    expect(arrived(theirs.path)).toBe(1)
    expect((await switchOn(other, theirs.id)).status).toBe(200)
    await expect.poll(() => arrived(theirs.path)).toBe(2)
  })

  test('what they are creating when they are dismissed is created first, and paused', async () => {
    const client = await app.admin.connect()
    try {
      // Adding a webhook waits for this lock, in the middle of its transaction.
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`, [
        merchant.id,
      ])
      const waiting = async (count: number) =>
        expect
          .poll(async () => {
            const [found] = await rows(
              `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
                where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
              [],
            )
            return found.n
          })
          .toBe(count)
      const path = `/hook${++serial}`
      const making = app.call(manager, 'POST', '/pos/webhooks', { url: base + path, storeId: store.id })
      await waiting(1)
      const dismissing = dismiss(manager)
      await waiting(2)
      await client.query('commit')
      const made = await making
      expect(made.status, made.text).toBe(201)
      await dismissing
      expect(await webhook(made.body.id)).toMatchObject(paused('membership_ended'))
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('no sender claims a message of a webhook that is being paused', async () => {
    const theirs = await hook(manager)
    const client = await app.admin.connect()
    try {
      await client.query('begin')
      await client.query(
        `update events.webhooks set status = 'PAUSED', paused_reason = 'membership_ended' where id = $1`,
        [theirs.id],
      )
      await tell()
      const waiting = () =>
        rows('select tries from events.webhook_deliveries where webhook_id = $1', [theirs.id])
      await expect.poll(async () => (await waiting()).length).toBe(1)
      const witness = await hook(other)
      await tell()
      await expect.poll(() => arrived(witness.path)).toBe(1)
      expect(await waiting()).toEqual(expect.arrayContaining([{ tries: 0 }]))
      await client.query('commit')
      expect(arrived(theirs.path)).toBe(0)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
