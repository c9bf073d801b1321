import { areas } from '../src/areas.ts'
import type { App } from './app.ts'
import { newClabe } from './clabes.ts'
import type { Store } from './world.ts'

/** The table of a path's ids, if it is not a store table with its name. */
const tables: readonly (readonly [start: string, table: string])[] = [
  ['/platform/terminals', 'shop.terminals'],
  ['/platform/invites', 'shop.invites'],
  ['/platform/workflows', 'platform.given_up_work'],
  ['/pos/invites', 'shop.invites'],
  ['/pos/deposits', 'money.deposits'],
  ['/pos/settlements/bank-account', 'money.bank_accounts'],
  ['/pos/settlements/requests', 'money.settlements'],
  ['/admin/psp-credentials', 'platform.psp_credentials'],
  ['/vas/sale', 'vas.sales'],
  ['/vas/chips/import', 'stock.chip_import_runs'],
  ['/vas/chips', 'stock.chip_units'],
  ['/pos/connections', 'shop.connections'],
  ['/pos/webhooks', 'events.webhooks'],
  ['/pos/inventory/transfers', 'stock.stock_transfers'],
  ['/pos/inventory/counts', 'stock.stock_counts'],
]
const ofParameter: Readonly<Record<string, string>> = {
  lineId: 'selling.line_items',
  discountId: 'selling.discounts',
  deliveryId: 'events.webhook_deliveries',
}

/** Values by name where no row is meant: they satisfy what a schema cannot express. */
export const rightByName = (): Record<string, unknown> => ({
  email: 'persona@example.test',
  clabe: newClabe(),
  rfc: 'XAXX010101000',
  phone: '5512345678',
  timeZone: 'America/Mexico_City',
  barcode: '7501031311309',
  url: 'https://example.test/aviso',
  businessOn: '2026-01-15',
  paidOn: '2026-01-15',
  quantity: 1,
  version: 1,
  provider: 'conekta',
})

/** The newest rows of the merchant, looked up on demand, for whatever a path or a field names. */
export function fittingIds(app: App, store: Store, fixed: Readonly<Record<string, string>>) {
  const columns = new Map<string, ReadonlySet<string>>()
  const columnsOf = async (table: string): Promise<ReadonlySet<string>> => {
    const known = columns.get(table)
    if (known !== undefined) return known
    const { rows } = await app.admin.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema || '.' || table_name = $1`,
      [table],
    )
    const found = new Set(rows.map(({ name }) => name))
    columns.set(table, found)
    return found
  }
  const newest = async (table: string): Promise<string | undefined> => {
    const names = await columnsOf(table)
    const has = (column: string) => names.has(column)
    if (!has('id')) return undefined
    const conditions = [
      ...(has('merchant_id') ? [`(merchant_id = '${store.merchantId}' or merchant_id is null)`] : []),
      ...(has('store_id') ? [`(store_id = '${store.id}' or store_id is null)`] : []),
      ...(has('deleted_at') ? ['deleted_at is null'] : []),
    ]
    const { rows } = await app.admin.query<{ id: string }>(
      `select id from ${table} where ${['true', ...conditions].join(' and ')} order by id desc limit 1`,
    )
    return rows[0]?.id
  }
  const tableNamed = async (name: string): Promise<string | undefined> => {
    const { rows } = await app.admin.query<{ table: string }>(
      `select table_schema || '.' || table_name as table from information_schema.tables
        where table_name = $1 and table_schema = any ($2) and table_schema <> 'vas'`,
      [name, areas],
    )
    return rows[0]?.table
  }
  return {
    /** The value of a path parameter. */
    async ofPath(path: string, parameter: string): Promise<string | undefined> {
      const before = path.slice(0, path.indexOf('/{'))
      const known = fixed[`${before}/{${parameter}}`] ?? fixed[parameter]
      if (known !== undefined) return known
      const told = ofParameter[parameter] ?? tables.find(([start]) => before === start)?.[1]
      const table = told ?? (await tableNamed(before.slice(before.lastIndexOf('/') + 1)))
      return table === undefined ? undefined : newest(table).catch(() => undefined)
    },
    /** The table that a field such as `categoryId` refers to. */
    async ofFields(): Promise<Record<string, string>> {
      const named = {
        categoryId: 'catalog.categories',
        taxRateId: 'catalog.tax_rates',
        customerId: 'selling.customers',
        bankAccountId: 'money.bank_accounts',
        employeeId: 'shop.employees',
        lineId: 'selling.line_items',
      }
      const found = await Promise.all(
        Object.entries(named).map(async ([name, table]) => [name, await newest(table)] as const),
      )
      return Object.fromEntries(found.filter((each): each is [string, string] => each[1] !== undefined))
    },
  }
}
