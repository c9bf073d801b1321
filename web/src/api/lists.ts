import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'

interface PageOf<T> {
  items: T[]
  nextCursor: string | null
}

/** The page of a search that nothing can match, so that the server need not be asked. */
export const noRows: PageOf<never> = { items: [], nextCursor: null }

/** An infinite query over a paged list of the API. */
export function pagesQuery<T>(
  key: readonly unknown[],
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<T>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: (data: InfiniteData<PageOf<T>>) => data.pages.flatMap((page) => page.items),
  })
}
