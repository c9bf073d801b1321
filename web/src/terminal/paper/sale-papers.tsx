import type { Sale } from '@mostrador/client'
import { originalOf } from '../../tickets/original.ts'
import { useTicketPaper } from '../../tickets/ticket-paper.ts'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'

/** Prints the receipt of a new sale of goods and opens the drawer, if this till is set to. Renders nothing. */
export function SalePapers({ sold }: { sold: Sale }) {
  const paper = useTicketPaper()(sold.receipt, { isCopy: false })
  const hasCash = sold.payments.some(({ method }) => method === 'CASH')
  return <DoneAtOnce id={sold.order.id} paper={paper} once={originalOf(sold.receipt)} hasCash={hasCash} />
}
