import { useEffect, useEffectEvent } from 'react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { PrintedPaper } from '../paper/printed-paper.tsx'
import { usePrinterSettings } from './printer-settings.ts'
import { usePrinter } from './use-printer.tsx'

/** Prints a paper as it appears. It must be in the page before the browser prints it. */
export function PrintedAtOnce({ paper }: { paper: PaperDocument }) {
  const { print } = usePrinter()
  const { paperWidthMm } = usePrinterSettings()
  const printIt = useEffectEvent(() => print(paper))
  useEffect(() => void printIt(), [])
  return <PrintedPaper paper={paper} widthMm={paperWidthMm} />
}
