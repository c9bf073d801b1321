import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/**
 * The fate of a request: it passes, never arrives, arrives and its answer is lost, or is swallowed without a sign, so
 * that the browser waits.
 */
type Fate = 'passes' | 'lost' | 'unanswered' | 'swallowed'

/** The connection between a till and the server, which a story can cut and restore. */
export interface Line {
  readonly url: string
  /** Connects to another address, because a restarted server has another port. */
  leadTo(target: string): void
  /** Cuts the connection, including requests in flight. */
  cut(): void
  mend(): void
  /** Decides each request from here on; `null` lets all pass. */
  decide(fate: ((method: string, path: string) => Fate) | null): void
  /** Appends text to a file of the server's, to simulate a newer version. */
  append(path: string, text: string): void
  /** How many requests of each kind reached the server, by method and path without ids. */
  readonly passed: Map<string, number>
  stop(): Promise<void>
}

/** @param target the server's address, such as `http://127.0.0.1:4000` */
export async function openLine(target: string): Promise<Line> {
  let leads = new URL(target)
  let isCut = false
  let fateOf: ((method: string, path: string) => Fate) | null = null
  const sockets = new Set<Socket>()
  const passed = new Map<string, number>()
  const appended = new Map<string, string>()

  const carry = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const fate = isCut ? 'lost' : (fateOf?.(method, path) ?? 'passes')
    if (fate === 'lost') return void incoming.socket.destroy()
    if (fate === 'swallowed') return void incoming.resume()
    if (method !== 'GET') {
      const name = `${method} ${path.replace(/[0-9a-f-]{36}/g, '{id}').replace(/\?.*/, '')}`
      passed.set(name, (passed.get(name) ?? 0) + 1)
    }
    const more = appended.get(path)
    const asked = more === undefined ? headers : { host: headers.host }
    const place = { host: leads.hostname, port: leads.port, method, path, headers: asked }
    const onward = forward(place, (coming) => {
      if (fate === 'unanswered' || isCut) {
        coming.resume()
        coming.on('end', () => incoming.socket.destroy())
        return
      }
      if (more === undefined) {
        answer.writeHead(coming.statusCode ?? 502, coming.headers)
        coming.pipe(answer)
      } else {
        const { 'content-length': _length, etag: _tag, ...rest } = coming.headers
        answer.writeHead(coming.statusCode ?? 502, rest)
        coming.on('data', (part) => answer.write(part))
        coming.on('end', () => answer.end(more))
      }
      // A server that dies during an answer breaks the connection.
      coming.on('error', () => incoming.socket.destroy())
    })
    onward.on('error', () => incoming.socket.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const server = createServer(carry)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (other) => {
      leads = new URL(other)
    },
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    decide: (fate) => {
      fateOf = fate
    },
    append: (path, text) => void appended.set(path, text),
    passed,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
