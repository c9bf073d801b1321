import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exchange, type PrinterTarget, PrinterUnreachable } from './printers.ts'

/**
 * Takes bytes from the till's page and gives them to a printer that a browser cannot reach. It listens on this computer
 * only, answers pages of the given origins only, and those only with the code that somebody has typed into the till.
 */

export interface BridgeSettings {
  readonly port: number
  /** Of the pages that may print, such as `https://tienda.example`. */
  readonly origins: readonly string[]
  readonly token: string
  readonly printers: ReadonlyMap<string, PrinterTarget>
}

export interface RunningBridge {
  readonly port: number
  close(): Promise<void>
}

const loopback = '127.0.0.1'
/** A ticket with a picture has some 30 kB. */
const mostBytes = 2_000_000
const mostAnswerBytes = 64
/** As long as a till waits for the end of the longest paper: two seconds a kilobyte, and three more. */
const longestWaitMs = 3_000 + 2 * mostBytes

class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** @throws Error of node when it cannot listen on the port */
export async function startBridge(settings: BridgeSettings): Promise<RunningBridge> {
  const server = createServer((request, reply) => {
    answer(settings, request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, loopback, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

async function answer(
  settings: BridgeSettings,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  try {
    admitPage(settings, request, reply)
    if (request.method === 'OPTIONS') return void reply.writeHead(204).end()
    admitTill(settings, request)
    const bytes = await answerOf(settings, request)
    reply.writeHead(200, { 'content-type': typeof bytes === 'string' ? json : 'application/octet-stream' })
    reply.end(bytes)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The rest of a body that is refused is not read.
    reply.writeHead(error.status, { 'content-type': json, connection: 'close' })
    reply.end(JSON.stringify({ code: error.code }))
  }
}

const json = 'application/json'

/** A page elsewhere that reaches this address by another name is not a till, nor is a program without an origin. */
function admitPage(
  { origins }: BridgeSettings,
  { headers, socket }: IncomingMessage,
  reply: ServerResponse,
): void {
  const { host, origin } = headers
  if (host !== `${loopback}:${socket.localPort}`) throw new Refusal(421, 'wrong_host')
  if (origin === undefined || !origins.includes(origin)) throw new Refusal(403, 'wrong_origin')
  reply.setHeader('access-control-allow-origin', origin)
  reply.setHeader('vary', 'origin')
  reply.setHeader('access-control-allow-methods', 'GET, POST')
  reply.setHeader('access-control-allow-headers', 'authorization, content-type')
  // Older Chromiums ask for this before a public page reaches a local address; newer ones ask the person.
  reply.setHeader('access-control-allow-private-network', 'true')
  reply.setHeader('access-control-max-age', '600')
  reply.setHeader('cache-control', 'no-store')
}

function admitTill({ token }: BridgeSettings, { headers }: IncomingMessage): void {
  const [, given = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(digest(given), digest(token))) throw new Refusal(401, 'wrong_token')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

async function answerOf(settings: BridgeSettings, request: IncomingMessage): Promise<Uint8Array | string> {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${loopback}`)
  if (request.method === 'GET' && pathname === '/printers')
    return JSON.stringify({ printers: [...settings.printers.keys()] })
  if (request.method !== 'POST' || pathname !== '/exchange') throw new Refusal(404, 'not_found')
  const target = settings.printers.get(searchParams.get('printer') ?? '')
  if (target === undefined) throw new Refusal(404, 'unknown_printer')
  const wanted = {
    bytes: whole(searchParams.get('answerBytes'), mostAnswerBytes),
    withinMs: whole(searchParams.get('withinMs'), longestWaitMs),
  }
  const bytes = await bodyOf(request)
  try {
    return await inTurn(target, () => exchange(target, bytes, wanted))
  } catch (error) {
    if (!(error instanceof PrinterUnreachable)) throw error
    throw new Refusal(502, error.isBegun ? 'printer_stopped' : 'printer_unreachable')
  }
}

function whole(text: string | null, most: number): number {
  const number = Number(text ?? 0)
  if (!Number.isInteger(number) || number < 0 || number > most) throw new Refusal(422, 'invalid_request')
  return number
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) throw new Refusal(413, 'too_large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The last job of each printer: most accept one connection at a time. */
const lastJobs = new WeakMap<PrinterTarget, Promise<unknown>>()

function inTurn<T>(target: PrinterTarget, job: () => Promise<T>): Promise<T> {
  const before = lastJobs.get(target) ?? Promise.resolve()
  const result = before.then(job, job)
  lastJobs.set(
    target,
    result.catch(() => undefined),
  )
  return result
}
