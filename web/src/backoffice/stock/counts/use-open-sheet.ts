import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { countQuery } from './counts-query.ts'
import { countsSearch } from './search.ts'

/**
 * The count in the address. A count of another store is dropped from it, as after another store was selected: its sheet
 * would have no lines there, and look like an empty one.
 */
export function useOpenSheet(storeId: string) {
  const { search, change } = usePageSearch(countsSearch)
  const { data } = useQuery({ ...countQuery(search.ver ?? ''), enabled: search.ver !== undefined })
  const isElsewhere = search.ver !== undefined && data !== undefined && data.storeId !== storeId
  useEffect(() => {
    if (isElsewhere) change({ ver: undefined })
  }, [isElsewhere, change])
  return {
    countId: isElsewhere ? undefined : search.ver,
    open: (ver: string) => change({ ver }),
    close: () => change({ ver: undefined }),
  }
}
