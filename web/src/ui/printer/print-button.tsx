import type { ButtonProps } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { PrintedPaper } from '../paper/printed-paper.tsx'
import { AllowedButton } from '../parts/allowed-button.tsx'
import { useIsDone } from './done-once.ts'
import { usePrinterSettings } from './printer-settings.ts'
import { usePrinter } from './use-printer.tsx'

interface Props extends ButtonProps {
  paper: PaperDocument
  /** Names the paper, if this device prints it once. After it came out, the button is disabled and says why. */
  once?: { readonly name: string; readonly doneReason: string }
}

/** Prints a paper. */
export function PrintButton({ paper, once, ...face }: Props) {
  const { print, isPrinting } = usePrinter()
  const isDone = useIsDone(once?.name ?? '')
  const { paperWidthMm } = usePrinterSettings()
  return (
    <>
      <AllowedButton
        variant="default"
        leftSection={<IconPrinter size={19} />}
        loading={isPrinting}
        reason={isDone ? once?.doneReason : null}
        onClick={() => void print(paper, once?.name)}
        {...face}
      />
      <PrintedPaper paper={paper} widthMm={paperWidthMm} />
    </>
  )
}
