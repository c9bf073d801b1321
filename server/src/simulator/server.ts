import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireRequest } from '../adapters/aggregator/transport.ts'
import type { FaultyResponse } from './faults.ts'

export interface ServedWire {
  /** With its prefix, and without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

export interface ServeOptions {
  readonly handle: (request: WireRequest) => Promise<FaultyResponse>
  /** 0: any free port. */
  readonly port: number
  readonly host?: string | undefined
  /** The path prefix, which handlers do not see. Default: the version of the provider's API. */
  readonly prefix?: string | undefined
}

const largestBodyBytes = 64 * 1024

/** Serves a handler on a port. @throws when the port is in use */
export async function serveWire({
  handle,
  port,
  host = '127.0.0.1',
  prefix = '/v1',
}: ServeOptions): Promise<ServedWire> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, prefix, incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.requestTimeout = 30_000
  await listening(server, port, host)
  const { port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://${host}:${boundPort}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function answer(
  handle: ServeOptions['handle'],
  prefix: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await handle(await readRequest(incoming, prefix))
  if (response === null) {
    incoming.socket.destroy()
    return
  }
  const { status, headers, body, bodyDelayMs } = response
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  if (bodyDelayMs !== undefined) {
    outgoing.flushHeaders()
    await new Promise((resolve) => setTimeout(resolve, bodyDelayMs))
  }
  outgoing.end(body)
}

async function readRequest(incoming: IncomingMessage, prefix: string): Promise<WireRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://simulator')
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value ?? '')])
  return {
    method: incoming.method === 'POST' ? 'POST' : 'GET',
    // Without the prefix everything is 404, as at the provider.
    path: pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : '/unversioned',
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: await readBody(incoming),
  }
}

async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    sizeBytes += bytes.length
    if (sizeBytes > largestBodyBytes) throw new RangeError('The body is too large')
    chunks.push(bytes)
  }
  return sizeBytes === 0 ? undefined : Buffer.concat(chunks).toString('utf8')
}
