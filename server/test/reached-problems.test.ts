import { expect, test } from 'vitest'
import { problemFaults } from './reached-problems.mjs'

const contract = {
  paths: {
    '/stores/{id}': { get: { 'x-problems': ['forbidden'] }, delete: { 'x-problems': ['still_referenced'] } },
  },
}
const all = ['GET /stores/{id} forbidden', 'DELETE /stores/{id} still_referenced']

test('a run that meets every declared refusal has no fault', () => {
  expect(problemFaults(contract, [...all, 'GET /stores/{id} not_found'], new Map())).toEqual([])
})

test('a declared refusal that no test brings about is a fault, unless there is a reason', () => {
  const met = all.slice(0, 1)
  expect(problemFaults(contract, met, new Map())).toEqual([
    'DELETE /stores/{id} still_referenced is declared, and no test reaches it',
  ])
  expect(problemFaults(contract, met, new Map([[all[1] as string, 'a second process is needed']]))).toEqual(
    [],
  )
})

test('a reason for a refusal that is not declared is a fault', () => {
  expect(problemFaults(contract, all, new Map([['GET /stores/{id} gone', 'was removed']]))).toEqual([
    'GET /stores/{id} gone has a reason, and is not declared',
  ])
})
