import { centavos } from '../../amounts/centavos.ts'
import { json } from '../../amounts/json.ts'
import type { Grant } from '../../authorization/grant.ts'
import { assertPlatformRole, assertStoreRole } from '../../authorization/guard.ts'
import { outranks, type StoreRole } from '../../authorization/matrix.ts'
import type { Principal } from '../../authorization/principal.ts'
import { type VersionedList, versionOfText } from '../../collections/version.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { type Aggregator, healthOf, type ProviderHealth, type VasKind } from './aggregator.ts'
import * as queries from './catalog-queries.ts'
import { isReferenceRule, referenceRules } from './reference.ts'
import type { CatalogEntry, ProviderState } from './schema.ts'

/** What a merchant may sell, by its terms, and whether the providers answer. */
export function vasCatalog({ database, selling }: { database: Database; selling: Aggregator }) {
  /**
   * Products of one kind by the terms of the caller's store; commissions are only for supervisors and above.
   * Its version changes with the terms, too.
   *
   * @throws Problem `forbidden` · `merchant_suspended` · `store_required`
   */
  const catalog = (grant: Grant<'authenticated'>, kind: VasKind): Promise<VersionedList<CatalogEntry>> =>
    database.read(grant, async (tx) => {
      const { merchantId, role } = catalogScope(tx.principal, grant.storeId)
      const [rows, termsVersion] = await Promise.all([
        queries.catalog(tx, merchantId, kind),
        queries.termsVersion(tx, merchantId),
      ])
      const seesCommission = role !== null && outranks(role, 'supervisor')
      const items = rows.map((row) => catalogEntry(row, healthOf(selling), seesCommission))
      return { items, version: versionOfText(json({ items, termsVersion })) }
    })

  /**
   * The providers with products on sale, and whether they answer; a till always shows it. Platform staff get also those
   * that the platform withholds. @throws Problem as `catalog`
   */
  const providers = (grant: Grant<'authenticated'>): Promise<VersionedList<ProviderState>> =>
    database.read(grant, async (tx) => {
      const { merchantId } = catalogScope(tx.principal, grant.storeId)
      const rows = await queries.providers(tx, merchantId)
      const items = rows.map((row) => ({ ...row, health: healthOf(selling) }))
      return { items, version: versionOfText(json(items)) }
    })

  return { catalog, providers }
}

/**
 * The merchant whose catalog is read: of the given store, or the caller's only one. Null for platform staff, who work in no
 * store: then the platform's own terms apply.
 *
 * @throws Problem `forbidden` (no role in that store, or none at all) · `merchant_suspended` ·
 * `store_required`
 */
function catalogScope(
  principal: Principal,
  storeId: string | undefined,
): { merchantId: string | null; role: StoreRole | null } {
  if (storeId !== undefined) return assertStoreRole(principal, storeId, 'cashier')
  const { memberships } = principal
  if (memberships.length === 0) {
    assertPlatformRole(principal.labels, 'operator')
    return { merchantId: null, role: null }
  }
  const [first, ...others] = memberships.map((each) => assertStoreRole(principal, each.storeId, 'cashier'))
  if (first === undefined || others.some(({ merchantId }) => merchantId !== first.merchantId))
    throw new Problem('store_required', { detail: 'Send storeId: you work for more than one merchant.' })
  const highest = others.reduce((best, each) => (outranks(each.role, best) ? each.role : best), first.role)
  return { merchantId: first.merchantId, role: highest }
}

/** A product as shown by the till. */
function catalogEntry(
  row: queries.OfferedProduct,
  health: ProviderHealth,
  seesCommission: boolean,
): CatalogEntry {
  const { min_centavos: min, max_centavos: max, increment_centavos: increment } = row
  return {
    id: row.id,
    kind: row.kind as CatalogEntry['kind'],
    subkind: row.subkind as CatalogEntry['subkind'],
    provider: {
      id: row.provider_id,
      name: row.providerName,
      slug: row.providerSlug,
      health,
    },
    name: row.name,
    description: row.description,
    amountCentavos: row.amount_centavos,
    range:
      min === null || max === null
        ? null
        : { minCentavos: min, maxCentavos: max, incrementCentavos: increment ?? centavos(1) },
    currency: 'MXN',
    feeCentavos: row.feeCentavos,
    ...(seesCommission && { commissionBps: row.commissionBps }),
    reference: isReferenceRule(row.reference_rule) ? referenceRules[row.reference_rule] : null,
    validity: row.validity as CatalogEntry['validity'],
    lookup: row.lookup,
    paymentModes: row.payment_modes,
    postingPeriod: row.posting_period as CatalogEntry['postingPeriod'],
    notes: row.notes,
  }
}
