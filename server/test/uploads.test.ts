import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { App } from './app.ts'
import { patient } from './patience.ts'
import { sharedProduct } from './shared-product.ts'
import type { Person, Store } from './world.ts'

let app: App
let store: Store
let manager: Person
const sockets = new Set<Socket>()
beforeAll(async () => {
  app = await sharedProduct()
  store = await app.world.store()
  manager = store.manager
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

/** A complete 1 × 1 PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const boundary = 'mostrador-test'
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
const formStart = () => field('storeId', store.id) + field('purpose', 'THEME')

interface Slow {
  readonly socket: Socket
  /** Everything received so far. */
  heard(): string
  /** The status of the answer, once received. */
  status(): number | undefined
}

/** An upload that begins and does not end: `body` is the part that is sent. */
function slowUpload(by: Person, body: string): Slow {
  let heard = ''
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.write(
    `POST /pos/files HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${by.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 900000\r\n\r\n${body}`,
  )
  const status = () => {
    const found = /^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  return { socket, heard: () => heard, status }
}

async function upload(by: Person, to = store) {
  const form = new FormData()
  form.set('storeId', to.id)
  form.set('purpose', 'THEME')
  form.set('file', new Blob([new Uint8Array(picture)]), 'a.png')
  const response = await fetch(`${app.url}/pos/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${by.token}` },
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

const ended = (slow: readonly Slow[]) =>
  expect.poll(() => slow.map((each) => each.status()), { timeout: patient(60_000) })

test('eight slow uploads of an account without a membership block nobody', async () => {
  const stranger = await app.world.person()
  const slow = Array.from({ length: 8 }, () => slowUpload(stranger, formStart() + fileHead))
  await ended(slow).toEqual(Array(8).fill(403))
  expect(slow[0]?.heard()).toContain('"code":"forbidden"')
  expect(await upload(manager)).toMatchObject({ status: 201 })
})

test('one account can use only its own share of uploads', async () => {
  const greedy = await app.world.member(store, 'manager')
  const slow = Array.from({ length: 8 }, () => slowUpload(greedy, formStart() + fileHead))
  const refused = () => slow.filter((each) => each.status() === 503)
  await expect.poll(() => refused().length, { timeout: patient(60_000) }).toBe(6)
  for (const each of refused()) expect(each.heard().toLowerCase()).toContain('retry-after: 5')
  // The others go on: on a busy machine they would be given up before the next one is asked for.
  const progress = setInterval(() => {
    for (const { socket, status } of slow) if (status() === undefined) socket.write('x'.repeat(2_000))
  }, 200)
  try {
    expect(await upload(manager)).toMatchObject({ status: 201 })
    expect(await upload(greedy)).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  } finally {
    clearInterval(progress)
  }
})

test('the accounts of a merchant together leave places to others', async () => {
  const own = await app.world.store()
  const members = [
    own.manager,
    await app.world.member(own, 'supervisor'),
    await app.world.member(own, 'manager'),
  ]
  const slow = [...members, ...members].map((by) => slowUpload(by, formStart() + fileHead))
  const refused = () => slow.filter((each) => each.status() === 503)
  await expect.poll(() => refused().length, { timeout: patient(60_000) }).toBe(2)
  expect(refused()[0]?.heard()).toContain('4 files of your merchant are being received')
  expect(await upload(manager)).toMatchObject({ status: 201 })
})

test('files for other merchants take no place of one for which their senders may send none', async () => {
  const own = await app.world.store()
  const elsewhere = [await app.world.store(), await app.world.store()].map(({ manager: by }) => by)
  for (const by of elsewhere) await app.world.member(own, 'cashier', by)
  const slow = [...elsewhere, ...elsewhere, ...elsewhere].map((by) => slowUpload(by, formStart() + fileHead))
  const refused = () => slow.filter((each) => each.status() === 503)
  await expect.poll(() => refused().length, { timeout: patient(60_000) }).toBeGreaterThanOrEqual(2)
  for (const each of refused()) expect(each.heard()).toContain('2 of your files are being received')
  expect(await upload(own.manager, own)).toMatchObject({ status: 201 })
})

test('a role that could send no file takes no place', async () => {
  const cashier = await app.world.member(store, 'cashier')
  const slow = Array.from({ length: 8 }, () => slowUpload(cashier, formStart() + fileHead))
  await ended(slow).toEqual(Array(8).fill(403))
  expect(slow[0]?.heard()).toContain('"code":"forbidden"')
})

test('an aborted upload frees its slot immediately, at any stage', async () => {
  const member = await app.world.member(store, 'manager')
  const places = [
    '',
    field('storeId', store.id),
    formStart() + fileHead,
    formStart() + fileHead + 'x'.repeat(5_000),
  ]
  for (const body of [...places, ...places, ...places]) {
    const { socket } = slowUpload(member, body)
    // Some are aborted before they are read, some in the middle.
    await new Promise((resolve) => socket.write('', resolve))
    if (body.length % 2 === 0) await new Promise((resolve) => setImmediate(resolve))
    socket.destroy()
  }
  await expect.poll(async () => (await upload(member)).status, { timeout: patient(60_000) }).toBe(201)
  expect((await Promise.all([upload(member), upload(member)])).map(({ status }) => status)).toEqual([
    201, 201,
  ])
})

test('a stalled upload is answered 408, and its slot is free again', async () => {
  const member = await app.world.member(store, 'manager')
  const begun = Array.from({ length: 3 }, () => slowUpload(member, formStart() + fileHead))
  await expect
    .poll(() => begun.filter((each) => each.status() === 503).length, { timeout: patient(60_000) })
    .toBe(1)
  const slow = begun.filter((each) => each.status() === undefined)
  // A few bytes now and then do not count as progress.
  const trickle = setInterval(() => {
    for (const { socket } of slow) socket.write('x')
  }, 200)
  try {
    await ended(slow).toEqual([408, 408])
  } finally {
    clearInterval(trickle)
  }
  expect(slow[0]?.heard()).toContain('"code":"request_timeout"')
  await expect
    .poll(() => slow.every(({ socket }) => socket.destroyed || socket.readableEnded), {
      timeout: patient(60_000),
    })
    .toBe(true)
  expect(await upload(member)).toMatchObject({ status: 201 })
})

test('an unreadable form frees its slot', async () => {
  const member = await app.world.member(store, 'manager')
  for (let i = 0; i < 3; i++) {
    const broken = slowUpload(member, `${field('a', '1')}${field('a', '2')}--${boundary}`)
    await ended([broken]).toEqual([400])
    broken.socket.destroy()
  }
  expect(await upload(member)).toMatchObject({ status: 201 })
})
