import type { Merchant } from '@mostrador/client'
import { oneOf, record, searchOf, words } from '../../desk/search/search.ts'

export const statuses = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const satisfies readonly Merchant['status'][]
export const verifications = ['UNVERIFIED', 'PENDING', 'VERIFIED', 'LAPSED', 'REVOKED', 'LOCKED'] as const

export const merchantsSearch = searchOf({
  q: words,
  estado: oneOf(statuses),
  verificacion: oneOf(verifications),
  ver: record,
})
