import { Button, type ButtonProps } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { PrintedPaper } from '../paper/printed-paper.tsx'
import { useIsDone } from './done-once.ts'
import { usePrinterSettings } from './printer-settings.ts'
import { usePrinter } from './use-printer.tsx'

interface Props extends ButtonProps {
  paper: PaperDocument
  /** Names the paper, if this device prints it once: then it cannot be pressed any more. */
  once?: string
}

/** Prints a paper. */
export function PrintButton({ paper, once, ...face }: Props) {
  const { print, isPrinting } = usePrinter()
  const isDone = useIsDone(once ?? '')
  const { paperWidthMm } = usePrinterSettings()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={19} />}
        loading={isPrinting}
        disabled={isDone}
        onClick={() => void print(paper, once)}
        {...face}
      />
      <PrintedPaper paper={paper} widthMm={paperWidthMm} />
    </>
  )
}
