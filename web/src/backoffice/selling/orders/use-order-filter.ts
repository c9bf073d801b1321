import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '../../../desk/search/search.ts'
import { ticketWords } from '../../../tickets/folio.ts'
import { type OrderFilter, tillsQuery } from './orders-query.ts'
import { ordersSearch } from './search.ts'

interface FilterInAddress {
  filter: OrderFilter
  /** False until it is known whether the till belongs to the store. */
  isReady: boolean
}

/** The filter of the tickets in the address, without a till of another store, which the page could not show. */
export function useOrderFilter(storeId: string, storeCode: string): FilterInAddress {
  const { search } = usePageSearch(ordersSearch)
  const { q, dia, caja } = search
  const tills = useQuery(tillsQuery(storeId))
  // When the tills cannot be read, the filter stays: more tickets than were asked for would be worse than none.
  const isOfStore = tills.data === undefined || tills.data.some(({ id }) => id === caja)
  return {
    filter: {
      q: q === undefined ? undefined : ticketWords(q, storeCode),
      soldOn: dia,
      terminalId: isOfStore ? caja : undefined,
    },
    isReady: caja === undefined || !tills.isPending,
  }
}
