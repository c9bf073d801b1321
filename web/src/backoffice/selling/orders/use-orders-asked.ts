import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '../../../desk/search/search.ts'
import { ticketWords } from '../../../tickets/folio.ts'
import { type Narrowed, tillsQuery } from './orders-query.ts'
import { ordersSearch } from './search.ts'

/** The filter of the tickets in the address, without a till that the page could not show: one of another store. */
export function useOrdersAsked(storeId: string, storeCode: string): Narrowed {
  const { search } = usePageSearch(ordersSearch)
  const { q, dia, caja } = search
  const tills = useQuery(tillsQuery(storeId))
  const isOfStore = tills.isPending || tills.data?.some(({ id }) => id === caja) === true
  return {
    q: q === undefined ? undefined : ticketWords(q, storeCode),
    soldOn: dia,
    terminalId: isOfStore ? caja : undefined,
  }
}
