import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Loads again what was queried by these keys, after records that it shows were saved. */
export const reload = (queryClient: QueryClient, keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
