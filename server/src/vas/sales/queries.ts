import type { Centavos } from '../../amounts/centavos.ts'
import { json } from '../../amounts/json.ts'
import { eachPlace, type StorePlace } from '../../collections/each-place.ts'
import { narrow } from '../../collections/narrow.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import type { Tables } from '../../database/schema.generated.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { commissionBps } from './catalog-queries.ts'
import { possibleReferences } from './reference.ts'

/** A row of `vas.sales`, as stored. */
export type SaleRow = Tables['vas.sales']

/** Names for the answer and the receipt. */
export interface StoreFace {
  readonly storeName: string
  readonly storeAddress: string | null
  readonly timeZone: string
  readonly merchantName: string
}

/** What a masked answer shows of a delivered code; nulls when there is none. */
export interface StoredPinFace {
  readonly pinLastFour: string | null
  readonly pinUsageInfo: string[] | null
  readonly pinTerms: string | null
  readonly pinRevealedAt: Date | null
  /** Not seen yet, and sold by the caller in this session or at this terminal. */
  readonly pinCanBeShown: boolean
}

export type StoredSale = SaleRow & StoreFace & StoredPinFace

/**
 * What a sale depends on besides the wallet. Product columns are null when it is not in the merchant's
 * catalog.
 */
export interface SaleContext extends StoreFace {
  readonly storeStatus: string
  readonly isVerified: boolean
  readonly productId: string | null
  readonly kind: string | null
  readonly productName: string | null
  readonly providerProductRef: string | null
  readonly referenceRule: string | null
  readonly amountCentavos: Centavos | null
  readonly minCentavos: Centavos | null
  readonly maxCentavos: Centavos | null
  readonly incrementCentavos: Centavos | null
  readonly wholesaleCentavos: Centavos | null
  readonly wholesaleBps: number | null
  readonly feeCentavos: Centavos | null
  readonly lookup: boolean | null
  readonly paymentModes: string[] | null
  readonly postingPeriod: string | null
  readonly providerName: string | null
  readonly providerSlug: string | null
  readonly mayLookUp: boolean
  readonly now: Date
  readonly commissionBps: number | null
  readonly unverifiedCanOperate: boolean
}

/**
 * Everything a sale depends on besides the wallet, in one query. No product: unknown or not sold any more.
 */
export function saleContext(tx: Tx<'store:cashier'>, storeId: string, productId: string) {
  // Products that the merchant is not offered are not in its catalog.
  return tx.one(sql<SaleContext>`
    select s.status as "storeStatus", s.name as "storeName", s.address as "storeAddress", s.time_zone as "timeZone",
           coalesce(m.trade_name, m.name) as "merchantName", m.is_verified as "isVerified",
           p.id as "productId", p.kind, p.name as "productName", p.provider_product_ref as "providerProductRef",
           p.reference_rule as "referenceRule", p.amount_centavos as "amountCentavos", p.min_centavos as "minCentavos",
           p.max_centavos as "maxCentavos", p.increment_centavos as "incrementCentavos",
           p.wholesale_centavos as "wholesaleCentavos", p.wholesale_bps as "wholesaleBps",
           t.fee_centavos as "feeCentavos", p.lookup, p.payment_modes as "paymentModes",
           p.posting_period as "postingPeriod", v.name as "providerName", v.slug as "providerSlug",
           settings.setting_boolean(null, 'vas_adeudo_lookup') as "mayLookUp", clock_timestamp() as now,
           ${commissionBps} as "commissionBps",
           settings.setting_boolean(null, 'merchant.unverifiedCanOperate') as "unverifiedCanOperate"
      from shop.stores s
      join platform.merchants m on m.id = s.merchant_id
      left join vas.products o on o.id = ${productId} and o.is_active
      left join lateral (select * from vas.terms_of(m.id, o.kind, o.provider_id) t
                          where t.kind = o.kind and t.provider_id = o.provider_id and t.is_offered) t on true
      left join vas.products p on p.id = o.id and t.is_offered
      left join vas.providers v on v.id = p.provider_id
     where s.id = ${storeId}`)
}

export interface OpenSale {
  readonly merchantId: string
  readonly sale: Partial<Record<keyof SaleRow, unknown>>
  readonly confirmDuplicate: boolean
  readonly duplicateWindowSeconds: number
}

/** Stores the sale and reserves the wallet. */
export function openSale(tx: Tx<'store:cashier'>, { merchantId, ...order }: OpenSale): Promise<SaleRow> {
  return tx.one(
    sql<SaleRow>`select * from vas.open_sale(${merchantId}, jsonb_populate_record(null::vas.sales, ${json(order.sale)}::jsonb),
      ${order.confirmDuplicate}, ${order.duplicateWindowSeconds} * interval '1 second')`,
  )
}

