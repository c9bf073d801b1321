import { useEffect, useEffectEvent } from 'react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { isFirstTime } from './done-once.ts'
import { isDirect } from './printer.ts'
import { printerSettings } from './printer-settings.ts'
import { usePrinter } from './use-printer.tsx'

/**
 * Prints the paper of a sale without being asked, if this device is set so: once. Renders nothing.
 *
 * @param props `id`: of the sale
 */
export function PrintedAtOnce({ id, paper }: { id: string; paper: PaperDocument }) {
  const { print } = usePrinter()
  const printIt = useEffectEvent(() => {
    const settings = printerSettings()
    // A dialog that nobody asked for would stand in the way of the next sale.
    if (isDirect(settings) && settings.isPrintingSales && isFirstTime(`ticket ${id}`)) void print(paper)
  })
  useEffect(() => printIt(), [])
  return null
}
