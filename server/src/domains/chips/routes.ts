import { created, ok, type Route, route } from '../../http/route.ts'
import { ActivatedChip, ById, ChipImport, ImportChips } from './schema.ts'
import type { ChipsService } from './service.ts'

const maxFileBytes = 10_000_000

export function chipsRoutes(chips: ChipsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/vas/chips/import',
      name: 'importChips',
      summary: 'Put the SIM chips of a spreadsheet into stock',
      description:
        'An .xlsx workbook with a column ICCID: all of its chips go in, or none. With `dryRun` nothing does, and ' +
        'the answer is 200. `chip_rows_invalid` lists every fault in `rows`: {row, column, field, code}.',
      tag: 'Chips',
      access: 'store:supervisor',
      store: 'body',
      body: ImportChips,
      upload: { maxBytes: maxFileBytes },
      responses: { 200: ChipImport, 201: ChipImport },
      problems: [
        'forbidden',
        'merchant_suspended',
        'file_already_imported',
        'chip_product_required',
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
        return done.isDryRun ? ok(done) : created(done, `/pos/chip_imports/${done.id}`)
      },
    }),
    route({
      method: 'POST',
      path: '/vas/chips/{id}/activate',
      name: 'activateChip',
      summary: 'Mark a sold SIM chip as activated',
      description: 'A record of ours: no carrier is called. There is no way back.',
      tag: 'Chips',
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 200: ActivatedChip },
      problems: ['forbidden', 'merchant_suspended', 'invalid_transition'],
      handle: async ({ grant, params }) => ok(await chips.activate(grant, params.id)),
    }),
  ]
}
