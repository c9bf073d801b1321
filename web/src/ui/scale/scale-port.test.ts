import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ScaleFault, watchScale } from './scale-port.ts'
import { type Reading, scaleProtocols } from './scale-protocols.ts'

/** A Torrey at its port: it answers each P with its weight, as long as it is plugged in. */
class FakeScale {
  kilograms = '0.278'
  openings = 0
  isOpen = false
  readable: ReadableStream<Uint8Array> | null = null
  writable: WritableStream<Uint8Array> | null = null
  #said: ReadableStreamDefaultController<Uint8Array> | null = null

  getInfo() {
    return { usbVendorId: 0x0483, usbProductId: 0x5740 }
  }

  async open() {
    this.openings += 1
    this.isOpen = true
    this.readable = new ReadableStream({
      start: (controller) => {
        this.#said = controller
      },
    })
    this.writable = new WritableStream({
      write: (bytes) => {
        if (String.fromCharCode(...bytes) === 'P')
          this.#said?.enqueue(new TextEncoder().encode(`  ${this.kilograms} kg\r`))
      },
    })
  }

  unplug() {
    this.#said?.error(new DOMException('The device has been lost.', 'NetworkError'))
  }

  async close() {
    if (this.readable?.locked === true || this.writable?.locked === true) throw new TypeError('It is locked.')
    this.isOpen = false
  }
}

const id = { usbVendorId: 0x0483, usbProductId: 0x5740 }
let scale: FakeScale
let plugged: FakeScale[]
let readings: Reading[]
let faults: ScaleFault[]

beforeEach(() => {
  scale = new FakeScale()
  plugged = [scale]
  readings = []
  faults = []
  vi.stubGlobal('navigator', { serial: { getPorts: async () => plugged } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const watch = () =>
  watchScale(id, scaleProtocols.torrey, {
    onReading: (reading) => readings.push(reading),
    onFault: (fault) => faults.push(fault),
  })

test('a scale is asked again and again, and its port is free afterwards', async () => {
  const stop = watch()
  await expect.poll(() => readings).toContainEqual({ grams: 278, isStable: null })
  scale.kilograms = '1.250'
  await expect.poll(() => readings.at(-1)).toEqual({ grams: 1_250, isStable: null })
  stop()
  await expect.poll(() => scale.isOpen).toBe(false)
})

test('one that was unplugged is told, and found again', async () => {
  const stop = watch()
  await expect.poll(() => readings.length).toBeGreaterThan(0)
  plugged = []
  scale.unplug()
  await expect.poll(() => faults).toContain('not_found')
  readings.splice(0)
  plugged = [scale]
  await expect.poll(() => readings.length).toBeGreaterThan(0)
  expect(scale.openings).toBe(2)
  stop()
})
