import { Group } from '@mantine/core'
import type { PaperDocument } from '../../ui/paper/paper-document.ts'
import { BrowserPaperWidth } from '../../ui/printer/paper-width.tsx'
import { PrintButton } from '../../ui/printer/print-button.tsx'
import { goodsReceiptMail } from './mail-receipt.ts'
import { ShareButton } from './share-button.tsx'

interface Props {
  printLabel: string
  paper: PaperDocument
  /** It is a customer's receipt, and can be sent to them. */
  receiptId?: string
}

/** Prints a paper at the till, or sends it to the customer. */
export function Paper({ printLabel, paper, receiptId }: Props) {
  return (
    <>
      <Group gap="sm" grow>
        <PrintButton paper={paper} h={48}>
          {printLabel}
        </PrintButton>
        {receiptId !== undefined && <ShareButton paper={paper} mail={goodsReceiptMail(receiptId)} />}
      </Group>
      <BrowserPaperWidth />
    </>
  )
}
