import type { PaperDocument } from '../paper/paper-document.ts'
import { bridgePrinter } from './bridge-printer.ts'
import { type PrinterConnection, PrinterFault } from './connection.ts'
import { drawerKick, encodePaper, printableDots } from './escpos.ts'
import { loadPicture } from './paper-picture.ts'
import { type Printed, type PrintJob, runJob } from './print-job.ts'
import { changePrinterSettings, type PrinterSettings, printerSettings } from './printer-settings.ts'
import { openSerialPrinter } from './serial-printer.ts'
import { openUsbPrinter } from './usb-printer.ts'

/** Prints a paper on this device's printer. @throws PrinterFault */
export async function printDirectly(paper: PaperDocument): Promise<Printed> {
  const settings = printerSettings()
  const dots = printableDots(settings.columns)
  return send({ paper: await encodePaper(paper, settings, (url) => loadPicture(url, dots)) })
}

/** Opens the drawer at this device's printer. @throws PrinterFault */
export async function kickDrawer(): Promise<void> {
  await send({ kick: drawerKick(printerSettings().drawerPin ?? 2) })
}

/** Runs one job at a time, across all tabs, because only one of them can have the printer open. */
async function send(job: PrintJob): Promise<Printed> {
  const run = async () => {
    const settings = printerSettings()
    const connection = await opened(settings)
    try {
      const { printed, isAnswering } = await runJob(connection, job, settings.isAnswering)
      if (isAnswering !== settings.isAnswering) changePrinterSettings({ isAnswering })
      return printed
    } finally {
      await connection.close()
    }
  }
  return 'locks' in navigator ? navigator.locks.request('mostrador.printer', run) : run()
}

function opened({ way, usb, serial, bridge }: PrinterSettings): Promise<PrinterConnection> {
  if (way === 'usb' && usb !== null) return openUsbPrinter(usb)
  if (way === 'serial' && serial !== null) return openSerialPrinter(serial)
  if (way === 'bridge' && bridge !== null) return Promise.resolve(bridgePrinter(bridge))
  throw new PrinterFault('not_found')
}
