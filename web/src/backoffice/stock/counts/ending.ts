import { answer, api } from '../../../api/client.ts'
import { savesOf } from './saves.ts'

interface End {
  readonly countId: string
  readonly how: 'close' | 'cancel'
  /** @throws UnsavedCounts */
  readonly assertSaved: () => void
}

/**
 * Ends a sheet, after the last count that is still being saved. A sheet is not applied without a count that could not be
 * saved: the person may not know of it yet.
 */
export function endOf({ countId, how, assertSaved }: End) {
  const params = { path: { id: countId } }
  return {
    scope: savesOf(countId),
    mutationFn: async () => {
      if (how === 'cancel') return answer(api.POST('/pos/inventory/counts/{id}/cancel', { params }))
      assertSaved()
      return answer(api.POST('/pos/inventory/counts/{id}/close', { params }))
    },
  }
}
