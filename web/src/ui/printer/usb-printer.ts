import { late, type PrinterConnection, PrinterFault, takesMs, within } from './connection.ts'
import type { UsbPrinterId } from './printer-settings.ts'

/** The class of printers, as it is written in the interface of a device. */
const printerClass = 7
/** Receipt printers that call themselves "vendor specific": Epson, Star, Bixolon, Citizen and the usual controllers. */
const vendorClass = 0xff
const knownVendors = [0x04b8, 0x0519, 0x1504, 0x0419, 0x1d90, 0x05d9, 0x04c5, 0x1fc9, 0x0fe6, 0x0416]

export const hasUsb = (): boolean => 'usb' in navigator

/**
 * Lets the person choose a printer, which the browser then remembers. `null` when none was chosen. Call it from a
 * click.
 */
export async function chooseUsbPrinter(): Promise<UsbPrinterId | null> {
  const filters = [{ classCode: printerClass }, ...knownVendors.map((vendorId) => ({ vendorId }))]
  try {
    return idOf(await navigator.usb.requestDevice({ filters }))
  } catch (error) {
    // The person closed the list.
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    throw new PrinterFault('refused', { cause: error })
  }
}

const idOf = ({ vendorId, productId, serialNumber, productName }: USBDevice): UsbPrinterId => ({
  vendorId,
  productId,
  serialNumber: serialNumber ?? null,
  name: productName ?? '',
})

/** Opens the chosen printer without asking. @throws PrinterFault */
export async function openUsbPrinter(id: UsbPrinterId): Promise<PrinterConnection> {
  const granted = await navigator.usb.getDevices()
  const alike = granted.filter(
    ({ vendorId, productId }) => vendorId === id.vendorId && productId === id.productId,
  )
  const device = alike.find((each) => (each.serialNumber ?? null) === id.serialNumber) ?? alike[0]
  if (device === undefined) throw new PrinterFault('not_found')
  try {
    return await claimed(device)
  } catch (error) {
    if (device.opened) await device.close().catch(() => undefined)
    throw error instanceof PrinterFault ? error : new PrinterFault(reasonOf(error), { cause: error })
  }
}

/** Windows' own driver refuses to let go of a printer; a device that another window has claimed is busy. */
function reasonOf(error: unknown): 'refused' | 'busy' | 'not_found' {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' ? 'not_found' : 'busy'
}

async function claimed(device: USBDevice): Promise<PrinterConnection> {
  try {
    await device.open()
  } catch (error) {
    throw new PrinterFault('refused', { cause: error })
  }
  if (device.configuration == null) await device.selectConfiguration(1)
  const place = printerPlace(device)
  if (place === undefined) throw new PrinterFault('not_found')
  await device.claimInterface(place.interfaceNumber)
  const listen = listener(device, place.in)
  return {
    async exchange(bytes, { answerBytes, withinMs }) {
      await sent(device, place.out, bytes)
      return answered(listen, answerBytes, withinMs)
    },
    close: () => device.close().catch(() => undefined),
  }
}

/** The interface that takes bytes: one of the printers' class, or else a vendor's own. */
function printerPlace(device: USBDevice) {
  const places = (device.configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternate }) => {
    const bulk = alternate.endpoints.filter(({ type }) => type === 'bulk')
    const out = bulk.find(({ direction }) => direction === 'out')
    if (out === undefined) return []
    const back = bulk.find(({ direction }) => direction === 'in')
    return [
      {
        interfaceNumber,
        interfaceClass: alternate.interfaceClass,
        out: out.endpointNumber,
        in: back?.endpointNumber ?? null,
      },
    ]
  })
  return (
    places.find(({ interfaceClass }) => interfaceClass === printerClass) ??
    places.find(({ interfaceClass }) => interfaceClass === vendorClass)
  )
}

async function sent(device: USBDevice, endpoint: number, bytes: Uint8Array): Promise<void> {
  const transfer = device.transferOut(endpoint, bytes.slice())
  const result = await within(transfer, takesMs(bytes)).catch((error: unknown) => {
    throw new PrinterFault('not_found', { isBegun: true, cause: error })
  })
  if (result === late) throw new PrinterFault('silent', { isBegun: true })
  if (result.status !== 'ok' || result.bytesWritten < bytes.length)
    throw new PrinterFault('broken', { isBegun: true })
}

/** What the printer says next, or nothing in this time. */
type Listen = (forMs: number) => Promise<Uint8Array>

/**
 * Reads what the printer says. A transfer that brought nothing in time is kept for the next call: it gets the printer's
 * next answer, and a second transfer would get only the one after.
 */
function listener(device: USBDevice, endpoint: number | null): Listen {
  let waiting: Promise<Uint8Array> | null = null
  return async (forMs) => {
    if (endpoint === null) return new Uint8Array()
    waiting ??= device.transferIn(endpoint, 64).then(
      ({ data }) =>
        data === undefined ? new Uint8Array() : new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      // It was closed or unplugged: it says nothing more.
      () => new Uint8Array(),
    )
    const bytes = await within(waiting, forMs)
    if (bytes === late) return new Uint8Array()
    waiting = null
    return bytes
  }
}

async function answered(listen: Listen, count: number, withinMs: number): Promise<Uint8Array> {
  const answer: number[] = []
  const until = performance.now() + withinMs
  while (answer.length < count) {
    const bytes = await listen(until - performance.now())
    if (bytes.length === 0) break
    answer.push(...bytes)
  }
  return Uint8Array.from(answer.slice(0, count))
}
