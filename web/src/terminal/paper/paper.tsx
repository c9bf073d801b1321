import { Group } from '@mantine/core'
import type { PaperDocument } from '../../ui/paper/paper-document.ts'
import { BrowserPaperWidth } from '../../ui/printer/paper-width.tsx'
import { PrintButton } from '../../ui/printer/print-button.tsx'

interface Props {
  printLabel: string
  paper: PaperDocument
}

/** Prints a paper at the till. */
export function Paper({ printLabel, paper }: Props) {
  return (
    <>
      <Group gap="sm" grow>
        <PrintButton paper={paper} h={48}>
          {printLabel}
        </PrintButton>
      </Group>
      <BrowserPaperWidth />
    </>
  )
}
