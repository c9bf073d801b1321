import { once } from 'node:events'
import net from 'node:net'

/**
 * Runs clients with one keep-alive connection each, which send their next request when the previous one is
 * answered. A minimal client: it shares the machine with what it measures, and a full HTTP client would use a
 * good part of it.
 *
 * @param {string} url
 * @param {{ clients: number, turnMs: number, expected: number, request: (client: number) => string }
 *   | { clients: number, turnMs: number, visit: (ask: (request: string, expected: number) => Promise<string>) => Promise<string> }} job
 *        `request` answers the next request of a client, `expected` the status of every answer; `visit` is several
 *        requests that count as one, and answers the body of the last
 * @returns {Promise<{ perSecond: number, units: number, lastBody: string }>} `units`: requests or visits answered
 */
export async function httpLoad(url, { clients, turnMs, expected, request, visit }) {
  const { hostname, port } = new URL(url)
  const connections = await Promise.all(
    Array.from({ length: clients }, () => connect(hostname, Number(port))),
  )
  const startedMs = performance.now()
  const untilMs = startedMs + turnMs
  let units = 0
  let lastBody = ''
  const work = async (connection, client) => {
    while (performance.now() < untilMs) {
      const ask = async (text, wanted) => {
        const { status, body } = await connection.exchange(text)
        if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body}`)
        return body
      }
      lastBody = visit === undefined ? await ask(request(client), expected) : await visit(ask)
      units++
    }
  }
  try {
    await Promise.all(connections.map(work))
  } finally {
    for (const connection of connections) connection.close()
  }
  const perSecond = (units * 1000) / (performance.now() - startedMs)
  return { perSecond, units, lastBody: Buffer.from(lastBody, 'latin1').toString() }
}

/** A request in wire format. */
export function httpRequest({ method, path, token, body, headers = {} }) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: 'bench',
    authorization: `Bearer ${token}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

export async function connect(host, port) {
  const socket = net.connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  let pending
  let received = ''
  const fail = (error) => pending?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  // One character is one byte, so that Content-Length counts characters.
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += chunk
    const answer = wholeAnswer(received)
    if (answer === undefined) return
    received = ''
    pending?.resolve(answer)
  })
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(request)
      }),
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    close() {
      pending = undefined
      socket.destroy()
    },
  }
}

/** The answer, once it is complete. */
function wholeAnswer(received) {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))
  if (length === null) throw new Error('an answer without Content-Length')
  const body = received.slice(head + 4)
  return body.length < Number(length[1])
    ? undefined
    : { status: Number(received.slice(9, 12)), head: received.slice(0, head), body }
}
