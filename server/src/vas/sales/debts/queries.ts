import { sql } from 'kysely'
import { centavos } from '../../../amounts/centavos.ts'
import { db } from '../../../database/sql.ts'
import type { Tx } from '../../../database/tx.ts'
import type { Statement, StoredQuote } from './payment.ts'

/** The product by which a biller can be asked; no product: it takes no questions, or the merchant is not offered it. 404: no such biller. */
export function lookupProduct(tx: Tx<'authenticated'>, merchantId: string, providerId: string) {
  return tx.one(
    db
      .selectFrom('vas.providers as v')
      .leftJoin('vas.products as p', (join) =>
        join
          .onRef('p.provider_id', '=', 'v.id')
          .on('p.kind', '=', 'service')
          .on('p.lookup', '=', true)
          .on('p.is_active', '=', true)
          .on(
            sql<boolean>`(select t.is_offered from vas.terms_of(${merchantId}) t
              where t.kind = p.kind and t.provider_id = p.provider_id)`,
          ),
      )
      .where('v.id', '=', providerId)
      .select([
        'p.id as productId',
        'p.provider_product_ref as providerProductRef',
        'p.reference_rule as referenceRule',
        'p.payment_modes as paymentModes',
      ])
      .orderBy('p.id')
      .limit(1),
  )
}

/** Whether the platform has verified the merchant of a store. */
export function isVerified(tx: Tx<'authenticated'>, merchantId: string) {
  return tx.one(
    db.selectFrom('platform.merchants').where('id', '=', merchantId).select('is_verified as isVerified'),
  )
}

/** Keeps what the biller said, for the store that asked. */
export function keepQuote(
  tx: Tx<'authenticated'>,
  quote: {
    readonly merchantId: string
    readonly storeId: string
    readonly accountId: string
    readonly productId: string
    readonly reference: string
    readonly items: readonly Statement[]
    readonly lifeMs: number
  },
) {
  const items = quote.items.map((item) => ({ ...item, amountCentavos: Number(item.amountCentavos) }))
  return tx.one(
    sql<{ id: string; expiresAt: Date }>`
      insert into vas.quotes (merchant_id, id, store_id, permission_set, account_id, product_id, reference, items, expires_at)
      values (${quote.merchantId}, app.uuid_v7(), ${quote.storeId},
              authz.set_of(${quote.merchantId}, ${quote.storeId}, 'sales'), ${quote.accountId}, ${quote.productId},
              ${quote.reference}, ${JSON.stringify(items)}::jsonb,
              now() + ${quote.lifeMs} * interval '1 millisecond')
      returning id, expires_at as "expiresAt"`,
  )
}

/** Answers how many quotes were forgotten: ran out a day ago, and never paid. */
export async function forgetQuotes(tx: Tx<'worker'>, count: number): Promise<number> {
  const { forgotten } = await tx.one(
    sql<{ forgotten: number }>`select vas.forget_quotes(${count}) as forgotten`,
  )
  return forgotten
}

/** A quote that the caller may see, or 404. */
export async function quote(tx: Tx<'store:cashier'>, id: string): Promise<StoredQuote> {
  const row = await tx.one(
    db
      .selectFrom('vas.quotes')
      .where('id', '=', id)
      .select(['id', 'store_id as storeId', 'product_id as productId', 'reference'])
      .select(sql<Statement[]>`items`.as('items'))
      .select(sql<boolean>`expires_at <= now()`.as('isExpired')),
  )
  const items = row.items.map((item) => ({ ...item, amountCentavos: centavos(Number(item.amountCentavos)) }))
  return { ...row, items }
}
