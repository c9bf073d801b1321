import { PrinterFault } from './connection.ts'
import { isFirstTime } from './done-once.ts'
import { kickDrawer } from './printer.ts'
import { hasDrawer, printerSettings } from './printer-settings.ts'
import { usePrinterNotices } from './use-printer.tsx'

/**
 * Opens the drawer of this device, if it has one, and says when it cannot. The name of what it opens for makes sure
 * that this happens once.
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
