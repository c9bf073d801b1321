import { Button, type ButtonProps } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { PrintedPaper } from '../paper/printed-paper.tsx'
import { usePrinterSettings } from './printer-settings.ts'
import { usePrinter } from './use-printer.tsx'

interface Props extends ButtonProps {
  paper: PaperDocument
}

/** Prints a paper. */
export function PrintButton({ paper, ...face }: Props) {
  const { print, isPrinting } = usePrinter()
  const { paperWidthMm } = usePrinterSettings()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={19} />}
        loading={isPrinting}
        onClick={() => void print(paper)}
        {...face}
      />
      <PrintedPaper paper={paper} widthMm={paperWidthMm} />
    </>
  )
}
