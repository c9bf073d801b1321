import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PrinterFault } from './connection.ts'
import { FakePrinter } from './fake-printer.ts'
import { askStatus } from './printer-status.ts'
import { openUsbPrinter } from './usb-printer.ts'

let printer: FakePrinter
let granted: FakeDevice[]

/** A device as a browser shows it: a scanner and a printer in one, as some are. */
class FakeDevice {
  readonly vendorId = 0x0416
  readonly productId = 0x5011
  readonly productName = 'POS58'
  readonly serialNumber: string
  opened = false
  openFault: Error | null = null
  isStuck = false
  claimed: number[] = []
  #answers: number[] = []
  readonly #waiting: ((bytes: Uint8Array) => void)[] = []
  configuration: object | null = null

  constructor(serialNumber: string) {
    this.serialNumber = serialNumber
  }

  async open() {
    if (this.openFault !== null) throw this.openFault
    this.opened = true
  }

  async close() {
    this.opened = false
  }

  async selectConfiguration() {
    const endpoint = (endpointNumber: number, direction: string) => ({
      endpointNumber,
      direction,
      type: 'bulk',
    })
    this.configuration = {
      interfaces: [
        { interfaceNumber: 0, alternate: { interfaceClass: 3, endpoints: [endpoint(1, 'in')] } },
        {
          interfaceNumber: 1,
          alternate: { interfaceClass: 7, endpoints: [endpoint(2, 'out'), endpoint(2, 'in')] },
        },
      ],
    }
  }

  async claimInterface(number: number) {
    this.claimed.push(number)
  }

  async transferOut(_endpoint: number, data: Uint8Array) {
    if (this.isStuck) return new Promise(() => undefined)
    this.#answers.push(...printer.take(data))
    this.#hand()
    return { status: 'ok', bytesWritten: data.length }
  }

  /** Transfers get the answers in their own order, one byte each. */
  async transferIn() {
    const bytes = new Promise<Uint8Array>((resolve) => this.#waiting.push(resolve))
    this.#hand()
    return { status: 'ok', data: new DataView((await bytes).buffer) }
  }

  #hand() {
    while (this.#answers.length > 0 && this.#waiting.length > 0)
      this.#waiting.shift()?.(Uint8Array.from(this.#answers.splice(0, 1)))
  }
}

const id = { vendorId: 0x0416, productId: 0x5011, serialNumber: 'B', name: 'POS58' }
const wanted = { answerBytes: 2, withinMs: 50 }

beforeEach(() => {
  printer = new FakePrinter()
  granted = [new FakeDevice('A'), new FakeDevice('B')]
  vi.stubGlobal('navigator', { usb: { getDevices: async () => granted } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the chosen one of two alike is found again without asking, and its printer interface used', async () => {
  const connection = await openUsbPrinter(id)
  expect(granted.map(({ opened }) => opened)).toEqual([false, true])
  expect(granted[1]?.claimed).toEqual([1])
  expect([...(await connection.exchange(askStatus, wanted))]).toEqual([0x12, 0x12])
  await connection.close()
  expect(granted[1]?.opened).toBe(false)
})

test('a printer that says nothing is waited for only so long', async () => {
  printer.isAnswering = false
  const connection = await openUsbPrinter(id)
  expect(await connection.exchange(askStatus, wanted)).toHaveLength(0)
  // What it says later is not lost.
  printer.isAnswering = true
  expect(await connection.exchange(askStatus, wanted)).toHaveLength(2)
})

test('one that is not plugged in is not found', async () => {
  granted = []
  await expect(openUsbPrinter(id)).rejects.toMatchObject({ reason: 'not_found' })
})

test('a system that keeps the printer to itself is named', async () => {
  for (const device of granted) device.openFault = new DOMException('Access denied.', 'SecurityError')
  await expect(openUsbPrinter(id)).rejects.toMatchObject({ reason: 'refused' })
})

test('a printer that takes no bytes is not waited for without end', async () => {
  vi.useFakeTimers()
  const connection = await openUsbPrinter(id)
  for (const device of granted) device.isStuck = true
  const exchange = connection.exchange(askStatus, wanted).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  const fault = await exchange
  expect(fault).toBeInstanceOf(PrinterFault)
  expect(fault).toMatchObject({ reason: 'silent', isBegun: true })
})
