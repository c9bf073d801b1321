import type { ApiKeyScope } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

/** A merchant's keys: those that work first, then the newest. */
export const apiKeysQuery = (merchantId: string) =>
  pagesQuery(['apiKeys', merchantId], (cursor, signal) =>
    answer(
      api.GET('/pos/api_keys', {
        params: { query: { merchantId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/** What a key can be allowed: per subject, the scope to see it and, where there is one, the scope to change it. */
export const subjects = {
  catalog: { read: 'POS_CATALOG_READ', write: 'POS_CATALOG_WRITE' },
  inventory: { read: 'POS_INVENTORY_READ', write: 'POS_INVENTORY_WRITE' },
  sales: { read: 'POS_SALES_READ', write: 'POS_SALES_WRITE' },
  services: { read: 'TRANSACTIONS_READ', write: 'TRANSACTIONS_WRITE' },
  shifts: { read: 'POS_SHIFTS_READ', write: 'POS_SHIFTS_WRITE' },
  receipts: { read: 'POS_RECEIPTS_READ', write: null },
  reports: { read: 'POS_REPORTS_READ', write: null },
  stores: { read: 'POS_STORES_READ', write: null },
  terminals: { read: 'TERMINALS_READ', write: null },
  staff: { read: 'POS_EMPLOYEES_READ', write: null },
} as const satisfies Record<string, { read: ApiKeyScope; write: ApiKeyScope | null }>
export type Subject = keyof typeof subjects
export const subjectKeys = Object.keys(subjects) as Subject[]

export type Level = 'none' | 'read' | 'write'
export type Levels = Record<Subject, Level>

export function scopesOf(levels: Levels): ApiKeyScope[] {
  return subjectKeys.flatMap((subject) => {
    const level = levels[subject]
    const scope = level === 'none' ? null : subjects[subject][level]
    return scope === null ? [] : [scope]
  })
}

/** The level that a key's scopes give per subject. */
export function levelOf(scopes: readonly string[], subject: Subject): Level {
  const { read, write } = subjects[subject]
  if (write !== null && scopes.includes(write)) return 'write'
  return scopes.includes(read) ? 'read' : 'none'
}
