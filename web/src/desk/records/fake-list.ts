import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'

/** Shows a list, for tests: its first rows are there, and reading it again never ends. @returns a function that closes it */
export function showEndlessList(queryClient: QueryClient, queryKey: QueryKey): () => void {
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<null>(() => {}),
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return observer.subscribe(() => {})
}
