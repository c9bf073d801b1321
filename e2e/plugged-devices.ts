import type { Page } from 'playwright-core'

/** A device at a cable: what it answers to bytes. It runs outside the page, where the fakes of tests are. */
type Device = (bytes: Uint8Array) => Uint8Array

type Ask = (bytes: number[]) => Promise<number[]>

/**
 * Plugs a device into the page's serial port, as Chrome shows it: nothing before the person has chosen it from a click,
 * and without asking afterwards, also when the page is loaded again. Call it before the page is opened.
 */
export async function plugSerial(page: Page, device: Device): Promise<void> {
  await page.exposeFunction('askSerialDevice', (bytes: number[]) => [...device(Uint8Array.from(bytes))])
  await page.addInitScript(serialInPage)
}

/** Plugs a receipt printer into the page's USB, in the same way. */
export async function plugUsb(page: Page, device: Device): Promise<void> {
  await page.exposeFunction('askUsbDevice', (bytes: number[]) => [...device(Uint8Array.from(bytes))])
  await page.addInitScript(usbInPage)
}

/** Runs in the page. As Chrome, a port gets a new stream after its reader was cancelled, and closes only unlocked. */
function serialInPage(): void {
  const { askSerialDevice: ask } = window as Window as Window & { askSerialDevice: Ask }
  let isOpen = false
  let said: ReadableStreamDefaultController<Uint8Array> | null = null
  let readable: ReadableStream<Uint8Array> | null = null
  let writable: WritableStream<Uint8Array> | null = null
  const newReadable = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        said = controller
      },
      cancel: () => {
        readable = null
      },
    })
  const port = {
    getInfo: () => ({ usbVendorId: 0x1a86, usbProductId: 0x7523 }),
    get readable() {
      if (isOpen) readable ??= newReadable()
      return readable
    },
    get writable() {
      return writable
    },
    async open() {
      if (isOpen) throw new DOMException('It is open.', 'InvalidStateError')
      isOpen = true
      writable = new WritableStream({
        write: async (bytes) => {
          const answer = await ask([...bytes])
          readable ??= newReadable()
          if (answer.length > 0) said?.enqueue(Uint8Array.from(answer))
        },
      })
    },
    async close() {
      if (readable?.locked === true || writable?.locked === true) throw new TypeError('It is locked.')
      isOpen = false
      readable = null
      writable = null
    },
  }
  const serial = {
    requestPort: async () => {
      if (!navigator.userActivation.isActive) throw new DOMException('No click.', 'SecurityError')
      localStorage.setItem('story.serialGranted', 'yes')
      return port
    },
    getPorts: async () => (localStorage.getItem('story.serialGranted') === null ? [] : [port]),
  }
  Object.defineProperty(navigator, 'serial', { value: serial })
}

/** Runs in the page: a device with two interfaces, of which the second one is the printer's. */
function usbInPage(): void {
  const { askUsbDevice: ask } = window as Window as Window & { askUsbDevice: Ask }
  const answers: number[] = []
  const waiting: { resolve: (data: DataView) => void; reject: (error: Error) => void }[] = []
  const hand = () => {
    while (answers.length > 0 && waiting.length > 0)
      waiting.shift()?.resolve(new DataView(Uint8Array.of(answers.shift() as number).buffer))
  }
  const endpoint = (endpointNumber: number, direction: string) => ({
    endpointNumber,
    direction,
    type: 'bulk',
  })
  const interfaces = [
    { interfaceNumber: 0, alternate: { interfaceClass: 3, endpoints: [endpoint(1, 'in')] } },
    {
      interfaceNumber: 1,
      alternate: { interfaceClass: 7, endpoints: [endpoint(2, 'out'), endpoint(2, 'in')] },
    },
  ]
  const device = {
    vendorId: 0x0416,
    productId: 0x5011,
    productName: 'POS80',
    serialNumber: 'A1',
    opened: false,
    configuration: null as object | null,
    claimed: null as number | null,
    async open() {
      device.opened = true
    },
    async close() {
      device.opened = false
      device.claimed = null
      for (const { reject } of waiting.splice(0)) reject(new DOMException('It was closed.', 'AbortError'))
    },
    async selectConfiguration() {
      device.configuration = { interfaces }
    },
    async claimInterface(number: number) {
      device.claimed = number
    },
    async transferOut(endpointNumber: number, data: Uint8Array) {
      if (!device.opened || device.claimed !== 1 || endpointNumber !== 2)
        throw new DOMException('The interface is not claimed.', 'InvalidStateError')
      answers.push(...(await ask([...data])))
      hand()
      return { status: 'ok', bytesWritten: data.length }
    },
    async transferIn() {
      const data = await new Promise<DataView>((resolve, reject) => {
        waiting.push({ resolve, reject })
        hand()
      })
      return { status: 'ok', data }
    },
  }
  const usb = {
    requestDevice: async () => {
      if (!navigator.userActivation.isActive) throw new DOMException('No click.', 'SecurityError')
      localStorage.setItem('story.usbGranted', 'yes')
      return device
    },
    getDevices: async () => (localStorage.getItem('story.usbGranted') === null ? [] : [device]),
  }
  Object.defineProperty(navigator, 'usb', { value: usb })
}
