import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningBridge, startBridge } from './bridge.ts'
import { keptPairingCode } from './pairing-code.ts'
import { readPrinter } from './printers.ts'

const origin = 'https://tienda.example'
const token = 'ABCD-EFGH-JKLM-NPQR-STUV'
const ticket = Buffer.from('\x1b@Ticket\n')

let folder: string
let printer: Server
let received: Buffer[]
/** What the printer says when it got bytes. */
let says: Buffer
let bridge: RunningBridge

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'print-bridge-'))
  received = []
  says = Buffer.alloc(0)
  printer = createServer((socket) => {
    socket.on('data', (data) => {
      received.push(data)
      if (says.length > 0) socket.write(says)
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve))
  const { port } = printer.address() as AddressInfo
  bridge = await startBridge({
    port: 0,
    origins: [origin],
    token,
    printers: new Map([
      readPrinter(`caja=tcp://127.0.0.1:${port}`),
      readPrinter(`cocina=${path.join(folder, 'lp0')}`),
      readPrinter('apagada=tcp://127.0.0.1:1'),
    ]),
  })
})
afterEach(async () => {
  await bridge.close()
  printer.close()
  await rm(folder, { recursive: true })
})

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

/** With any headers, also those that `fetch` does not let be set. */
function ask(at: string, { method = 'POST', headers = {}, body = ticket }: Asked = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: bridge.port,
          path: at,
          method,
          headers: { origin, authorization: `Bearer ${token}`, ...headers },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(method === 'POST' ? body : undefined)
    },
  )
}

const exchange = (query: string, asked: Asked = {}) => ask(`/exchange?${query}`, asked)
const codeOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).code

test('bytes reach a printer of the network as they are, and its answer comes back', async () => {
  says = Buffer.from([0x12, 0x12, 0x99])
  const answer = await exchange('printer=caja&answerBytes=2&withinMs=5000')
  expect(answer.status).toBe(200)
  expect([...answer.body]).toEqual([0x12, 0x12])
  expect(Buffer.concat(received)).toEqual(ticket)
  expect(answer.headers['access-control-allow-origin']).toBe(origin)
})

test('a printer that says nothing is waited for only so long', async () => {
  const answer = await exchange('printer=caja&answerBytes=1&withinMs=50')
  expect([answer.status, answer.body.length]).toEqual([200, 0])
})

test('a long paper is printed, for whose end a till waits longer than half a minute', async () => {
  says = Buffer.from([0x00])
  const body = Buffer.alloc(30_000, 0x2e)
  const answer = await exchange(`printer=caja&answerBytes=1&withinMs=${3_000 + 2 * body.length}`, { body })
  expect(answer.status, answer.body.toString()).toBe(200)
  expect([...answer.body]).toEqual([0x00])
  expect(Buffer.concat(received)).toEqual(body)
})

test('a printer behind a file gets the bytes, and cannot answer', async () => {
  const answer = await exchange('printer=cocina&answerBytes=1&withinMs=60')
  expect([answer.status, answer.body.length]).toEqual([200, 0])
  expect(await readFile(path.join(folder, 'lp0'))).toEqual(ticket)
})

test('a printer that is switched off is reported as unreachable', async () => {
  const answer = await exchange('printer=apagada')
  expect([answer.status, codeOf(answer)]).toEqual([502, 'printer_unreachable'])
})

test('jobs for one printer go one after another', async () => {
  const jobs = ['uno', 'dos', 'tres'].map((word) => exchange('printer=caja', { body: Buffer.from(word) }))
  await Promise.all(jobs)
  await expect.poll(() => Buffer.concat(received).toString()).toHaveLength(10)
  expect(received.map(String).sort()).toEqual(['dos', 'tres', 'uno'])
})

test('a till asks for the printers, and a browser for leave before it does', async () => {
  const answer = await ask('/printers', { method: 'GET' })
  expect(JSON.parse(answer.body.toString())).toEqual({ printers: ['caja', 'cocina', 'apagada'] })
  const leave = await ask('/exchange', {
    method: 'OPTIONS',
    headers: { authorization: '', 'access-control-request-private-network': 'true' },
  })
  expect(leave.status).toBe(204)
  expect(leave.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-private-network': 'true',
  })
})

test.each([
  ['another page', { origin: 'https://evil.example' }, 403, 'wrong_origin'],
  ['a page that reaches it by another name', { host: 'evil.example' }, 421, 'wrong_host'],
  ['a till that is not paired', { authorization: 'Bearer AAAA-EFGH-JKLM-NPQR-STUV' }, 401, 'wrong_token'],
  ['a till without a code', { authorization: '' }, 401, 'wrong_token'],
] as const)('%s is refused, and prints nothing', async (_who, headers, status, code) => {
  for (const at of ['/exchange?printer=caja', '/printers']) {
    const answer = await ask(at, { method: at === '/printers' ? 'GET' : 'POST', headers: { ...headers } })
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    if (code !== 'wrong_token') expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  expect(received).toEqual([])
})

test.each([
  ['printer=otra', 404, 'unknown_printer'],
  ['printer=caja&answerBytes=-1', 422, 'invalid_request'],
  ['printer=caja&withinMs=999999999', 422, 'invalid_request'],
])('%s is refused', async (query, status, code) => {
  const answer = await exchange(query)
  expect([answer.status, codeOf(answer)]).toEqual([status, code])
})

test('a body without end is cut off', async () => {
  const answer = await exchange('printer=caja', { body: Buffer.alloc(3_000_000) }).catch(() => null)
  expect(answer === null || answer.status === 413).toBe(true)
  expect(received).toEqual([])
})

test('the pairing code stays the same, and only this user can read it', async () => {
  const file = path.join(folder, 'kept', 'code')
  const code = await keptPairingCode(file)
  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}$/)
  expect(await keptPairingCode(file)).toBe(code)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test.each([
  'caja',
  'caja=',
  'caja=tcp://',
  'ca ja=tcp://1.2.3.4',
  'caja=tcp://1.2.3.4/x',
])('%s is no printer', (text) => {
  expect(() => readPrinter(text)).toThrow(/write/)
})
