import { PrinterFault } from './connection.ts'
import { isFirstTime } from './done-once.ts'
import { kickDrawer } from './printer.ts'
import { hasDrawer, printerSettings } from './printer-settings.ts'
import { usePrinterNotices } from './use-printer.tsx'

/**
 * Opens this device's drawer, if it has one, and tells a fault of the printer. `once` names what it opens for: a second
 * call with the same name does nothing.
 */
export function useDrawer(): (once: string) => Promise<void> {
  const tellFault = usePrinterNotices()
  return async (once) => {
    if (!hasDrawer(printerSettings()) || !isFirstTime(`drawer ${once}`)) return
    try {
      await kickDrawer()
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      tellFault(error)
    }
  }
}
