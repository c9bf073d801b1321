import { jsonParts, jsonText } from '../../http/compressed.ts'
import { unlessKnown } from '../../http/conditional.ts'
import { download } from '../../http/download.ts'
import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import { Type } from '../../json-schema.ts'
import {
  BulkChange,
  BulkChanged,
  ExportQuery,
  ImportProducts,
  ProductImport,
  TaxRateTemplates,
  TillCatalog,
  TillCatalogQuery,
} from './schema.ts'
import type { CatalogService } from './service.ts'

const tag = 'catalog'
const maxFileBytes = 10_000_000

export function catalogRoutes(catalog: CatalogService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/tax_rate_templates',
      apiKey: 'POS_CATALOG_READ',
      name: 'listTaxRateTemplates',
      summary: 'List the country’s taxes',
      description: 'A new store has all of them as its tax rates.',
      tag,
      access: 'authenticated',
      responses: { 200: TaxRateTemplates },
      handle: async ({ grant }) => ok(await catalog.taxRateTemplates(grant)),
    }),
    route({
      method: 'GET',
      path: '/pos/catalog',
      apiKey: 'POS_CATALOG_READ',
      apiKeyReads: ['POS_INVENTORY_READ'],
      name: 'getTillCatalog',
      summary: 'Retrieve the whole catalog for a till',
      description:
        'With `updatedSince`, only what has changed since; a product is returned whole when any part of it changed.',
      tag,
      access: 'store:cashier',
      store: 'query',
      query: TillCatalogQuery,
      responses: { 200: TillCatalog, 304: null },
      problems: ['resync_required'],
      handle: async ({ grant, query, headers }) => {
        const { updatedSince } = query
        const accepted = headers['accept-encoding']
        if (updatedSince === undefined) {
          const { version, parts } = await catalog.tillCatalog.whole(grant)
          return unlessKnown(headers, version, () => jsonParts(parts(), accepted))
        }
        const { text, version } = await catalog.tillCatalog.changes(grant, updatedSince)
        return unlessKnown(headers, version, () => jsonText(text, accepted))
      },
    }),
    route({
      method: 'POST',
      path: '/pos/products/bulk-change',
      apiKey: 'POS_CATALOG_WRITE',
      name: 'bulkChangeProducts',
      summary: 'Change price, category or state of many products at once',
      description:
        'Changes all of them, or none. A price changes by a percentage or an amount, as do the prices of variants that ' +
        'have their own. With `dryRun` nothing is written. A change with the `basis` of a dry run is refused with ' +
        '`version_mismatch` if a price has changed since. Products that do not exist are in `missingIds`.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: BulkChange,
      responses: { 200: BulkChanged },
      idempotent: true,
      problems: ['version_mismatch', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await catalog.changeProducts(grant, body, headers['idempotency-key'])
        return replayed(ok(answer), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/products/import',
      apiKey: 'POS_CATALOG_WRITE',
      name: 'importProducts',
      summary: 'Import products from a spreadsheet',
      description:
        'An .xlsx workbook or CSV with columns Nombre and Precio. Imports all of its products, or none. With `dryRun` nothing ' +
        'is written and the status is 200. `product_rows_invalid` lists every fault in `rows`: {row, column, field, code}.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: ImportProducts,
      upload: { maxBytes: maxFileBytes },
      responses: { 200: ProductImport, 201: ProductImport },
      problems: [
        'duplicate_value',
        'file_already_imported',
        'product_header_missing',
        'product_rows_invalid',
        'workbook_unsupported',
        'workbook_has_macros',
        'workbook_damaged',
        'workbook_unsafe',
        'workbook_too_large',
        'workbook_without_sheet',
      ],
      handle: async ({ grant, body }) => {
        const done = await catalog.importProducts(grant, body)
        return done.isDryRun ? ok(done) : created(done, `/pos/product_imports/${done.id}`)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/products/export',
      name: 'exportProducts',
      summary: 'Export all products of a store as CSV or .xlsx',
      description:
        'The file can be imported again; with `mode=UPSERT` if each product has a SKU or a barcode. No cell can run as a formula.',
      tag,
      access: 'store:supervisor',
      store: 'query',
      limit: 'export',
      query: ExportQuery,
      responses: { 200: Type.String() },
      problems: ['export_too_large'],
      handle: async ({ grant, query }) => download(await catalog.exportProducts(grant, query)),
    }),
  ]
}
