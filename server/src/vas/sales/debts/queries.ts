import { centavos } from '../../../amounts/centavos.ts'
import { sql } from '../../../database/sql.ts'
import type { Tx } from '../../../database/tx.ts'
import type { Statement, StoredQuote } from './payment.ts'

/**
 * The product that supports lookups at a biller; no product: the biller has none, or the merchant is not
 * offered it. 404: no such biller.
 */
export function lookupProduct(tx: Tx<'authenticated'>, merchantId: string, providerId: string) {
  return tx.one(sql<LookupProduct>`
    select p.id as "productId", p.provider_product_ref as "providerProductRef", p.reference_rule as "referenceRule",
           p.payment_modes as "paymentModes", clock_timestamp() as "askedAt"
      from vas.providers v
      left join vas.products p on p.provider_id = v.id and p.kind = 'service' and p.lookup and p.is_active
            and (select t.is_offered from vas.terms_of(${merchantId}, p.kind, p.provider_id) t)
     where v.id = ${providerId}
     order by p.id limit 1`)
}

/** The product's values are all null when there is none. */
export interface LookupProduct {
  /** The time before the biller is asked, by the database's clock. */
  readonly askedAt: Date
  readonly productId: string | null
  readonly providerProductRef: string | null
  readonly referenceRule: string | null
  readonly paymentModes: string[] | null
}

/** Whether the platform has verified the merchant of a store. */
export function isVerified(tx: Tx<'authenticated'>, merchantId: string) {
  return tx.one(
    sql<{
      isVerified: boolean
    }>`select is_verified as "isVerified" from platform.merchants where id = ${merchantId}`,
  )
}

/** Stores the biller's answer for the store that asked. It is dated when the biller was asked, and its life begins now. */
export function keepQuote(
  tx: Tx<'authenticated'>,
  quote: {
    readonly merchantId: string
    readonly storeId: string
    readonly accountId: string
    readonly productId: string
    readonly reference: string
    readonly items: readonly Statement[]
    readonly askedAt: Date
    readonly lifeMs: number
  },
) {
  const items = quote.items.map((item) => ({ ...item, amountCentavos: Number(item.amountCentavos) }))
  return tx.one(
    sql<{ id: string; expiresAt: Date }>`
      insert into vas.quotes (merchant_id, id, store_id, permission_set, account_id, product_id, reference, items, created_at,
                              expires_at)
      values (${quote.merchantId}, app.uuid_v7(), ${quote.storeId},
              authz.set_of(${quote.merchantId}, ${quote.storeId}, 'sales'), ${quote.accountId}, ${quote.productId},
              ${quote.reference}, ${JSON.stringify(items)}::jsonb, ${quote.askedAt},
              now() + ${quote.lifeMs} * interval '1 millisecond')
      returning id, expires_at as "expiresAt"`,
  )
}

/** Deletes quotes that expired a day ago and that no sale names; returns how many. */
export async function forgetQuotes(tx: Tx<'worker'>, count: number): Promise<number> {
  const { forgotten } = await tx.one(
    sql<{ forgotten: number }>`select vas.forget_quotes(${count}) as forgotten`,
  )
  return forgotten
}

/** In jsonb an amount is a number. */
type QuoteRow = Omit<StoredQuote, 'items'> & {
  readonly items: readonly (Omit<Statement, 'amountCentavos'> & { readonly amountCentavos: number })[]
}

/** A quote that the caller can see; otherwise 404. */
export async function quote(tx: Tx<'store:cashier'>, id: string): Promise<StoredQuote> {
  const row = await tx.one(sql<QuoteRow>`
    select id, store_id as "storeId", product_id as "productId", reference, items, expires_at <= now() as "isExpired"
      from vas.quotes where id = ${id}`)
  const items = row.items.map((item) => ({ ...item, amountCentavos: centavos(item.amountCentavos) }))
  return { ...row, items }
}
