import { QueryClient, type QueryFunction, type QueryKey, QueryObserver } from '@tanstack/react-query'

interface Followed {
  readonly queryKey: QueryKey
  readonly queryFn?: unknown
  readonly refetchInterval?: unknown
}

/**
 * Reads a query, for tests: nothing is there, the server is busy, it is away, it runs, the server is busy, and it is over.
 *
 * @param answer lets the API give the next answer
 * @returns in how many milliseconds the query is read again after each; false: not any more
 */
export async function intervalsOf(
  query: Followed,
  over: object,
  answer: (response: Response) => void,
): Promise<unknown[]> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { refetchInterval, ...read } = query
  const observer = new QueryObserver(client, { ...read, queryFn: query.queryFn as QueryFunction })
  const answers = [
    Response.json({ code: 'not_found' }, { status: 404 }),
    Response.json({ code: 'too_many_requests' }, { status: 429 }),
    Response.json({ code: 'not_ready' }, { status: 503 }),
    Response.json({ status: 'RUNNING' }),
    Response.json({ code: 'too_many_requests' }, { status: 429 }),
    Response.json(over),
  ]
  const intervals: unknown[] = []
  for (const each of answers) {
    answer(each)
    await observer.refetch()
    const now = observer.getCurrentQuery()
    intervals.push(typeof refetchInterval === 'function' ? refetchInterval(now) : refetchInterval)
  }
  return intervals
}
