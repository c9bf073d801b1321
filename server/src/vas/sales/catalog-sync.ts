import { json } from '../../amounts/json.ts'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { type Aggregator, AggregatorFault, type AggregatorProduct } from './aggregator.ts'
import * as queries from './catalog-queries.ts'
import type { ReferenceRuleName } from './reference.ts'

interface SyncReport extends queries.CatalogChanges {
  /** The provider's ids of products that it charges more for than their face value: they sell only with a fee that covers it. */
  readonly aboveFace: readonly string[]
}

/**
 * Synchronizes the catalog with the aggregator's current products. The whole list is read before anything is
 * written, so half a list or an empty one changes nothing.
 *
 * @throws AggregatorFault · AggregatorOff
 */
export async function syncCatalog(database: Database, aggregator: Aggregator): Promise<SyncReport> {
  // A list that changes while it is read may contain a product on two pages.
  const products = new Map<string, AggregatorProduct>()
  for await (const page of aggregator.products()) {
    for (const product of page) products.set(product.providerProductId, product)
  }
  if (products.size === 0) throw new AggregatorFault('the product list is empty')
  const listed = [...products.values()]
  const list = json(listed.map(record))
  const changes = await database.worker((tx) => queries.mergeCatalog(tx, list))
  return {
    ...changes,
    aboveFace: listed.filter(isAboveFace).map(({ providerProductId }) => providerProductId),
  }
}

function isAboveFace({ amount, wholesale }: AggregatorProduct): boolean {
  if (wholesale.kind === 'rate') return wholesale.bps > 10_000
  return amount.kind === 'fixed' && wholesale.centavos > amount.centavos
}

const nothing: SyncReport = { added: 0, changed: 0, deactivated: 0, aboveFace: [] }

/** The name under which the job is queued and scheduled; `platform.request_catalog_sync` names it, too. */
const catalogSync = 'vas.catalog.sync'

/**
 * Runs every night and on request of the platform; retried for 15 minutes. While the aggregator is off there
 * is nothing to do, which does not count as a failure.
 */
export function catalogSyncJob(
  run: () => Promise<SyncReport>,
  aggregator: Pick<Aggregator, 'mode'>,
): Job<SyncReport> {
  return {
    name: catalogSync,
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '0 3 * * *', timeZone: 'America/Mexico_City' },
    run: async () => (aggregator.mode === 'off' ? nothing : run()),
  }
}

function record(product: AggregatorProduct) {
  const { amount, wholesale, operator } = product
  return {
    productRef: product.providerProductId,
    providerRef: operator.id,
    providerName: operator.name,
    providerSlug: slug(operator.name),
    kind: product.kind,
    subkind: product.subkind,
    name: product.name,
    description: product.description,
    amount: amount.kind === 'fixed' ? amount.centavos : null,
    min: amount.kind === 'ranged' ? amount.min : null,
    max: amount.kind === 'ranged' ? amount.max : null,
    increment: amount.kind === 'ranged' ? amount.increment : null,
    wholesale: wholesale.kind === 'fixed' ? wholesale.centavos : null,
    wholesaleBps: wholesale.kind === 'rate' ? wholesale.bps : null,
    referenceRule: referenceRuleOf(product),
    validity: product.validity,
    lookup: product.lookup,
    modes: product.paymentModes,
    posting: product.postingPeriod,
    notes: product.notes,
    usageInfo: product.usageInfo,
    terms: product.terms,
  }
}

function referenceRuleOf({ kind, operator }: AggregatorProduct): ReferenceRuleName | null {
  if (kind === 'airtime') return 'phone'
  if (kind === 'pin') return null
  if (/\bCFE\b/i.test(operator.name)) return 'cfe'
  if (/telmex/i.test(operator.name)) return 'landline'
  return /agua|\bJMAS\b|\bSACMEX\b/i.test(operator.name) ? 'water' : 'account'
}

function slug(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
