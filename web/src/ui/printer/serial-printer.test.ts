import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakePrinter } from './fake-printer.ts'
import { askStatus } from './printer-status.ts'
import { openSerialPrinter } from './serial-printer.ts'

let printer: FakePrinter
let ports: FakePort[]

class FakePort {
  readonly #info: object
  openedAt: number | null = null
  readable: ReadableStream<Uint8Array> | null = null
  writable: WritableStream<Uint8Array> | null = null
  #answers: ReadableStreamDefaultController<Uint8Array> | null = null

  constructor(info: object) {
    this.#info = info
  }

  getInfo() {
    return this.#info
  }

  async open({ baudRate }: { baudRate: number }) {
    if (this.openedAt !== null) throw new DOMException('It is open.', 'InvalidStateError')
    this.openedAt = baudRate
    this.readable = new ReadableStream({
      start: (controller) => {
        this.#answers = controller
      },
    })
    this.writable = new WritableStream({
      write: (bytes) => {
        const answer = printer.take(bytes)
        if (answer.length > 0) this.#answers?.enqueue(answer)
      },
    })
  }

  /** As Chrome, it cannot be closed while somebody reads or writes. */
  async close() {
    if (this.readable?.locked === true || this.writable?.locked === true) throw new TypeError('It is locked.')
    this.openedAt = null
  }
}

const id = { usbVendorId: 0x1a86, usbProductId: 0x7523, baudRate: 19200 }
const wanted = { answerBytes: 2, withinMs: 50 }

beforeEach(() => {
  printer = new FakePrinter()
  ports = [new FakePort({}), new FakePort({ usbVendorId: 0x1a86, usbProductId: 0x7523 })]
  vi.stubGlobal('navigator', { serial: { getPorts: async () => ports } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the chosen port is found again without asking, and opened at its speed', async () => {
  const connection = await openSerialPrinter(id)
  expect(ports.map(({ openedAt }) => openedAt)).toEqual([null, 19200])
  expect([...(await connection.exchange(askStatus, wanted))]).toEqual([0x12, 0x12])
  await connection.close()
  expect(ports[1]?.openedAt).toBeNull()
})

test('a printer that says nothing leaves the port free to be closed and opened again', async () => {
  printer.isAnswering = false
  const connection = await openSerialPrinter(id)
  expect(await connection.exchange(askStatus, wanted)).toHaveLength(0)
  await connection.close()
  await (await openSerialPrinter(id)).close()
  expect(ports[1]?.openedAt).toBeNull()
})

test('a port in use is busy, and one that is gone is not found', async () => {
  await openSerialPrinter(id)
  await expect(openSerialPrinter(id)).rejects.toMatchObject({ reason: 'busy' })
  ports = []
  await expect(openSerialPrinter(id)).rejects.toMatchObject({ reason: 'not_found' })
})
