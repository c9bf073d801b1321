import type { ProfileStore } from '@mostrador/client'
import { navigationItem, useMe } from './me.ts'
import { useReason } from './reason.ts'

/** Why a store lacks a scope, in words; `null` when it has it. The server decides. */
export function useMissingScope(store: ProfileStore | null, scope: string): string | null {
  const reasonOf = useReason()
  if (store === null) return reasonOf('no_store')
  return store.scopes.includes(scope) ? null : reasonOf('role_too_low')
}

/** As `useMissingScope`, for a store that may not be the selected one. */
export function useMissingScopeIn(storeId: string | undefined, scope: string): string | null {
  return useMissingScope(useMe().stores.find((each) => each.storeId === storeId) ?? null, scope)
}

/** Why a page does not show this store, in words; `null` when it does. The page may be open for another store. */
export function useMissingPageIn(store: ProfileStore, key: string): string | null {
  const reasonOf = useReason()
  const missing = useMissingPage(key)
  return missing ?? (store.pages.includes(key) ? null : reasonOf('role_too_low'))
}

/** Why a page cannot be used, in words; `null` when it can. */
export function useMissingPage(key: string): string | null {
  const reasonOf = useReason()
  const item = navigationItem(useMe(), key)
  return item?.isAllowed === true ? null : reasonOf(item?.reason ?? null)
}
