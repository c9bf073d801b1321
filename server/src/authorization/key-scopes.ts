import { type Domain, domains, matrix, type Verb } from './matrix.ts'

/**
 * The scopes of API keys, with the row of the store matrix that each allows. They are names of cells that a
 * manager has (`scopes` of matrix.ts). Scopes that give permissions away do not exist: people, stores,
 * terminals, and approvals.
 */
export const keyScopes = {
  POS_CATALOG_READ: 'catalog',
  POS_CATALOG_WRITE: 'catalog',
  POS_INVENTORY_READ: 'inventory',
  POS_INVENTORY_WRITE: 'inventory',
  POS_SALES_READ: 'sales',
  POS_SALES_WRITE: 'sales',
  TRANSACTIONS_READ: 'sales',
  TRANSACTIONS_WRITE: 'sales',
  POS_SHIFTS_READ: 'shifts',
  POS_SHIFTS_WRITE: 'shifts',
  POS_RECEIPTS_READ: 'receipts',
  POS_EMPLOYEES_READ: 'staff',
  POS_STORES_READ: 'stores',
  TERMINALS_READ: 'stores',
  POS_REPORTS_READ: 'reporting',
} as const satisfies Record<string, Domain>
export type KeyScope = keyof typeof keyScopes

export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]]

const isKeyScope = (name: string): name is KeyScope => Object.hasOwn(keyScopes, name)

/** What a scope allows on the rows of its domain. */
export function verbsOf(scope: KeyScope): readonly Verb[] {
  return scope.endsWith('_READ') ? ['read'] : ['create', 'update', 'delete']
}

/** The scopes with those that they include: write includes read. In the order of the list above. */
export function withIncluded(scopes: readonly KeyScope[]): KeyScope[] {
  const held = new Set<string>(scopes.flatMap((scope) => [scope, scope.replace(/_WRITE$/, '_READ')]))
  return keyScopeNames.filter((name) => held.has(name))
}

/**
 * The scope that an API key needs for a plain record; undefined: keys cannot access it. `family` is one of
 * the domain's names in the matrix, the first one by default.
 */
export function recordScope(
  domain: Domain,
  act: 'list' | Verb,
  family: string | undefined = matrix[domain].scopes[0],
): KeyScope | undefined {
  const name = `${family}_${act === 'list' || act === 'read' ? 'READ' : 'WRITE'}`
  return isKeyScope(name) && domains.includes(domain) ? name : undefined
}
