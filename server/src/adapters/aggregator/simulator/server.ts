import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireRequest, WireResponse } from '../transport.ts'

export interface ServedSimulator {
  /** Ends in the version: what `VAS_AGGREGATOR_URL` wants. */
  readonly url: string
  close(): Promise<void>
}

export interface ServeOptions {
  /** What answers; `null` closes the connection without a word. */
  readonly handle: (request: WireRequest) => Promise<WireResponse | null>
  /** 0 takes any free one. */
  readonly port: number
  readonly host?: string | undefined
}

const version = '/v1'
const largestBodyBytes = 64 * 1024

/** Puts the wire on a socket. @throws when the port is taken */
export async function serveSimulator({
  handle,
  port,
  host = '127.0.0.1',
}: ServeOptions): Promise<ServedSimulator> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.requestTimeout = 30_000
  await listening(server, port, host)
  const { port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://${host}:${boundPort}${version}`,
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

async function answer(handle: ServeOptions['handle'], incoming: IncomingMessage, outgoing: ServerResponse) {
  const response = await handle(await readRequest(incoming))
  if (response === null) {
    incoming.socket.destroy()
    return
  }
  outgoing.writeHead(response.status, {
    ...response.headers,
    'content-length': Buffer.byteLength(response.body),
  })
  outgoing.end(response.body)
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://simulator')
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value ?? '')])
  return {
    method: incoming.method === 'POST' ? 'POST' : 'GET',
    // Without the version nothing is found, as at the provider.
    path: pathname.startsWith(`${version}/`) ? pathname.slice(version.length) : '/unversioned',
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
