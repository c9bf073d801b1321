import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { orderEvents } from '../../../test/order-events.ts'
import { patient } from '../../../test/patience.ts'
import type { Store } from '../../../test/world.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { webhookTransport } from '../../adapters/webhooks/transport.ts'
import { webhooksRoutes } from './routes.ts'
import { webhooksService } from './service.ts'

let app: App
const transport = webhookTransport({ allowsPrivate: true })

beforeAll(async () => {
  const sealer = createKeyring([randomBytes(32)])
  app = await startApp({
    routes: ({ database }) => webhooksRoutes(webhooksService({ database, sealer, transport })),
  })
})
afterAll(async () => {
  await transport.close()
  await app.close()
})

async function subscribe(of: Store): Promise<string> {
  const url = 'http://127.0.0.1:9/hook'
  const made = await app.call(of.manager, 'POST', '/pos/webhooks', { url, storeId: of.id })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

/** Emits events, which have no position yet. */
async function emit(of: Store, count = 1): Promise<string[]> {
  const { rows } = await app.admin.query(
    `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), 'vas.sale.completed', '{"saleId": "x"}') as id
       from generate_series(1, $3::int)`,
    [of.merchantId, of.id, count],
  )
  return rows.map(({ id }) => id)
}

const deliveredTo = async (webhook: string): Promise<string[]> =>
  (
    await app.admin.query('select event_id as id from events.webhook_deliveries where webhook_id = $1', [
      webhook,
    ])
  ).rows.map(({ id }) => id)

/** Does something while a request of the webhook's manager has locked it, and waits to be audited. */
async function whileItWaits(request: () => Promise<{ readonly status: number }>, work: () => Promise<void>) {
  const audit = await app.admin.connect()
  try {
    await audit.query('begin')
    await audit.query('lock table audit.log in share mode')
    const asked = request()
    const waiting = `select from pg_stat_activity
                      where wait_event_type = 'Lock' and datname = current_database() and query like '%events.%_webhook%'`
    await expect.poll(async () => (await app.admin.query(waiting)).rowCount).toBe(1)
    await work()
    await audit.query('commit')
    return (await asked).status
  } finally {
    audit.release(true)
  }
}

/** Orders events, as every process does; fails when that has to wait. */
async function orderAtOnce(): Promise<void> {
  const client = await app.admin.connect()
  try {
    await client.query(`set lock_timeout = ${patient(1_000)}`)
    await orderEvents(client)
  } finally {
    client.release(true)
  }
}

test('a webhook that is being changed keeps no event from its position, and has its message', async () => {
  const [store, other] = [await app.world.store(), await app.world.store()]
  const hook = await subscribe(store)
  const others = await subscribe(other)
  const change = () => app.call(store.manager, 'PATCH', `/pos/webhooks/${hook}`, { description: 'otro' })
  const status = await whileItWaits(change, async () => {
    const ids = [await emit(store), await emit(other)]
    await orderAtOnce()
    expect([await deliveredTo(hook), await deliveredTo(others)]).toEqual(ids)
  })
  expect(status).toBe(200)
})

test('a webhook that is being deleted keeps no event from its position', async () => {
  const [store, other] = [await app.world.store(), await app.world.store()]
  const hook = await subscribe(store)
  const others = await subscribe(other)
  await emit(store, 10)
  await orderEvents(app.admin)
  const remove = () => app.call(store.manager, 'DELETE', `/pos/webhooks/${hook}`)
  const status = await whileItWaits(remove, async () => {
    await emit(store)
    const ids = await emit(other)
    await orderAtOnce()
    expect(await deliveredTo(others)).toEqual(ids)
  })
  expect(status).toBe(204)
  expect(await deliveredTo(hook)).toEqual([])
  const { rows } = await app.admin.query(
    `select action from audit.log where entity = 'webhook' and entity_id = $1 order by id`,
    [hook],
  )
  expect(rows.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.updated', 'webhook.deleted'])
})

test('a webhook’s deliveries are deleted a thousand at a time', async () => {
  const store = await app.world.store()
  const hook = await subscribe(store)
  for (let n = 0; n < 3; n++) {
    await emit(store, 800)
    await orderEvents(app.admin)
  }
  expect(await deliveredTo(hook)).toHaveLength(2_400)
  await app.admin.query(
    `create table public.deleted (count int);
     create function public.count_deleted() returns trigger language plpgsql security definer as
       'begin insert into public.deleted select count(*) from gone; return null; end';
     create trigger counting after delete on events.webhook_deliveries referencing old table as gone
       for each statement execute function public.count_deleted()`,
  )
  expect((await app.call(store.manager, 'DELETE', `/pos/webhooks/${hook}`)).status).toBe(204)
  const { rows } = await app.admin.query('select count from public.deleted where count > 0')
  expect(rows.map(({ count }) => count)).toEqual([1_000, 1_000, 400])
  expect((await app.call(store.manager, 'GET', `/pos/webhooks/${hook}`)).status).toBe(404)
})
