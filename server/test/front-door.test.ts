import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readableForwarding } from '../src/http/client.ts'
import { type App, startProduct } from './app.ts'

let app: App
const sockets = new Set<Socket>()
beforeAll(async () => {
  app = await startProduct({ TRUSTED_PROXIES: 'loopback,10.0.0.0/8' })
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(() => app.close())

/** The server's answer to these bytes, up to the end of the connection. */
function raw(bytes: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    sockets.add(socket)
    socket.on('error', reject)
    socket.on('data', (data) => {
      heard += data
      const [head = '', body] = heard.split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = new Headers(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      )
      if (body === undefined || body.length < Number(headers.get('content-length'))) return
      resolve({ status: Number(first.split(' ')[1]), headers, body: body === '' ? {} : JSON.parse(body) })
    })
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(heard)}`)))
  })
}

const host = 'Host: localhost\r\n'
const json = `${host}Content-Type: application/json\r\n`

describe('every refusal of the framework has the security headers and a problem document', () => {
  test.each<[what: string, bytes: string, status: number, code: string]>([
    ['an unknown path', `GET /nowhere HTTP/1.1\r\n${host}\r\n`, 404, 'not_found'],
    ['an unknown method of a path', `DELETE /healthz HTTP/1.1\r\n${host}\r\n`, 404, 'not_found'],
    ['a malformed URL', `GET /vas/sale/%E0%A4%A HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
    ['a URL of the wrong characters', `GET /a\u0000b HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
    [
      'an endless path segment',
      `GET /vas/sale/${'a'.repeat(4000)} HTTP/1.1\r\n${host}\r\n`,
      400,
      'malformed_request',
    ],
    [
      'endless headers',
      `GET /healthz HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['an unknown verb', `BREW /healthz HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
    ['a request without Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      `POST /auth/sessions HTTP/1.1\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
      'malformed_request',
    ],
    [
      'a broken chunk',
      `POST /auth/sessions HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'malformed_request',
    ],
    [
      'a body that is not JSON',
      `POST /auth/sessions HTTP/1.1\r\n${json}Content-Length: 1\r\n\r\n{`,
      400,
      'malformed_request',
    ],
    [
      'a body of another content type',
      `POST /auth/sessions HTTP/1.1\r\n${host}Content-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>`,
      415,
      'unsupported_media_type',
    ],
    [
      'a body that is too large',
      `POST /auth/sessions HTTP/1.1\r\n${json}Content-Length: 9999999\r\n\r\n`,
      413,
      'body_too_large',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = await raw(bytes)
    expect(answer).toMatchObject({ status, body: { status, code, requestId: expect.any(String) } })
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch("frame-ancestors 'none'")
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(answer.headers.get('x-request-id')).toBe(answer.body['requestId'])
    expect(answer.headers.get('x-powered-by')).toBeNull()
  })

  test('an unknown expectation is ignored', async () => {
    const answer = await raw(`GET /healthz HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`)
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

test.each([
  ['an address', '189.203.1.1', '189.203.1.1'],
  ['one with a port', '189.203.1.1:5678', '189.203.1.1'],
  ['one of IPv6', '2806:10::7', '2806:10::7'],
  ['one of IPv6 with a port', '[2806:10::7]:80', '2806:10::7'],
  ['one of IPv6 in brackets', '[2806:10::7]', '2806:10::7'],
  ['one in quotes', '"[2806:10::7]:80"', '2806:10::7'],
  ['one with a zone', 'fe80::1%eth0', 'fe80::1'],
  ['one of IPv4 in IPv6', '::ffff:189.203.1.1', '::ffff:189.203.1.1'],
  ['two', '1.1.1.1, 189.203.1.1:99', '1.1.1.1, 189.203.1.1'],
  ['two beside what is none', '1.1.1.1, unknown, 189.203.1.1', '189.203.1.1'],
  ['none', 'unknown', undefined],
  ['none in the last place', '189.203.1.1, unknown', undefined],
  ['nothing', '', undefined],
  ['commas', ', ,', undefined],
  ['five parts', '1.2.3.4.5', undefined],
  ['too large a part', '999.1.1.1:80', undefined],
  ['SQL', "'; drop table x; --", undefined],
  ['ten thousand letters', 'a'.repeat(10_000), undefined],
  ['five thousand entries', `${'x,'.repeat(5_000)} 189.203.1.1`, '189.203.1.1'],
])('a forwarded header with %s is reduced to its addresses', (_what, header, expected) => {
  expect(readableForwarding(header)).toBe(expected)
})

describe('behind a proxy', () => {
  const password = 'correct horse battery 9'
  const signIn = (email: string, forwarded: string) =>
    app.call(undefined, 'POST', '/auth/sessions', { email, password }, { 'x-forwarded-for': forwarded })

  test.each([
    ['with a port', '189.203.1.1:5678', '189.203.1.1'],
    ['of IPv6 with a port', '[2806:10::7]:80', '2806:10::7'],
    ['of IPv6 with a zone', 'fe80::1%eth0', 'fe80::1'],
    ['that was mapped into IPv6', '::ffff:189.203.1.2', '189.203.1.2'],
    ['through two proxies', '189.203.1.3:1, 10.0.0.9:2', '189.203.1.3'],
    ['that is unknown', 'unknown', '127.0.0.1'],
    ['that is nonsense', "'; select 1; --", '127.0.0.1'],
    ['of ten thousand letters', 'a'.repeat(10_000), '127.0.0.1'],
    ['of five thousand commas', ','.repeat(5_000), '127.0.0.1'],
  ])('an address %s is normalized and recorded at sign-in', async (_what, forwarded, kept) => {
    const { id, email } = await app.world.person({ password })
    const answer = await signIn(email, forwarded)
    expect(answer, answer.text).toMatchObject({ status: 201 })
    const { rows } = await app.admin.query(
      `select host(address) as address from identity.sessions where account_id = $1 and user_agent <> 'test'`,
      [id],
    )
    expect(rows).toEqual([{ address: kept }])
  })
})
