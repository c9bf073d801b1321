import { Button, Group } from '@mantine/core'
import type { Receipt } from '@mostrador/client'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { originalOf } from '../../tickets/original.ts'
import { useTicketPaper } from '../../tickets/ticket-paper.ts'
import { PrintedPaper } from '../../ui/paper/printed-paper.tsx'
import { useIsDone } from '../../ui/printer/done-once.ts'
import { BrowserPaperWidth } from '../../ui/printer/paper-width.tsx'
import { PrintedAtOnce } from '../../ui/printer/printed-at-once.tsx'
import { usePrinterSettings } from '../../ui/printer/printer-settings.ts'
import { usePrinter } from '../../ui/printer/use-printer.tsx'
import { FaultText } from '../words/fault-text.tsx'
import { goodsReceiptMail } from './mail-receipt.ts'
import { ShareButton } from './share-button.tsx'

interface Props {
  receipt: Receipt
  printLabel: string
  /** It was made just now: this device has its original, which it prints once. */
  isNew?: boolean
}

/**
 * Prints the ticket of a sale or a refund, or sends it to the customer. Whatever is not the original says that it is a copy, and
 * the server records it before it leaves.
 */
export function TicketButtons({ receipt, printLabel, isNew = false }: Props) {
  const ticket = useTicketPaper()
  const { print, isPrinting } = usePrinter()
  const { paperWidthMm } = usePrinterSettings()
  const isOriginalOut = useIsDone(originalOf(receipt))
  const isCopy = !isNew || isOriginalOut
  const copied = useCopyRecord(receipt)
  const shared = useCopyRecord(receipt)
  const printed = copied.data
  return (
    <>
      <FaultText error={copied.error ?? shared.error} />
      <Group gap="sm" grow>
        <Button
          variant="default"
          h={48}
          leftSection={<IconPrinter size={19} />}
          loading={isPrinting || copied.isPending}
          onClick={() =>
            isCopy ? copied.mutate() : void print(ticket(receipt, { isCopy }), originalOf(receipt))
          }
        >
          {printLabel}
        </Button>
        <ShareButton
          paper={ticket(receipt, { isCopy: !isNew })}
          mail={goodsReceiptMail(receipt.id)}
          {...(!isNew && { record: shared })}
        />
      </Group>
      <BrowserPaperWidth />
      {/* Each answer is printed, also the same receipt again. */}
      {printed !== undefined && (
        <PrintedAtOnce key={copied.submittedAt} paper={ticket(printed, { isCopy: true })} />
      )}
      {printed === undefined && isNew && (
        <PrintedPaper paper={ticket(receipt, { isCopy })} widthMm={paperWidthMm} />
      )}
    </>
  )
}

/** Has the server record a copy; answers the receipt. */
const useCopyRecord = ({ id }: Receipt) =>
  useMutation({
    mutationFn: () => answer(api.POST('/pos/receipts/{id}/reprint', { params: { path: { id } }, body: {} })),
  })
