import { centavos } from '../../amounts/centavos.ts'
import type { ProviderHealth } from './aggregator.ts'
import type { catalog } from './queries.ts'
import { isReferenceRule, referenceRules } from './reference.ts'
import type { CatalogEntry } from './schema.ts'

type CatalogRow = Awaited<ReturnType<typeof catalog>>[number]

/** A product as shown by the till. */
export function catalogEntry(row: CatalogRow, health: ProviderHealth, seesCommission: boolean): CatalogEntry {
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
