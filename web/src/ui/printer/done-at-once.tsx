import { useEffect, useEffectEvent } from 'react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { isFirstTime } from './done-once.ts'
import { isDirect, printerSettings } from './printer-settings.ts'
import { useDrawer } from './use-drawer.ts'
import { usePrinter } from './use-printer.tsx'

interface Props {
  /** The id of what was done: nothing is done twice for the same one. */
  id: string
  paper: PaperDocument
  /** Names the paper, if this device prints it once. */
  once?: string
  /** Cash goes into the drawer, or out of it. */
  hasCash: boolean
  /** It is printed also where tickets of sales are not. */
  isAlwaysPrinted?: boolean
}

/** Opens the drawer and prints the paper of what was just done, if this device is set to. Renders nothing. */
export function DoneAtOnce({ id, paper, once, hasCash, isAlwaysPrinted = false }: Props) {
  const { print } = usePrinter()
  const openDrawer = useDrawer()
  const doIt = useEffectEvent(async () => {
    // Before the paper, which takes longer and may be missing.
    if (hasCash) await openDrawer(id)
    const settings = printerSettings()
    // A dialog that nobody asked for would stand in the way of the next sale.
    const isWanted = isDirect(settings) && (settings.isPrintingSales || isAlwaysPrinted)
    if (isWanted && isFirstTime(`ticket ${id}`)) await print(paper, once)
  })
  useEffect(() => void doIt(), [])
  return null
}
