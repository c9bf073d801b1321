import { deviceSettings } from '../device/device-settings.ts'
import { type SerialPortId, storedPort } from '../device/serial-port.ts'
import type { PaperWidthMm } from '../paper/printed-paper.tsx'

/** How this device reaches its printer; `browser` is the browser's own printing, with its dialog. */
export const printerWays = ['browser', 'usb', 'serial', 'bridge'] as const
export type PrinterWay = (typeof printerWays)[number]

/** Code pages of ESC/POS that have all Spanish letters, with their numbers; `ascii`: letters without accents. */
export const codePages = { cp858: 0x13, cp850: 0x02, windows1252: 0x10, ascii: 0x00 } as const
export type CodePage = keyof typeof codePages

/** Characters in a line, in the printer's usual font. */
export const columnsOf = { 58: [32], 80: [48, 42] } as const satisfies Record<PaperWidthMm, readonly number[]>
export type Columns = (typeof columnsOf)[PaperWidthMm][number]

export const baudRates = [9600, 19200, 38400, 57600, 115200] as const

export interface PrinterSettings {
  readonly way: PrinterWay
  readonly usb: UsbPrinterId | null
  readonly serial: SerialPrinterId | null
  readonly bridge: BridgePrinterId | null
  readonly paperWidthMm: PaperWidthMm
  readonly columns: Columns
  readonly codePage: CodePage
  readonly hasCutter: boolean
  /** The drawer is opened through the printer, by one of two pins of its plug. */
  readonly drawerPin: 2 | 5 | null
  /** Prints the ticket of a sale without being asked. */
  readonly isPrintingSales: boolean
  /** Whether it answers questions about its paper; `null` until it was tried. */
  readonly isAnswering: boolean | null
}

/** The serial number is missing in many cheap printers. */
export interface UsbPrinterId {
  readonly vendorId: number
  readonly productId: number
  readonly serialNumber: string | null
  readonly name: string
}

export interface SerialPrinterId extends SerialPortId {
  readonly baudRate: number
}

/** A printer of the bridge on this computer, which knows this device by the code. */
export interface BridgePrinterId {
  readonly port: number
  readonly code: string
  readonly printer: string
}

export const {
  read: printerSettings,
  change: changePrinterSettings,
  useSettings: usePrinterSettings,
} = deviceSettings<PrinterSettings>('mostrador.printer', (stored) => {
  const paperWidthMm = stored.paperWidthMm === 58 ? 58 : 80
  const columns: readonly Columns[] = columnsOf[paperWidthMm]
  return {
    way: printerWays.find((each) => each === stored.way) ?? 'browser',
    usb: asUsb(stored.usb),
    serial: asSerial(stored.serial),
    bridge: asBridge(stored.bridge),
    paperWidthMm,
    columns: columns.find((each) => each === stored.columns) ?? columnsOf[paperWidthMm][0],
    codePage: isCodePage(stored.codePage) ? stored.codePage : 'cp858',
    hasCutter: stored.hasCutter !== false,
    drawerPin: stored.drawerPin === 2 || stored.drawerPin === 5 ? stored.drawerPin : null,
    isPrintingSales: stored.isPrintingSales === true,
    isAnswering: typeof stored.isAnswering === 'boolean' ? stored.isAnswering : null,
  }
})

/** Whether this device prints without a dialog: until a printer was chosen, the browser prints. */
export const isDirect = ({ way, usb, serial, bridge }: PrinterSettings): boolean =>
  (way === 'usb' && usb !== null) ||
  (way === 'serial' && serial !== null) ||
  (way === 'bridge' && bridge !== null)

export const hasDrawer = (settings: PrinterSettings): boolean =>
  isDirect(settings) && settings.drawerPin !== null

const isCodePage = (name: unknown): name is CodePage =>
  typeof name === 'string' && Object.hasOwn(codePages, name)

const isNumber = (value: unknown): value is number => typeof value === 'number'

function asUsb(stored: unknown): UsbPrinterId | null {
  const { vendorId, productId, serialNumber, name } = Object(stored) as Record<string, unknown>
  if (!isNumber(vendorId) || !isNumber(productId)) return null
  return {
    vendorId,
    productId,
    serialNumber: typeof serialNumber === 'string' ? serialNumber : null,
    name: typeof name === 'string' ? name : '',
  }
}

function asSerial(stored: unknown): SerialPrinterId | null {
  const { baudRate } = Object(stored) as Record<string, unknown>
  return isNumber(baudRate) ? { ...storedPort(stored), baudRate } : null
}

function asBridge(stored: unknown): BridgePrinterId | null {
  const { port, code, printer } = Object(stored) as Record<string, unknown>
  if (!isNumber(port) || typeof code !== 'string' || typeof printer !== 'string') return null
  return { port, code, printer }
}
