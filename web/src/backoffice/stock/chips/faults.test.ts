import { ProblemError } from '@mostrador/client'
import { expect, test } from 'vitest'
import { documentOf, fileFaultsOf } from './faults.ts'

const fault = { row: 4, column: 'A', field: 'iccid', code: 'iccid_check_digit' }

test('a refused file lists its faulty cells only', () => {
  const refused = new ProblemError(422, { code: 'chip_rows_invalid', rows: [fault, null, { row: '4' }] })
  expect(fileFaultsOf(documentOf(refused))).toEqual({ cells: [fault], count: 1 })
  expect(fileFaultsOf({ code: 'chip_rows_invalid' })).toEqual({ cells: [], count: 0 })
})

test('any other refusal lists no cell', () => {
  expect(fileFaultsOf(documentOf(new ProblemError(409, { code: 'file_already_imported' })))).toBeNull()
  expect(fileFaultsOf(documentOf(new Error('offline')))).toBeNull()
})
