import type { Sale } from '@mostrador/client'
import { useTicketPaper } from '../../tickets/ticket-paper.ts'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'

/** What this till does by itself with a sale of goods. Renders nothing. */
export function SalePapers({ sold }: { sold: Sale }) {
  const paper = useTicketPaper()(sold.receipt, { isCopy: false })
  const hasCash = sold.payments.some(({ method }) => method === 'CASH')
  return <DoneAtOnce id={sold.order.id} paper={paper} hasCash={hasCash} />
}
