import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Member, Store } from '../world.ts'

/** A function that runs as the owner of the tables, past row-level security, and that the login of the API may execute. */
export interface ApiFunction {
  /** `shop.close_shift` */
  readonly name: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  /** It may write. */
  readonly isVolatile: boolean
}

export async function apiFunctions(admin: pg.Pool): Promise<ApiFunction[]> {
  const { rows } = await admin.query<ApiFunction>(
    `select p.oid::regproc::text as name, p.provolatile = 'v' as "isVolatile",
            (select coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[t.place], 'type', format_type(t.type, null))
                      order by t.place), '[]')
               from unnest(p.proargtypes::oid[]) with ordinality t (type, place)) as parameters
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema', 'dbos') and p.prosecdef
        and has_function_privilege('mostrador_api', p.oid, 'execute')
      order by 1`,
  )
  return rows
}

/** The table of an id by its parameter, where that does not follow from the name of the function. */
const tableOf: Readonly<Record<string, string>> = {
  p_shift: 'shop.shifts',
  p_terminal: 'shop.terminals',
  p_membership: 'shop.memberships',
  p_as: 'shop.memberships',
  p_employee: 'shop.employees',
  p_product: 'catalog.products',
  p_variants: 'catalog.variants',
  p_category: 'catalog.categories',
  p_customer: 'selling.customers',
  p_order: 'selling.sales_orders',
  p_line: 'selling.line_items',
  p_discount: 'selling.discounts',
  p_webhook: 'events.webhooks',
  p_sale: 'vas.sales',
  p_vas_sale: 'vas.sales',
  p_import: 'stock.chip_import_runs',
}

/** The table of `p_id`, by the words in the name of its function. */
const tableOfNoun: readonly (readonly [RegExp, string])[] = [
  [/theme/, 'catalog.merchant_themes'],
  [/photo/, 'catalog.files'],
  [/webhook/, 'events.webhooks'],
  [/delivery/, 'events.webhook_deliveries'],
  [/settlement|payout/, 'money.settlements'],
  [/deposit/, 'money.deposits'],
  [/bank_account/, 'money.bank_accounts'],
  [/offline_sale/, 'selling.offline_sales'],
  [/cart|discount/, 'selling.carts'],
  [/approval/, 'selling.approvals'],
  [/receipt/, 'selling.receipts'],
  [/api_key/, 'shop.api_keys'],
  [/terminal|enabling/, 'shop.terminals'],
  [/shift/, 'shop.shifts'],
  [/invite/, 'shop.invites'],
  [/connection/, 'shop.connections'],
  [/chip_import/, 'stock.chip_import_runs'],
  [/chip$/, 'stock.chip_units'],
  [/count/, 'stock.stock_counts'],
  [/transfer/, 'stock.stock_transfers'],
  [/review/, 'vas.sales'],
]

/** A state that a decision leads to, by the words in the name of its function. */
const stateOfNoun: readonly (readonly [RegExp, string])[] = [
  [/deposit/, 'CREDITED'],
  [/bank_account/, 'VERIFIED'],
  [/given_up/, 'DISMISSED'],
  [/merchant_status/, 'SUSPENDED'],
  [/transfer/, 'CANCELED'],
  [/approval/, 'APPROVED'],
]

export interface Victim {
  readonly store: Store
  /** Whose own rows are asked for. */
  readonly member: Member
  readonly rowOf: (table: string) => Promise<string>
}

/** Arguments as somebody would choose them who knows every id of another store and its people. */
export function argumentsAbout(admin: pg.Pool, { store, member, rowOf }: Victim) {
  const byName: Readonly<Record<string, () => unknown>> = {
    p_merchant: () => store.merchantId,
    p_store: () => store.id,
    p_account: () => member.id,
    p_accounts: () => [member.id, store.manager.id],
    p_email: () => store.manager.email,
    p_session: async () =>
      (await admin.query('select id from identity.sessions where account_id = $1', [member.id])).rows[0].id,
    p_changes: async () => JSON.stringify([{ id: await rowOf('catalog.products'), priceCentavos: 1 }]),
    p_request: async () => JSON.stringify({ type: 'DISCOUNT', cartId: await rowOf('selling.carts') }),
    p_domain: () => 'catalog',
    p_key: () => 'vas_chips',
    p_language: () => 'es',
    p_is_right: () => false,
  }

  async function given(of: string, name: string, type: string): Promise<unknown> {
    const known = byName[name]
    if (known !== undefined && !(name === 'p_request' && of !== 'selling.ask_approval')) return known()
    const state = /^p_(status|verdict)$/.test(name) && stateOfNoun.find(([noun]) => noun.test(of))?.[1]
    if (state) return state
    const table = name === 'p_id' ? tableOfNoun.find(([noun]) => noun.test(of))?.[1] : tableOf[name]
    if (table !== undefined && type === 'uuid') return rowOf(table)
    if (table !== undefined && type === 'uuid[]') return [await rowOf(table)]
    if (/^\w+\.\w+$/.test(type)) return wholeRow(type)
    return anything(type)
  }

  /** A row of the store, as PostgreSQL writes it. */
  async function wholeRow(type: string): Promise<string> {
    const { rows } = await admin.query(
      `select jsonb_populate_record(null::${type}, to_jsonb(r) || $2)::text as row from ${type} r where id = $1`,
      [await rowOf(type), { merchant_id: store.merchantId, store_id: store.id, id: randomUUID() }],
    )
    return rows[0].row
  }

  return (of: ApiFunction): Promise<unknown[]> =>
    Promise.all(of.parameters.map(({ name, type }) => given(of.name, name, type)))
}

function anything(type: string): unknown {
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return randomBytes(32)
  if (type === 'boolean') return true
  if (type === 'jsonb') return '{}'
  if (type === 'date') return '2026-01-15'
  if (type === 'inet') return '127.0.0.1'
  if (type === 'interval') return '1 day'
  if (type.startsWith('timestamp')) return '2026-01-15T12:00:00Z'
  if (type.endsWith('[]')) return /int|numeric/.test(type) ? [1] : []
  return /int|numeric/.test(type) ? 1 : 'prueba'
}
