import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { listenTo } from '../../../test/event-source.ts'
import { patient } from '../../../test/patience.ts'
import type { Person } from '../../../test/world.ts'
import { Grant } from '../../authorization/grant.ts'
import { eventsRoutes } from './routes.ts'
import { type EventsService, type EventTimes, eventsService } from './service.ts'

let app: App
let makeEvents: (times?: Partial<EventTimes>) => EventsService
let events: EventsService
beforeAll(async () => {
  app = await startApp({
    routes: ({ database }) => {
      makeEvents = (times) =>
        eventsService({
          database,
          logger: pino({ level: 'silent' }),
          listen: () => ({ stop: async () => {} }),
          times: { fallbackMs: 50, heartbeatMs: 100, longestMs: patient(3_000), ...times },
        })
      events = makeEvents()
      return eventsRoutes(events)
    },
  })
  events.start()
})
afterAll(async () => {
  await events.stop()
  await app.close()
})

test('without notifications from PostgreSQL events are found by polling, and after a while the client is asked to reconnect', async () => {
  const of = await app.world.store()
  const source = await listenTo(app.url, of.manager)
  await app.world.member(of, 'cashier')
  await source.until(({ data }) => data.type === 'membership.created')
  await source.ended
  expect(source.messages.at(-1)).toMatchObject({ event: 'closing', data: { reason: 'renew' } })
  expect(events.streams()).toBe(0)
})

const grantOf = ({ token }: Person) =>
  Grant.issue('rows', {
    credential: { tokenHash: createHash('sha256').update(token).digest() },
    requestId: 'test',
  })

test('a stream misses nothing, even if it is opened before its process has read events for the first time', async () => {
  const of = await app.world.store()
  const started = makeEvents()
  onTestFinished(() => started.stop())
  const stream = await started.open(grantOf(of.manager), {})
  let sent = ''
  stream.on('data', (chunk) => (sent += chunk))
  const { membershipId } = await app.world.member(of, 'cashier')
  started.start()
  await expect.poll(() => sent).toContain(membershipId)
})

test('a client that stops reading is disconnected, and costs nothing until then', async () => {
  const of = await app.world.store()
  const unread = await events.open(grantOf(of.manager), {})
  const gone = once(unread, 'close')
  await app.admin.query(
    `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), 'vas.sale.failed',
                          jsonb_build_object('saleId', repeat('x', 2000))) from generate_series(1, 400)`,
    [of.merchantId, of.id],
  )
  await gone
  // At most one batch of a hundred is read ahead of the client.
  expect(unread.readableLength).toBeLessThan(500_000)
  expect(events.streams()).toBe(0)
})

test('a client that catches up gets what happened while its stream was full, and everything after it', async () => {
  const of = await app.world.store()
  const patientEvents = makeEvents({ heartbeatMs: 3_600_000, longestMs: 3_600_000 })
  onTestFinished(() => patientEvents.stop())
  patientEvents.start()
  const slow = await patientEvents.open(grantOf(of.manager), {})
  const attentive = await patientEvents.open(grantOf(of.manager), {})
  const countOf = (stream: Readable) => {
    let received = ''
    stream.on('data', (chunk) => (received += chunk))
    return () => received.match(/^id:/gm)?.length ?? 0
  }
  const emit = (count: number) =>
    app.admin.query(
      `select events.emit($1, $2, authz.set_of($1, $2, 'sales'), 'vas.sale.failed',
                          jsonb_build_object('saleId', repeat('x', 2000))) from generate_series(1, $3)`,
      [of.merchantId, of.id, count],
    )
  const gotByAttentive = countOf(attentive)
  await emit(60)
  await expect.poll(() => slow.readableLength).toBeGreaterThan(64 * 1024)
  // Once the attentive client has got an event, the slow one has been told of it too.
  for (const count of [61, 62, 63]) {
    await emit(1)
    await expect.poll(gotByAttentive).toBe(count)
  }
  const gotBySlow = countOf(slow)
  await expect.poll(gotBySlow).toBe(63)
  await emit(1)
  await expect.poll(gotBySlow).toBe(64)
})
