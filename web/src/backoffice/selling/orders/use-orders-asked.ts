import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '../../../desk/search/search.ts'
import { ticketWords } from '../../../tickets/folio.ts'
import { type Narrowed, tillsQuery } from './orders-query.ts'
import { ordersSearch } from './search.ts'

interface OrdersAsked {
  asked: Narrowed
  /** Otherwise it is not known yet whether the till is one of the store. */
  isKnown: boolean
}

/** The filter of the tickets in the address, without a till of another store, which the page could not show. */
export function useOrdersAsked(storeId: string, storeCode: string): OrdersAsked {
  const { search } = usePageSearch(ordersSearch)
  const { q, dia, caja } = search
  const tills = useQuery(tillsQuery(storeId))
  // When the tills cannot be read, the filter stays: more tickets than were asked for would be worse than none.
  const isOfStore = tills.data === undefined || tills.data.some(({ id }) => id === caja)
  return {
    asked: {
      q: q === undefined ? undefined : ticketWords(q, storeCode),
      soldOn: dia,
      terminalId: isOfStore ? caja : undefined,
    },
    isKnown: caja === undefined || !tills.isPending,
  }
}
