/**
 * The store matrix: the only source of what a store role may do. The permission sets, the row policies' data,
 * the scopes of `GET /auth/me` and docs/permissions.md derive from it.
 */
export const storeRoles = ['cashier', 'supervisor', 'manager'] as const
export type StoreRole = (typeof storeRoles)[number]

export const verbs = ['create', 'read', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

const cells = {
  W: { all: ['create', 'read', 'update', 'delete'], own: [] },
  R: { all: ['read'], own: [] },
  'W own': { all: [], own: ['create', 'read', 'update', 'delete'] },
  'R own': { all: [], own: ['read'] },
  'R + request': { all: ['read', 'create'], own: [] },
  none: { all: [], own: [] },
} as const satisfies Record<string, { all: readonly Verb[]; own: readonly Verb[] }>
export type Cell = keyof typeof cells

interface DomainRow extends Record<StoreRole, Cell> {
  /** The low four bits of every permission set of this domain; never reused for another. */
  readonly number: number
  /** The names of the cells for clients: `POS_CATALOG` gives `POS_CATALOG_READ`, `POS_CATALOG_WRITE`. */
  readonly scopes: readonly string[]
}

export const matrix = {
  catalog: { number: 1, manager: 'W', supervisor: 'W', cashier: 'R', scopes: ['POS_CATALOG'] },
  inventory: { number: 2, manager: 'W', supervisor: 'W', cashier: 'R', scopes: ['POS_INVENTORY'] },
  sales: { number: 3, manager: 'W', supervisor: 'W', cashier: 'W', scopes: ['POS_SALES', 'TRANSACTIONS'] },
  approvals: { number: 4, manager: 'W', supervisor: 'W', cashier: 'R + request', scopes: [] },
  shifts: { number: 5, manager: 'W', supervisor: 'W', cashier: 'W own', scopes: ['POS_SHIFTS'] },
  receipts: { number: 6, manager: 'W', supervisor: 'W', cashier: 'R own', scopes: ['POS_RECEIPTS'] },
  staff: { number: 7, manager: 'W', supervisor: 'R', cashier: 'R own', scopes: ['POS_EMPLOYEES'] },
  stores: { number: 8, manager: 'W', supervisor: 'R', cashier: 'R', scopes: ['POS_STORES', 'TERMINALS'] },
  reporting: { number: 9, manager: 'R', supervisor: 'R', cashier: 'R own', scopes: ['POS_REPORTS'] },
  themes: { number: 10, manager: 'W', supervisor: 'R', cashier: 'R', scopes: [] },
  audit: { number: 11, manager: 'R', supervisor: 'R', cashier: 'none', scopes: [] },
} as const satisfies Record<string, DomainRow>
export type Domain = keyof typeof matrix

/**
 * The domains whose rows a terminal session may write, within its role: what a till does, and nothing else.
 */
export const domainsWrittenAtTills: readonly Domain[] = ['sales', 'approvals', 'shifts', 'receipts']

export const domains = Object.keys(matrix) as readonly Domain[]

/** What `role` may do with the rows of a domain: with all rows of the store, and with its own. */
export function cell(domain: Domain, role: StoreRole): { all: readonly Verb[]; own: readonly Verb[] } {
  return cells[matrix[domain][role]]
}

/** Whether a role satisfies another: cashier < supervisor < manager. */
export function outranks(role: StoreRole, required: StoreRole): boolean {
  return storeRoles.indexOf(role) >= storeRoles.indexOf(required)
}

/** The cells that a role has, as in `GET /auth/me`: `POS_CATALOG_READ`, …; fewer at a terminal. */
export function scopes(role: StoreRole, isAtTill = false): string[] {
  const named = domains.flatMap((domain) => {
    const { all, own } = cell(domain, role)
    const may = (verb: Verb) => all.includes(verb) || own.includes(verb)
    return matrix[domain].scopes.flatMap((scope) => [
      ...(may('read') ? [`${scope}_READ`] : []),
      ...(may('update') && (!isAtTill || domainsWrittenAtTills.includes(domain)) ? [`${scope}_WRITE`] : []),
    ])
  })
  const approvals = cell('approvals', role).all
  if (approvals.includes('update')) named.push('POS_SALES_APPROVE')
  else if (approvals.includes('create')) named.push('POS_SALES_REQUEST')
  return named
}
