import { expect, test } from 'vitest'
import { Type } from '../json-schema.ts'
import { declaredProblems, ok, type Route } from './route.ts'
import { Id } from './shapes.ts'

const closed = { additionalProperties: false }
const problemsOf = (said: Partial<Pick<Route, 'store' | 'query' | 'body' | 'problems'>>) =>
  declaredProblems({
    ...{ method: 'GET', path: '/pos/things', name: 'listThings', summary: 'Things', tag: 'catalog' },
    ...{ access: 'store:cashier', till: true, responses: { 200: null }, handle: async () => ok({}) },
    ...said,
  })

test('a route with the store in the request has its guard’s problems without declaring them', () => {
  const query = Type.Object({ storeId: Type.Optional(Id) }, closed)
  expect(problemsOf({ store: 'query', query, problems: ['invalid_cursor'] })).toEqual([
    'forbidden',
    'merchant_suspended',
    'store_required',
    'invalid_cursor',
    'person_required',
  ])
})

test('a store required by the schema is never missing', () => {
  const body = Type.Object({ storeId: Id }, closed)
  expect(problemsOf({ store: 'body', body })).toEqual(['forbidden', 'merchant_suspended', 'person_required'])
})

test('a route with the store in a row asks for none', () => {
  expect(problemsOf({ store: 'row', problems: ['invalid_transition'] })).toEqual([
    'forbidden',
    'merchant_suspended',
    'invalid_transition',
    'person_required',
  ])
})
