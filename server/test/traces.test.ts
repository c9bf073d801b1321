import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningSimulator, runSimulator } from '../src/simulator/run.ts'
import { changeSales } from './changed-sales.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { requestLine, type StartedServer, serveEnvironment, startServer } from './command.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import {
  arrival,
  type OtlpReceiver,
  type ReceivedSpan,
  requestSpan,
  startOtlpReceiver,
  tracedTo,
} from './otlp-receiver.ts'
import { patient } from './patience.ts'
import { killProgram } from './programs.ts'
import { type Member, type Store, worldOf } from './world.ts'

// Real servers in processes of their own, a simulated provider, and a receiver of OTLP. How spans are delivered:
// trace-delivery.test.ts.
let db: TestDatabase
let world: ReturnType<typeof worldOf>
let dataDir: string
let provider: RunningSimulator
/** Between the servers and the provider, to see what is sent. */
let wire: Server
const heard: string[] = []
let receiver: OtlpReceiver
let mail: MailServer
/** Ended by the last test. */
let server: StartedServer
let store: Store
let cashier: Member
let airtime: string

beforeAll(async () => {
  db = await cloneDatabase()
  world = worldOf(db.admin)
  dataDir = path.join(tmpdir(), db.name)
  provider = await runSimulator({ port: 0, controlPort: 0, timeScale: 20 })
  wire = createServer((client) => {
    const upstream = connect(Number(new URL(provider.url).port), '127.0.0.1')
    client.on('data', (bytes) => heard.push(bytes.toString('latin1')))
    client.pipe(upstream).pipe(client)
    for (const end of [client, upstream])
      end.on('error', () => [client, upstream].map((each) => each.destroy()))
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  receiver = await startOtlpReceiver()
  mail = await startMailServer()
  server = await startServer({ ...environment(), MOSTRADOR_NODE: 'first' })
  const merchant = await world.merchant()
  await db.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
  store = await world.store(merchant)
  await world.fund(merchant.id, 10_000_000)
  cashier = await world.member(store, 'cashier')
  await world.openShift(cashier)
  const found = async () => {
    const { rows } = await db.admin.query(
      `select id from vas.products where amount_centavos = 10000 and subkind = 'topup' order by id`,
    )
    expect(rows.length).toBeGreaterThan(0)
    return rows[0].id
  }
  airtime = await vi.waitFor(found, { timeout: patient(20_000) })
}, patient(60_000))
afterAll(async () => {
  await killProgram(server.child)
  await receiver.close()
  await mail.close()
  wire.close()
  await provider.close()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

const environment = () => ({
  ...serveEnvironment(db, dataDir),
  ...tracedTo(receiver),
  MAIL_FROM: 'Mostrador <caja@example.test>',
  RATE_LIMITS: 'off',
  SMTP_URL: mail.url,
  VAS_AGGREGATOR_MODE: 'staging',
  VAS_AGGREGATOR_URL: provider.url.replace(/:\d+/, `:${(wire.address() as AddressInfo).port}`),
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const sell = (reference: string, headers: Record<string, string> = {}) =>
  post(
    '/vas/sale',
    { storeId: store.id, productId: airtime, reference },
    { authorization: `Bearer ${cashier.token}`, 'idempotency-key': `key-of-${reference}`, ...headers },
  )
const read = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/vas/sales?storeId=${store.id}`, {
    headers: { authorization: `Bearer ${cashier.token}`, ...headers },
  })
const arrived = (fits: (span: ReceivedSpan) => boolean) => arrival(receiver, fits)
const spanOf = (answer: Response) => requestSpan(receiver, answer)

describe('a sale', () => {
  test('is one trace: the request, its transactions, and its exchanges with the provider', async () => {
    const answer = await sell('5598761234')
    expect(answer.status, await answer.clone().text()).toBe(201)
    const { id } = (await answer.json()) as { id: string }
    const request = await spanOf(answer)
    const inTrace = (name: string) =>
      arrived((span) => span.name === name && span.traceId === request.traceId)
    expect(request).toMatchObject({
      name: 'POST /vas/sale',
      kind: 2,
      parentSpanId: undefined,
      hasFailed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/vas/sale',
        'http.response.status_code': 201,
        'mostrador.operation': 'createVasSale',
        'mostrador.sale_id': id,
      },
    })
    const transaction = await inTrace('transaction write')
    expect(transaction).toMatchObject({
      kind: 3,
      parentSpanId: request.spanId,
      events: ['connected'],
      attributes: { 'db.system.name': 'postgresql', 'mostrador.access': 'store:cashier' },
    })
    for (const operation of ['hold', 'confirm']) {
      expect(await inTrace(`provider ${operation}`)).toMatchObject({
        kind: 3,
        parentSpanId: request.spanId,
        attributes: { 'mostrador.provider.operation': operation, 'mostrador.provider.outcome': 'ok' },
      })
    }
    expect(await inTrace('transaction worker')).toMatchObject({ parentSpanId: request.spanId })
  })

  test('shows nothing of the customer, the store or the seller in its trace', async () => {
    const answer = await sell('5598765678')
    await spanOf(answer)
    await arrived(({ name }) => name === 'provider confirm')
    const all = receiver.texts.join()
    const secrets = [
      ...['5598765678', '98765678', 'key-of-'],
      ...[cashier.token, cashier.id, cashier.email, cashier.name, store.id, store.merchantId, store.name],
    ]
    for (const secret of secrets) expect(all, secret).not.toContain(secret)
    expect(all).not.toMatch(/select |insert |authorization/i)
  })

  test('that is refused says why, and is not a fault', async () => {
    const answer = await sell('12')
    expect(answer.status).toBe(422)
    expect(await spanOf(answer)).toMatchObject({
      hasFailed: false,
      attributes: { 'mostrador.problem': 'reference_invalid', 'http.response.status_code': 422 },
    })
  })
})

describe('durable work', () => {
  test('continues the trace of the request that queued it', async () => {
    const admin = await world.platformAdmin()
    const answer = await post('/vas/admin/catalog/sync', {}, { authorization: `Bearer ${admin.token}` })
    expect(answer.status, await answer.clone().text()).toBe(202)
    const request = await spanOf(answer)
    const work = await arrived(({ kind, traceId }) => kind === 5 && traceId === request.traceId)
    expect(work.attributes).toMatchObject({ 'mostrador.attempt': 1 })
    const transaction = await arrived(({ spanId }) => spanId === work.parentSpanId)
    expect(transaction).toMatchObject({ name: 'transaction write', parentSpanId: request.spanId })
    expect(
      await arrived(({ name, parentSpanId }) => name === 'provider products' && parentSpanId === work.spanId),
    ).toMatchObject({ traceId: request.traceId })
  })

  test('that a transaction has queued continues the trace of that transaction', async () => {
    const person = await world.person({ password: 'a password for the mail' })
    const answer = await post('/auth/password-resets', { email: person.email })
    expect(answer.status).toBe(202)
    const request = await spanOf(answer)
    const work = await arrived((span) => span.name === 'work mail.send' && span.traceId === request.traceId)
    const transaction = await arrived(({ spanId }) => spanId === work.parentSpanId)
    expect(transaction).toMatchObject({ parentSpanId: request.spanId, traceId: request.traceId })
    await expect.poll(() => mail.received.length, { timeout: patient(20_000) }).toBe(1)
    expect(receiver.texts.join()).not.toContain(person.email)
  })
})

test('every line of the log about a request carries the ids of its trace', async () => {
  const answer = await read()
  const { traceId, spanId } = await spanOf(answer)
  expect(await requestLine(server, answer)).toMatchObject({ trace_id: traceId, span_id: spanId })
})

test('every process says which it is', async () => {
  expect((await spanOf(await read())).resource).toMatchObject({
    'service.name': 'mostrador',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    'service.instance.id': 'first',
  })
})

describe('a traceparent from outside', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

  test('is linked to, and decides nothing: anybody can send one', async () => {
    const span = await spanOf(await read({ traceparent: `00-${traceId}-00f067aa0ba902b7-00` }))
    expect(span).toMatchObject({ parentSpanId: undefined, links: [{ traceId, spanId: '00f067aa0ba902b7' }] })
    expect(span.traceId).not.toBe(traceId)
  })

  test.each([
    'nonsense',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-00f067aa0ba902b7-01`,
    `${traceparent}, ${traceparent}`,
    "00-4bf92f3577b34da6a3ce929d0e0e473'-00f067aa0ba902b7-01",
  ])('that is malformed is ignored: %s', async (sent) => {
    const answer = await read({ traceparent: sent })
    expect(answer.status).toBe(200)
    expect(await spanOf(answer)).toMatchObject({ parentSpanId: undefined, links: [] })
  })

  test('is not passed to the provider', async () => {
    await sell('5598764321', { traceparent })
    expect(heard.join('')).toMatch(/^authorization: Basic/im)
    expect(heard.join('')).not.toMatch(/^(traceparent|tracestate|baggage):/im)
  })
})

test(
  'a sale whose server hangs and is killed is settled in the same trace by the next server',
  async () => {
    const reference = '5598769999'
    // The provider does its part and says nothing: only its list can tell what became of the sale.
    await fetch(`${provider.controlUrl}/faults`, {
      method: 'POST',
      body: JSON.stringify({ kind: 'hang', on: 'create', times: 1 }),
    })
    const sending = sell(reference).catch(() => undefined)
    const stored = async () =>
      (
        await db.admin.query('select id, trace_parent, status from vas.sales where reference = $1', [
          reference,
        ])
      ).rows[0]
    await expect.poll(stored, { timeout: patient(20_000) }).toMatchObject({ status: 'PENDING' })
    server.child.kill('SIGSTOP')
    // `up` is 0 for Prometheus: it does not answer.
    await expect(fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(2_000) })).rejects.toThrow()
    // As systemd ends it when the time for a stop is over.
    await killProgram(server.child)
    await sending
    await fetch(`${provider.controlUrl}/faults/clear`, { method: 'POST' })
    // As after its lease.
    await changeSales(db.admin, 'leased_until = null, next_check_at = now()', 's.reference = $1', [reference])
    const next = await startServer(environment())
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200)
    const { trace_parent: origin, id } = await stored()
    const [, traceId, spanId] = origin.split('-')
    const settling = await arrived((span) => span.name === 'settle sale' && span.traceId === traceId)
    expect(settling).toMatchObject({
      kind: 5,
      parentSpanId: spanId,
      attributes: { 'mostrador.sale_id': id },
    })
    expect(settling.resource['service.instance.id']).not.toBe('first')
    await expect.poll(async () => (await stored()).status, { timeout: patient(20_000) }).toBe('COMPLETED')
    const names = () => receiver.spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
    await expect
      .poll(names, { timeout: patient(20_000) })
      .toEqual(expect.arrayContaining(['provider find', 'provider confirm', 'transaction worker']))
  },
  patient(60_000),
)
