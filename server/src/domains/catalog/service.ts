/**
 * For: what a store sells, beyond the plain records: what the till reads at once, and files of products.
 * Keeps: every product has the variant that is itself; a SKU and a barcode name one thing in a store; a store has one
 * default rate; what is gone is remembered.
 * Tables: pos.categories, pos.products, pos.variants, pos.barcodes, pos.tax_rates, pos.tax_rate_templates, pos.deletions.
 */
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'

export type CatalogService = ReturnType<typeof catalogService>

export function catalogService({ database }: { database: Database }) {
  /** The taxes that the country knows, alike for everybody. */
  const taxRateTemplates = (grant: Grant<'authenticated'>) =>
    database.read(grant, async (tx) => ({ items: await queries.taxRateTemplates(tx) }))

  return { taxRateTemplates }
}
