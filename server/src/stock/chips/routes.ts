import { created, ok, type Route, route } from '../../http/route.ts'
import { Started } from '../../jobs/shapes.ts'
import {
  ActivatedChip,
  ById,
  ChipImport,
  ChipImportRun,
  ChipImportRunPage,
  ChipImportRunQuery,
  ImportChips,
} from './schema.ts'
import type { ChipsService } from './service.ts'

const maxFileBytes = 10_000_000

export function chipsRoutes(chips: ChipsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/vas/chips/import',
      name: 'importChips',
      summary: 'Import SIM chips from a spreadsheet',
      description:
        'An .xlsx workbook with a column ICCID. Imports all of its chips, or none. With `dryRun` nothing is written and ' +
        'the status is 200. `chip_rows_invalid` lists the first 1,000 of its `faultCount` faults in `rows`: {row, column, ' +
        'field, code}. A sheet with more ' +
        'than 2,000 rows is imported in the background: 202, with its progress at `Location`.',
      tag: 'stock',
      access: 'store:supervisor',
      store: 'body',
      body: ImportChips,
      upload: { maxBytes: maxFileBytes },
      responses: { 200: ChipImport, 201: ChipImport, 202: Started },
      problems: [
        'merchant_unverified',
        'chip_product_required',
        'invalid_transition',
        'file_already_imported',
        'import_under_way',
        'chip_header_missing',
        'chip_rows_invalid',
        'workbook_unsupported',
        'workbook_has_macros',
        'workbook_damaged',
        'workbook_unsafe',
        'workbook_too_large',
        'workbook_without_sheet',
      ],
      handle: async ({ grant, body }) => {
        const done = await chips.importFile(grant, body)
        if ('workflowId' in done)
          return { status: 202, body: done, headers: { location: `/workflows/${done.workflowId}` } }
        return done.isDryRun ? ok(done) : created(done, `/pos/chip_imports/${done.id}`)
      },
    }),
    route({
      method: 'GET',
      path: '/vas/chips/import',
      domain: 'inventory',
      name: 'listChipImportRuns',
      summary: 'List the imports of large files and their results, newest first',
      tag: 'stock',
      access: 'store:supervisor',
      store: 'query',
      query: ChipImportRunQuery,
      responses: { 200: ChipImportRunPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await chips.importRuns(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/vas/chips/import/{id}',
      domain: 'inventory',
      name: 'getChipImportRun',
      summary: 'Retrieve the import of a large file: its progress and its faults',
      tag: 'stock',
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 200: ChipImportRun },
      handle: async ({ grant, params }) => ok(await chips.importRun(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/vas/chips/{id}/activate',
      apiKey: 'POS_INVENTORY_WRITE',
      domain: 'inventory',
      name: 'activateChip',
      summary: 'Mark a sold SIM chip as activated',
      description: 'Only the record changes; no carrier is called. This cannot be undone.',
      tag: 'stock',
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 200: ActivatedChip },
      problems: ['invalid_transition'],
      handle: async ({ grant, params }) => ok(await chips.activate(grant, params.id)),
    }),
  ]
}
