import type { StoreRole } from './matrix.ts'

/** What a route requires of its caller; the value of `x-access` in the API description. */
export type Access =
  | 'public'
  | 'authenticated'
  | 'rows'
  | 'owner'
  | `platform:${PlatformRole}`
  | `store:${StoreRole}`

export type PlatformRole = 'operator' | 'admin'

/** Everything that a caller who passed `A` may also do: higher permissions include lower ones. */
export type Implied<A extends Access> = A extends 'public'
  ? 'public'
  : 'authenticated' | 'rows' | A | Lower<A>

type Lower<A extends Access> = A extends 'platform:admin'
  ? 'platform:operator'
  : A extends 'store:manager'
    ? 'store:supervisor' | 'store:cashier'
    : A extends 'store:supervisor'
      ? 'store:cashier'
      : never

export const labels = ['platformOperator', 'platformAdmin', 'distributor'] as const
export type Label = (typeof labels)[number]
