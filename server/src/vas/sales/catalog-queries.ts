import type { Centavos } from '../../amounts/centavos.ts'
import type { Tables } from '../../database/schema.generated.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { VasKind } from './aggregator.ts'
import type { ProviderState } from './schema.ts'

/**
 * The versions of the terms that apply to a merchant, its own and the platform's; part of the catalog's ETag.
 */
export async function termsVersion(tx: Tx<'authenticated'>, merchantId: string | null): Promise<string> {
  const { version } = await tx.one(sql<{ version: string }>`
    select coalesce(string_agg(s.id || ' ' || s.version, ',' order by s.id), '') as version
      from vas.term_sheets s where s.merchant_id is null or s.merchant_id = ${merchantId}`)
  return version
}

/** A merchant's commission for a product `p`, by its terms `t`. */
export const commissionBps = sql`vas.commission_bps(p.amount_centavos::bigint, p.wholesale_centavos::bigint, p.wholesale_bps, t.share_bps)`

/** A product as stored, with the terms that apply to one merchant. */
export type OfferedProduct = Tables['vas.products'] & {
  readonly providerName: string
  readonly providerSlug: string
  readonly feeCentavos: Centavos
  readonly commissionBps: number
}

/** The products that a merchant is offered, by carrier name. No merchant: by the platform's own terms. */
export function catalog(tx: Tx<'authenticated'>, merchantId: string | null, kind: VasKind) {
  return tx.rows(sql<OfferedProduct>`
    select p.*, v.name as "providerName", v.slug as "providerSlug", t.fee_centavos as "feeCentavos",
           ${commissionBps} as "commissionBps"
      from vas.products p
      join vas.providers v on v.id = p.provider_id
      join vas.terms_of(${merchantId}) t on t.kind = p.kind and t.provider_id = p.provider_id
     where t.is_offered and p.kind = ${kind} and p.is_active
     order by v.name, p.amount_centavos, p.name, p.id`)
}

/**
 * The providers of what a merchant is offered, and their kinds. Without a merchant: all providers with active products, also
 * those withheld by the platform's terms, because its staff edit these terms.
 */
export function providers(
  tx: Tx<'authenticated'>,
  merchantId: string | null,
): Promise<Omit<ProviderState, 'health'>[]> {
  return tx.rows(sql<Omit<ProviderState, 'health'>>`
    select v.id, v.name, v.slug, array_agg(distinct p.kind order by p.kind) as kinds
      from vas.providers v join vas.products p on p.provider_id = v.id and p.is_active
      join vas.terms_of(${merchantId}) t on t.kind = p.kind and t.provider_id = v.id
            and (t.is_offered or ${merchantId}::uuid is null)
     group by v.id order by v.name`)
}

/** The number of products changed by a synchronization. */
export interface CatalogChanges {
  readonly added: number
  readonly changed: number
  readonly deactivated: number
}

/** Synchronizes the catalog with the aggregator's complete product list, as JSON. */
export function mergeCatalog(tx: Tx<'worker'>, products: string): Promise<CatalogChanges> {
  return tx.one(
    sql<CatalogChanges>`select added, changed, deactivated from vas.sync_catalog(${products}::jsonb)`,
  )
}
