import type { Sale } from '@mostrador/client'
import { PrintedAtOnce } from '../../ui/printer/printed-at-once.tsx'
import { useTicketPaper } from './ticket-paper.ts'

/** What this till does by itself with a sale of goods. Renders nothing. */
export function SalePapers({ sold }: { sold: Sale }) {
  const paper = useTicketPaper(sold.receipt)
  return <PrintedAtOnce id={sold.order.id} paper={paper} />
}