/** Sales with what a till shows of them. */
const shown = sql`
  s.*, t.name as "storeName", t.address as "storeAddress", t.time_zone as "timeZone",
  coalesce(m.trade_name, m.name) as "merchantName",
  n.last_four as "pinLastFour", n.usage_info as "pinUsageInfo", n.terms as "pinTerms", n.revealed_at as "pinRevealedAt",
  case when n.sale_id is not null and n.revealed_at is null and s.status = 'COMPLETED'
       then vas.is_seller_here(s.account_id, s.sold_in_session, s.sold_at_terminal) else false end as "pinCanBeShown"`

const itsFaces = sql`
  join shop.stores t on t.merchant_id = s.merchant_id and t.id = s.store_id
  join platform.merchants m on m.id = s.merchant_id
  left join vas.sale_pins n on n.merchant_id = s.merchant_id and n.sale_id = s.id`

/** Whether the id is a SIM chip, or a variant of one, in the caller's store. */
export async function isChip(tx: Tx<'store:cashier'>, storeId: string, id: string): Promise<boolean> {
  const { isChip } = await tx.one(sql<{ isChip: boolean }>`
    select exists (select 1 from catalog.products p
                     left join catalog.variants v on v.merchant_id = p.merchant_id and v.product_id = p.id and v.id = ${id}
                    where p.store_id = ${storeId} and p.kind = 'CHIP' and ${id} in (p.id, v.id)) as "isChip"`)
  return isChip
}

/** 404 unless the caller can see this connection of the store, deleted or not. */
export function assertConnection(tx: Tx<'store:cashier'>, storeId: string, id: string): Promise<unknown> {
  return tx.one(sql`select from shop.connections where store_id = ${storeId} and id = ${id}`)
}

/** One sale that the caller can see; otherwise 404. */
export function sale(tx: Tx<'store:cashier'>, id: string): Promise<StoredSale> {
  return tx.one(sql<StoredSale>`select ${shown} from vas.sales s ${itsFaces} where s.id = ${id}`)
}

/**
 * Mails the receipt of a sale with this text.
 *
 * @throws Problem `not_found` · `invalid_transition` · `too_many_attempts`
 */
export async function mailReceipt(
  tx: Tx<'store:cashier'>,
  { merchantId, saleId }: { readonly merchantId: string; readonly saleId: string },
  mail: { readonly id: string; readonly address: string; readonly text: string },
): Promise<void> {
  await tx.rows(
    sql`select vas.mail_receipt(${merchantId}, ${saleId}, ${mail.id}, ${mail.address}, ${mail.text})`,
  )
}

export interface SaleFilter extends PageRange<'key' | 'id'> {
  readonly status: string | undefined
  /** A folio, or a number or reference as people write it. */
  readonly q: string | undefined
  /** The request that made the sale. */
  readonly madeBy: { readonly accountId: string; readonly route: string; readonly key: string } | undefined
}

/** Newest first. */
export async function sales(
  tx: Tx<'rows'>,
  scope: Scope,
  filter: SaleFilter,
): Promise<(StoredSale & { cursorAt: string })[]> {
  const { limit } = filter
  const page = sql<StoredSale & { cursorAt: string }>`
    select found.*
      from (${eachPlace(
        scope,
        (place) => sql`
          select ${shown}, to_char(s.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "cursorAt"
            from vas.sales s ${itsFaces} where ${sql.join(conditions(place, filter), sql` and `)}
           order by s.created_at desc, s.id desc limit ${limit}`,
      )}) found
     order by found.created_at desc, found.id desc limit ${limit}`
  const [, rows] = await Promise.all([narrow(tx, ['sales', 'stores']), tx.rows(page)])
  return rows
}

function conditions({ merchantId, storeId }: StorePlace, { status, q, madeBy, after }: SaleFilter): Sql[] {
  const wanted = [sql`s.merchant_id = ${merchantId} and s.store_id = ${storeId}`]
  if (status !== undefined) wanted.push(sql`s.status = ${status}`)
  if (q !== undefined)
    wanted.push(sql`(s.folio = upper(${q.trim()}) or s.reference = any(${possibleReferences(q)}::text[]))`)
  if (madeBy !== undefined) {
    // A key belongs to the account, or an API key's to the merchant; the policy key_read shows only those of the caller.
    wanted.push(sql`s.id in (select k.resource_id from app.idempotency_keys k
      where k.merchant_id = ${merchantId} and k.account_id in (${madeBy.accountId}, ${merchantId})
        and k.route = ${madeBy.route} and k.key = ${madeBy.key})`)
  }
  if (after !== undefined) {
    wanted.push(sql`(s.created_at, s.id) < (${after.key}::timestamptz, ${after.id}::uuid)`)
  }
  return wanted
}

/** The sale that the same request made before a restore lost it. */
export async function foundSale(tx: Tx<'store:cashier'>, tail: string): Promise<string | undefined> {
  const found = await tx.first(
    sql<{ id: string }>`select id from vas.found_sale(${tail}) where id is not null`,
  )
  return found?.id
}
