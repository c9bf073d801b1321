import type { ProfileStore } from '@mostrador/client'
import { navigationItem, useMe } from './me.ts'
import { useReason } from './reason.ts'

/** Why a scope of the store in hand is missing, in words; `null` when it is there. The server lists them. */
export function useMissingScope(store: ProfileStore | null, scope: string): string | null {
  const reasonOf = useReason()
  if (store === null) return reasonOf('no_store')
  return store.scopes.includes(scope) ? null : reasonOf('role_too_low')
}

/** Why a page of the navigation may not be used, in words; `null` when it may. */
export function useMissingPage(key: string): string | null {
  const reasonOf = useReason()
  const item = navigationItem(useMe(), key)
  return item?.isAllowed === true ? null : reasonOf(item?.reason ?? null)
}
