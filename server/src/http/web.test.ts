import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './web.ts'

const page = '<!doctype html><title>Mostrador</title>'
const script = `export const goods = ${JSON.stringify(Array.from({ length: 1_000 }, (_, n) => `Café ${n}`))}`

let dir: string
let server: FastifyInstance
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'web-'))
  await mkdir(path.join(dir, 'dist/assets'), { recursive: true })
  await mkdir(path.join(dir, 'dist/.vite'))
  await writeFile(path.join(dir, 'secret.json'), '{}')
  await writeFile(path.join(dir, 'dist/.vite/manifest.json'), '{}')
  await writeFile(path.join(dir, 'dist/index.html'), page)
  await writeFile(path.join(dir, 'dist/assets/goods-4f.js'), script)
  server = Fastify({ exposeHeadRoutes: false })
  await serveWeb(server, path.join(dir, 'dist'))
})
afterAll(async () => {
  await server?.close()
  await rm(dir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

test('a hashed file is cached forever, and gzipped for clients that accept it', async () => {
  const plain = await get('/assets/goods-4f.js')
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
  const zipped = await get('/assets/goods-4f.js', { 'accept-encoding': 'br, gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script)
  expect((await get('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
})

test('after an upgrade has replaced the folder, a running server serves every file that it had at its start', async () => {
  const built = path.join(dir, 'replaced')
  await cp(path.join(dir, 'dist'), built, { recursive: true })
  const running = Fastify()
  await serveWeb(running, built)
  await rm(built, { recursive: true })
  const answered = async (url: string) => {
    const { statusCode, body } = await running.inject(url)
    return [statusCode, body]
  }
  expect(await answered('/')).toEqual([200, page])
  expect(await answered('/assets/goods-4f.js')).toEqual([200, script])
  await running.close()
})

test('the page is revalidated each time, and answered with 304 if it has not changed', async () => {
  const first = await get('/')
  expect([first.statusCode, first.body, first.headers['cache-control']]).toEqual([200, page, 'no-cache'])
  const again = await get('/index.html', { 'if-none-match': `W/${first.headers.etag}` })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await get('/index.html', { 'if-none-match': '"other"' })
  expect(other.statusCode).toBe(200)
})

test('a client-side route gets the page, and any other unknown path a problem', async () => {
  const address = await get('/caja/ventas?tienda=1', { accept: 'text/html,*/*' })
  expect([address.statusCode, address.body]).toEqual([200, page])
  const absent = await get('/caja/ventas')
  expect([absent.statusCode, absent.json().code]).toEqual([404, 'not_found'])
  const posted = await server.inject({ method: 'POST', url: '/caja', headers: { accept: 'text/html' } })
  expect([posted.statusCode, posted.json().code]).toEqual([404, 'not_found'])
})

test('HEAD answers without a body', async () => {
  const head = await server.inject({ method: 'HEAD', url: '/assets/goods-4f.js' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    String(Buffer.byteLength(script)),
  ])
})

test.each([
  '/../secret.json',
  '/assets/../../secret.json',
  '/%2e%2e/secret.json',
  '/.vite/manifest.json',
  '//',
])('%s is not found', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})
