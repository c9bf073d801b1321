import { chooseSerialPort, grantedPort, type SerialPortId } from '../device/serial-port.ts'
import { late, type PrinterConnection, PrinterFault, takesMs, within } from './connection.ts'
import type { SerialPrinterId } from './printer-settings.ts'

/** Lets the person choose the printer's port. @throws PrinterFault */
export async function choosePrinterPort(): Promise<SerialPortId | null> {
  try {
    return await chooseSerialPort()
  } catch (error) {
    throw new PrinterFault('refused', { cause: error })
  }
}

/** Opens the chosen port without asking. @throws PrinterFault */
export async function openSerialPrinter(id: SerialPrinterId): Promise<PrinterConnection> {
  const port = await grantedPort(id)
  if (port === undefined) throw new PrinterFault('not_found')
  try {
    await port.open({ baudRate: id.baudRate })
  } catch (error) {
    const isOpen = error instanceof DOMException && error.name === 'InvalidStateError'
    // Chrome says the same of a port that is gone and of one that another program holds.
    throw new PrinterFault(isOpen ? 'busy' : 'refused', { cause: error })
  }
  return {
    async exchange(bytes, { answerBytes, withinMs }) {
      await sent(port, bytes)
      return answered(port, answerBytes, withinMs)
    },
    close: () => port.close().catch(() => undefined),
  }
}

async function sent({ writable }: SerialPort, bytes: Uint8Array): Promise<void> {
  if (writable === null) throw new PrinterFault('not_found', { isBegun: true })
  const writer = writable.getWriter()
  try {
    const result = await within(writer.write(bytes.slice()), takesMs(bytes))
    if (result !== late) return
    // The port cannot be closed while bytes wait in it.
    await writer.abort().catch(() => undefined)
    throw new PrinterFault('silent', { isBegun: true })
  } catch (error) {
    throw error instanceof PrinterFault
      ? error
      : new PrinterFault('not_found', { isBegun: true, cause: error })
  } finally {
    writer.releaseLock()
  }
}

async function answered({ readable }: SerialPort, count: number, withinMs: number): Promise<Uint8Array> {
  if (readable === null || count === 0) return new Uint8Array()
  const reader = readable.getReader()
  const answer: number[] = []
  // Ends the read that waits, which would otherwise hold the port open.
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), withinMs)
  try {
    while (answer.length < count) {
      const { value, done } = await reader.read()
      if (done) break
      answer.push(...value)
    }
  } catch {
    // It was unplugged: what it said until then counts.
  } finally {
    clearTimeout(timer)
    reader.releaseLock()
  }
  return Uint8Array.from(answer.slice(0, count))
}
