import { Type } from 'typebox'
import { jsonText } from '../../http/compressed.ts'
import { download } from '../../http/download.ts'
import { created, ok, type Route, route } from '../../http/route.ts'
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
      name: 'listTaxRateTemplates',
      summary: 'The taxes that the country knows',
      description: 'A new store has all of them as its tax rates.',
      tag,
      access: 'authenticated',
      responses: { 200: TaxRateTemplates },
      handle: async ({ grant }) => ok(await catalog.taxRateTemplates(grant)),
    }),
    route({
      method: 'GET',
      path: '/pos/catalog',
      name: 'getTillCatalog',
      summary: 'Everything that a till sells from, in one answer',
      description:
        'With `updatedSince`, what of it has changed: a product comes whole when any part of it has. ' +
        'Answers 304 when `If-None-Match` names the present `ETag`.',
      tag,
      access: 'store:cashier',
      store: 'query',
      query: TillCatalogQuery,
      responses: { 200: TillCatalog, 304: null },
      problems: ['resync_required'],
      handle: async ({ grant, query, headers }) => {
        const { text, version } = await catalog.tillCatalog(grant, query.updatedSince)
        const tag = `"${version}"`
        const cached = { etag: tag, 'cache-control': 'private, no-cache' }
        const known = [headers['if-none-match'] ?? ''].flat().join()
        if (known.includes(tag)) return { status: 304, headers: cached }
        return jsonText(text, headers['accept-encoding'], cached)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/products/bulk-change',
      name: 'bulkChangeProducts',
      summary: 'Change price, category or state of many products at once',
      description:
        'All of them, or none. A price goes up or down by a percentage or an amount, and so do prices of their own that ' +
        'variants have. With `dryRun` nothing is written.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: BulkChange,
      responses: { 200: BulkChanged },
      handle: async ({ grant, body }) => ok(await catalog.changeProducts(grant, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/products/import',
      name: 'importProducts',
      summary: 'Take in the products of a spreadsheet',
      description:
        'An .xlsx workbook or CSV with columns Nombre and Precio: all of its products, or none. With `dryRun` nothing ' +
        'is written, and the answer is 200. `product_rows_invalid` lists every fault in `rows`: {row, column, field, code}.',
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
      summary: 'All products of a store as CSV or .xlsx',
      description: 'A table that the import reads again; nothing in it can run as a formula.',
      tag,
      access: 'store:supervisor',
      store: 'query',
      limit: 'export',
      query: ExportQuery,
      responses: { 200: Type.String() },
      problems: ['export_too_large'],
      handle: async ({ grant, query: { format } }) => download(await catalog.exportProducts(grant, format)),
    }),
  ]
}
