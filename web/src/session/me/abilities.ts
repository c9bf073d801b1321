import type { ProfileStore } from '@mostrador/client'
import { navigationItem, useMe } from './me.ts'
import { useReason } from './reason.ts'

/** Why the selected store lacks a scope, in words; `null` when it has it. The server decides. */
export function useMissingScope(store: ProfileStore | null, scope: string): string | null {
  const reasonOf = useReason()
  if (store === null) return reasonOf('no_store')
  return store.scopes.includes(scope) ? null : reasonOf('role_too_low')
}

/** Why a page cannot be used, in words; `null` when it can. */
export function useMissingPage(key: string): string | null {
  const reasonOf = useReason()
  const item = navigationItem(useMe(), key)
  return item?.isAllowed === true ? null : reasonOf(item?.reason ?? null)
}
