import type { Sale } from '@mostrador/client'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'
import { useTicketPaper } from './ticket-paper.ts'

/** What this till does by itself with a sale of goods. Renders nothing. */
export function SalePapers({ sold }: { sold: Sale }) {
  const paper = useTicketPaper(sold.receipt)
  const hasCash = sold.payments.some(({ method }) => method === 'CASH')
  return <DoneAtOnce id={sold.order.id} paper={paper} hasCash={hasCash} />
}
