import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { countLogged, requestLine, type StartedServer, serveEnvironment, startServer } from './command.ts'
import { type OtlpReceiver, requestSpan, startOtlpReceiver, tracedTo } from './otlp-receiver.ts'
import { patient } from './patience.ts'
import { type Member, worldOf } from './world.ts'

// How spans reach their receiver, and what happens when they do not. What is traced: traces.test.ts.
let db: TestDatabase
let dataDir: string
let cashier: Member

beforeAll(async () => {
  db = await cloneDatabase()
  dataDir = path.join(tmpdir(), db.name)
  const world = worldOf(db.admin)
  cashier = await world.member(await world.store(), 'cashier')
})
afterAll(async () => {
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

const serving = (receiver: OtlpReceiver, changes: Record<string, string>) =>
  startServer({
    ...serveEnvironment(db, dataDir),
    ...tracedTo(receiver),
    MOSTRADOR_WORKER: 'off',
    RATE_LIMITS: 'off',
    ...changes,
  })
const read = (at: StartedServer, headers: Record<string, string> = {}) =>
  fetch(`${at.url}/vas/sales?storeId=${cashier.storeId}`, {
    headers: { authorization: `Bearer ${cashier.token}`, ...headers },
  })

describe('a receiver that', () => {
  const fortyReads = async (at: StartedServer) => {
    // Opening the first connection may take a busy machine longer than a request waits for one.
    await expect.poll(async () => (await read(at)).status).toBe(200)
    for (let round = 0; round < 40; round++) expect((await read(at)).status).toBe(200)
  }
  const told = (at: StartedServer) =>
    countLogged(at, 'traces do not reach their receiver; nothing else is affected')

  test(
    'never answers slows and fails nothing, and does not hold up the stop',
    async () => {
      const silent = await startOtlpReceiver('silent')
      const traced = await serving(silent, {
        LOG_LEVEL: 'warn',
        // Waiting for the answer would take longer than a stop may.
        OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
        OTEL_BSP_EXPORT_TIMEOUT: '60000',
        OTEL_TRACES_SAMPLER: 'traceidratio',
      })
      await fortyReads(traced)
      await expect.poll(() => silent.texts.length, { timeout: patient(20_000) }).toBeGreaterThan(0)
      await fortyReads(traced)
      traced.child.kill('SIGTERM')
      expect(await traced.exit, traced.said.out).toBe(0)
      await silent.close()
    },
    patient(60_000),
  )

  test(
    'is not there slows and fails nothing, and is told of once',
    async () => {
      const gone = await startOtlpReceiver()
      await gone.close()
      const traced = await serving(gone, { LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_TIMEOUT: '300' })
      await fortyReads(traced)
      await expect.poll(() => told(traced), { timeout: patient(20_000) }).toBe(1)
      await fortyReads(traced)
      traced.child.kill('SIGTERM')
      expect(await traced.exit, traced.said.out).toBe(0)
      expect(told(traced)).toBe(1)
    },
    patient(60_000),
  )
})

describe('a server behind a proxy that decides what is sampled, stopped before it has sent anything,', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  let receiver: OtlpReceiver
  let proxied: Response
  let directLine: { readonly trace_id: string }
  let sentBeforeStop: number
  let exitCode: number

  beforeAll(async () => {
    receiver = await startOtlpReceiver()
    const server = await serving(receiver, {
      TRUSTED_PROXIES: 'loopback',
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      OTEL_BSP_SCHEDULE_DELAY: '600000',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
      OTEL_SERVICE_NAME: 'caja',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=ensayo',
    })
    proxied = await read(server, { traceparent, 'x-forwarded-for': '203.0.113.7' })
    // A client that reached the server past the proxy names no other address.
    directLine = await requestLine(server, await read(server, { traceparent }))
    sentBeforeStop = receiver.spans.length
    server.child.kill('SIGTERM')
    exitCode = await server.exit
  }, patient(60_000))
  afterAll(() => receiver.close())

  test('sends its last spans', async () => {
    expect([sentBeforeStop, exitCode]).toEqual([0, 0])
    await requestSpan(receiver, proxied)
  })

  test('names itself as configured, and shows the receiver its token', async () => {
    expect((await requestSpan(receiver, proxied)).resource).toMatchObject({
      'service.name': 'caja',
      'deployment.environment.name': 'ensayo',
    })
    expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer for-the-collector' })
  })

  test('continues the trace of the proxy', async () => {
    expect(await requestSpan(receiver, proxied)).toMatchObject({
      traceId,
      parentSpanId: '00f067aa0ba902b7',
      links: [],
    })
  })

  test('continues no trace of a client, and sends nothing that its sampler does not take', async () => {
    expect(directLine.trace_id).toMatch(/^[0-9a-f]{32}$/)
    expect(directLine.trace_id).not.toBe(traceId)
    expect(new Set(receiver.spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  })
})
