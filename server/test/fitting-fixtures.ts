import type { App } from './app.ts'
import { newClabe } from './clabes.ts'
import type { Store } from './world.ts'

/** Where the ids of a path are kept, if that is no table of `pos` of its own name. */
const tables: readonly (readonly [start: string, table: string])[] = [
  ['/platform/terminals', 'pos.terminals'],
  ['/platform/invites', 'identity.invites'],
  ['/platform/workflows', 'platform.given_up_work'],
  ['/pos/invites', 'identity.invites'],
  ['/pos/deposits', 'ledger.deposits'],
  ['/pos/settlements/bank-account', 'pos.bank_accounts'],
  ['/pos/settlements/requests', 'pos.settlements'],
  ['/admin/psp-credentials', 'platform.psp_credentials'],
  ['/vas/sale', 'vas.sales'],
  ['/vas/chips/import', 'pos.chip_import_runs'],
  ['/vas/chips', 'pos.chip_units'],
  ['/pos/connections', 'vas.connections'],
  ['/pos/webhooks', 'platform.webhooks'],
  ['/pos/inventory/transfers', 'pos.stock_transfers'],
  ['/pos/inventory/counts', 'pos.stock_counts'],
]
const ofParameter: Readonly<Record<string, string>> = {
  lineId: 'pos.line_items',
  discountId: 'pos.discounts',
  deliveryId: 'platform.webhook_deliveries',
}

/** What names are known for when no row is meant: values that pass what a shape cannot say. */
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

/** Rows that are there when they are asked for: the newest of the merchant, of whatever a path or a field names. */
export function fittingIds(app: App, store: Store, fixed: Readonly<Record<string, string>>) {
  const newest = async (table: string): Promise<string | undefined> => {
    const [schema, name] = table.split('.')
    const { rows: columns } = await app.admin.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2`,
      [schema, name],
    )
    const has = (column: string) => columns.some((each) => each.name === column)
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
  return {
    /** What stands in the place of a parameter of a path. */
    async ofPath(path: string, parameter: string): Promise<string | undefined> {
      const before = path.slice(0, path.indexOf('/{'))
      const known = fixed[`${before}/{${parameter}}`] ?? fixed[parameter]
      if (known !== undefined) return known
      const told = ofParameter[parameter] ?? tables.find(([start]) => before === start)?.[1]
      return newest(told ?? before.replace('/pos/', 'pos.')).catch(() => undefined)
    },
    /** What a field such as `categoryId` is the id of. */
    async ofFields(): Promise<Record<string, string>> {
      const named = {
        categoryId: 'pos.categories',
        taxRateId: 'pos.tax_rates',
        customerId: 'pos.customers',
        bankAccountId: 'pos.bank_accounts',
        employeeId: 'pos.employees',
        lineId: 'pos.line_items',
      }
      const found = await Promise.all(
        Object.entries(named).map(async ([name, table]) => [name, await newest(table)] as const),
      )
      return Object.fromEntries(found.filter((each): each is [string, string] => each[1] !== undefined))
    },
  }
}
