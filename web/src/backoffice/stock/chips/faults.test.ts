import { ProblemError } from '@mostrador/client'
import { expect, test } from 'vitest'
import { cellFaultsOf, documentOf } from './faults.ts'

const fault = { row: 4, column: 'A', field: 'iccid', code: 'iccid_check_digit' }

test('a refused file names its cells, and nothing that is none', () => {
  const refused = new ProblemError(422, { code: 'chip_rows_invalid', rows: [fault, null, { row: '4' }] })
  expect(cellFaultsOf(documentOf(refused))).toEqual([fault])
  expect(cellFaultsOf({ code: 'chip_rows_invalid' })).toEqual([])
})

test('whatever else was refused names no cell', () => {
  expect(cellFaultsOf(documentOf(new ProblemError(409, { code: 'file_already_imported' })))).toBeNull()
  expect(cellFaultsOf(documentOf(new Error('offline')))).toBeNull()
})
