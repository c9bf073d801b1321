import { ProblemError } from '@mostrador/client'
import { expect, test } from 'vitest'
import { cellFaultsOf, documentOf } from './faults.ts'

const fault = { row: 4, column: 'A', field: 'iccid', code: 'iccid_check_digit' }

test('a refused file lists its faulty cells only', () => {
  const refused = new ProblemError(422, { code: 'chip_rows_invalid', rows: [fault, null, { row: '4' }] })
  expect(cellFaultsOf(documentOf(refused))).toEqual([fault])
  expect(cellFaultsOf({ code: 'chip_rows_invalid' })).toEqual([])
})

test('any other refusal lists no cell', () => {
  expect(cellFaultsOf(documentOf(new ProblemError(409, { code: 'file_already_imported' })))).toBeNull()
  expect(cellFaultsOf(documentOf(new Error('offline')))).toBeNull()
})
