import { sql } from '../../database/sql.ts'
import { setStatementTimeout } from '../../database/statement-timeout.ts'
import type { Tx } from '../../database/tx.ts'
import type { RecoveredSale, Restoration, RestoredAct, UnreadList } from './schema.ts'

/** What came of searching the provider's lists for lost sales. */
export interface LostSales {
  /** How many were entered. */
  readonly entered: number
  /** Merchants' own accounts whose lists could not be read, or not to their end. */
  readonly unread: readonly { readonly merchantId: string; readonly connectionId: string }[]
}

/** What a comparison with the journals has found. */
export interface Found {
  readonly identity: string
  /** Groups of the nodes that are another database than before; a single PostgreSQL is node 0. */
  readonly replacedNodes: readonly number[]
  /** Hash of the last audit seal, when the database lacks it. */
  readonly lostSeal: string | undefined
  readonly events: readonly { readonly id: string }[]
  /** The last numbers that were set aside for papers. */
  readonly folios: readonly object[]
}

export type State = Omit<Restoration, 'acts' | 'recoveredSales' | 'unreadLists'>

/**
 * Marks the database as restored when that is news, and takes away again what was taken; undefined: it is not. A day of ten
 * thousand merchants is a hundred thousand acts, and until all are applied nobody is served.
 */
export async function mark(tx: Tx<'worker'>, found: Found): Promise<State | undefined> {
  await setStatementTimeout(tx, 600_000)
  return tx.first(sql<State>`
    select id, found_at as "foundAt", data_until as "dataUntil", lists_read_at as "listsReadAt",
           reconciled_at as "reconciledAt"
      from platform.mark_restored(${found.identity}, ${found.replacedNodes}::int[], ${found.lostSeal ?? null},
             ${JSON.stringify(found.events)}::jsonb, ${JSON.stringify(found.folios)}::jsonb)`)
}

const state = sql`r.id, r.found_at as "foundAt", r.data_until as "dataUntil", r.lists_read_at as "listsReadAt",
  r.reconciled_at as "reconciledAt"`
const act = sql`a.event_id as id, a.at, a.action, a.status,
  a.person as "personName", a.subject_name as "subjectName", a.merchant_name as "merchantName",
  a.store_name as "storeName", a.event -> 'before' as before, a.event -> 'after' as after, a.problem,
  a.decided_at as "decidedAt"`

/** The restoration that is under way, or was last. The worker asks for the command, which has no caller. */
export function latest(tx: Tx<'worker'>): Promise<State | undefined> {
  return tx.first(sql<State>`select ${state} from platform.latest_restoration() r`)
}
export function latestActs(tx: Tx<'worker'>): Promise<RestoredAct[]> {
  return tx.rows(sql<RestoredAct>`select ${act} from platform.latest_restored_acts() a`)
}

/** The same for an administrator. @throws Problem `forbidden` */
export function latestAsAdmin(tx: Tx<'platform:admin'>): Promise<State | undefined> {
  return tx.first(sql<State>`select ${state} from platform.restoration_as_admin() r`)
}
export function latestActsAsAdmin(tx: Tx<'platform:admin'>): Promise<RestoredAct[]> {
  return tx.rows(sql<RestoredAct>`select ${act} from platform.restored_acts_as_admin() a`)
}

/** What was entered from the provider's lists. @throws Problem `forbidden` */
export function recoveredSalesAsAdmin(tx: Tx<'platform:admin'>): Promise<RecoveredSale[]> {
  return tx.rows(sql<RecoveredSale>`
    select s.sale_id as "saleId", s.folio, s.product_name as "productName", s.amount_centavos as "amountCentavos",
           s.merchant_name as "merchantName", s.store_name as "storeName"
      from platform.recovered_sales_as_admin() s`)
}

/**
 * @throws Problem `forbidden` · `not_found` · `invalid_transition` · `store_staff` · `platform_staff` · `already_member` ·
 * `email_required`
 */
export function decideAsAdmin(tx: Tx<'platform:admin'>, id: string, isAccepted: boolean): Promise<unknown> {
  return tx.rows(sql`select platform.decide_act_as_admin(${id}, ${isAccepted})`)
}
export function decide(tx: Tx<'worker'>, id: string, isAccepted: boolean): Promise<unknown> {
  return tx.rows(sql`select platform.decide_act(${id}, ${isAccepted})`)
}

const unreadList = sql`l.connection_id as "connectionId", l.connection_name as "connectionName",
  l.store_name as "storeName", l.merchant_name as "merchantName"`

/** The merchants' own accounts whose lists could not be read. */
export function latestUnreadLists(tx: Tx<'worker'>): Promise<UnreadList[]> {
  return tx.rows(sql<UnreadList>`select ${unreadList} from platform.latest_unread_lists() l`)
}
/** The same for an administrator. @throws Problem `forbidden` */
export function unreadListsAsAdmin(tx: Tx<'platform:admin'>): Promise<UnreadList[]> {
  return tx.rows(sql<UnreadList>`select ${unreadList} from platform.unread_lists_as_admin() l`)
}

/** @param unread accounts whose lists could not be read */
export function noteListsRead(tx: Tx<'worker'>, id: string, unread: LostSales['unread']): Promise<unknown> {
  return tx.rows(sql`select platform.note_lists_read(${id}, ${JSON.stringify(unread)}::jsonb)`)
}

/** @throws Problem `forbidden` · `invalid_transition` · `not_reconciled` */
export function finishAsAdmin(tx: Tx<'platform:admin'>): Promise<unknown> {
  return tx.rows(sql`select platform.finish_restoration_as_admin()`)
}
export function finish(tx: Tx<'worker'>): Promise<unknown> {
  return tx.rows(sql`select platform.finish_restoration()`)
}

/** What each act of authority does: `takes`, `gives`, `both` or `repeats`. */
export async function effects(tx: Tx<'worker'>): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ action: string; effect: string }>`
    select action, effect from audit.authority_actions() where action is not null and effect is not null`)
  return new Map(rows.map(({ action, effect }) => [action, effect]))
}
