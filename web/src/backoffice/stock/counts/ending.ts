import type { QueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { savesOf } from './saves.ts'

interface End {
  readonly countId: string
  readonly how: 'close' | 'cancel'
  /** @throws UnsavedCounts */
  readonly assertSaved: () => void
}

const endKey = (countId: string) => ['stock', 'count-ends', countId]

/**
 * Ends a sheet, after the last count that is still being saved. A sheet is not applied without a count that could not be
 * saved: the person may not know of it yet.
 */
export function endOf({ countId, how, assertSaved }: End) {
  const params = { path: { id: countId } }
  return {
    mutationKey: endKey(countId),
    scope: savesOf(countId),
    mutationFn: async () => {
      if (how === 'cancel') return answer(api.POST('/pos/inventory/counts/{id}/cancel', { params }))
      assertSaved()
      return answer(api.POST('/pos/inventory/counts/{id}/close', { params }))
    },
  }
}

/** Takes back the end of a sheet while it waits for counts that are being saved. One that is being sent goes on. */
export function takeBackEnd(queryClient: QueryClient, countId: string): void {
  const cache = queryClient.getMutationCache()
  const isWaiting = ({ state }: { state: { isPaused: boolean } }) => state.isPaused
  for (const end of cache.findAll({ mutationKey: endKey(countId), predicate: isWaiting })) {
    cache.remove(end)
    // It never settles, so its timer would never end.
    end.destroy()
  }
}
