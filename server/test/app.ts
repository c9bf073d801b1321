import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { type Logger, pino } from 'pino'
import { type Dispatcher, request } from 'undici'
import type { ComposeOptions } from '../src/compose/options.ts'
import { compose, type Product } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import type { Database } from '../src/database/database.ts'
import { createDraining } from '../src/http/draining.ts'
import { limitsOf } from '../src/http/limits.ts'
import type { Route } from '../src/http/route.ts'
import { buildServer } from '../src/http/server.ts'
import { auditTrail } from './audit-trail.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { patient } from './patience.ts'
import { readProblems } from './problem-trail.ts'
import { watchStandings } from './standings-law.ts'
import { type Person, type World, worldOf } from './world.ts'

/** An answer as a client receives it. `body` is the parsed JSON, or the text of anything else. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests look into bodies of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the check
  readonly body: any
}

export interface App extends TestDatabase {
  /** `http://127.0.0.1:<port>`: real HTTP, as a client speaks it. */
  readonly url: string
  readonly world: World
  /** Everything that the server has logged, one JSON line each. */
  readonly logLines: string[]
  /** Sends JSON as `person` (a bearer token), or as a guest. */
  call(
    person: Pick<Person, 'token'> | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

/** An app with the whole product. */
export type RunningProduct = App & { readonly product: Product; stop(): Promise<void> }

interface AppOptions {
  readonly routes: (parts: { database: Database; workerUrl: string }) => readonly Route[]
  readonly poolSize?: number
  readonly isHttps?: boolean
}

/** Chosen routes of the real server on a free port, over its own database. */
export async function startApp(options: AppOptions): Promise<App> {
  const cloned = await cloneDatabase(options.poolSize === undefined ? {} : { poolSize: options.poolSize })
  const log = keptLog()
  const routes = options.routes(cloned)
  const server = await buildServer({
    routes,
    database: cloned.database,
    logger: log.logger,
    isHttps: options.isHttps ?? false,
    isStrict: true,
    trustedProxies: [],
    limits: limitsOf('off'),
    webDir: undefined,
    draining: createDraining(),
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return appOf(cloned, url, log, routes, () => server.close())
}

type ProductOptions = Partial<
  Pick<
    ComposeOptions,
    | 'times'
    | 'aggregators'
    | 'lookup'
    | 'authorityJournal'
    | 'backups'
    | 'backupMarks'
    | 'sealJournal'
    | 'mailer'
    | 'keyEncryptionKey'
    | 'isStrict'
  >
> & {
  /** The product's connection to its database, such as one that a test can cut. */
  readonly via?: (url: string) => string
  /** `via` leads through a pooler; live events and durable work go past it. */
  readonly isPooled?: boolean
}

/**
 * The whole product on a free port, over its own database; the aggregator is off and nothing polls.
 *
 * @param environment overrides, as read by `mostrador serve`
 */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  options: ProductOptions = {},
): Promise<RunningProduct> {
  return openProduct(await cloneDatabase(), environment, options)
}

/** The same over a database that is there already. `stop` leaves the database, `close` drops it. */
export async function openProduct(
  cloned: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
  options: ProductOptions = {},
): Promise<RunningProduct> {
  const log = keptLog()
  const { via = (url: string) => url, isPooled = false, ...parts } = options
  const product = await compose({
    config: parseConfig({
      PORT: '0',
      MOSTRADOR_WORKER: 'off',
      // Everybody in a test has the same address.
      RATE_LIMITS: 'off',
      DATABASE_POOL_SIZE: '8',
      // A folder without another sandbox.
      MOSTRADOR_DATA_DIR: path.join(tmpdir(), cloned.name),
      ...environment,
    }),
    apiUrl: via(cloned.apiUrl),
    workerUrl: via(cloned.workerUrl),
    ...(isPooled && { directUrl: cloned.workerUrl }),
    keyEncryptionKey: randomBytes(32),
    // A busy machine also takes long to open a connection, and to serve those who wait for one.
    connectTimeoutMs: patient(5_000),
    logger: log.logger,
    isStrict: true,
    ...parts,
  })
  await product.start()
  const url = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`
  return { ...appOf(cloned, url, log, product.routes, product.stop), product }
}

/** A server's log, as it grows. */
interface KeptLog {
  readonly logger: Logger
  /** Everything that is logged, at every level and without redaction: a secret in it was passed to the logger. */
  readonly logLines: string[]
  /** Called with each line. */
  readonly readers: ((line: string) => void)[]
}

function keptLog(): KeptLog {
  const logLines: string[] = []
  const readers: ((line: string) => void)[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk)
      logLines.push(line)
      for (const read of readers) read(line)
      done()
    },
  })
  return { logger: pino({ level: 'trace' }, sink), logLines, readers }
}

function appOf(
  cloned: TestDatabase,
  url: string,
  { logLines, readers }: KeptLog,
  routes: readonly Route[],
  stopServer: () => Promise<unknown>,
): App & { stop(): Promise<void> } {
  const trail = auditTrail(cloned.admin, routes)
  readers.push(trail.read, readProblems)
  const watching = watchStandings(cloned.admin)
  const stop = () => trail.end(stopServer).finally(watching.end)
  return {
    ...cloned,
    url,
    world: worldOf(cloned.admin),
    logLines,
    async call(person, method, path, body, headers = {}) {
      const answer = await send(url, person, method, path, body, headers)
      trail.sent(headers['idempotency-key'], answer.headers)
      return answer
    },
    stop,
    close: () => stop().finally(cloned.close),
  }
}

/** Sends JSON as `person`, or as a guest. */
export async function send(
  url: string,
  person: Pick<Person, 'token'> | undefined,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  // Not `fetch`: it does the same over the same connections, and costs three times as much of the processor.
  const response = await request(url + path, {
    method: method as Dispatcher.HttpMethod,
    headers: {
      'user-agent': 'node',
      'accept-encoding': 'gzip',
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const isPacked = response.headers['content-encoding'] === 'gzip'
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString()
  const answered = new Headers()
  for (const [name, values] of Object.entries(response.headers))
    for (const value of [values].flat()) if (value !== undefined) answered.append(name, value)
  const isJson = /json/.test(answered.get('content-type') ?? '')
  return {
    status: response.statusCode,
    headers: answered,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}
