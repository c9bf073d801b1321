import { NoAnswer, ProblemError, type Product } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { missingOf, useBulkWords } from './bulk-faults.ts'

await import('../../../problems/refusal-texts.ts')

const products = ['Leche', 'Pan', 'Queso'].map((name) => ({
  id: name,
  name,
})) as Partial<Product>[] as Product[]

function said(error: unknown, how?: { isUp: boolean }): string {
  let words = ''
  const Fault = () => {
    words = useBulkWords()(error, products, how)
    return null
  }
  renderToStaticMarkup(<Fault />)
  return words
}

const refusal = (nos: number[], more: object = {}) => {
  const errors = nos.map((no) => ({ path: `/productIds/${no}`, message: 'is wrong' }))
  return new ProblemError(422, { code: 'invalid_request', errors, ...more })
}
const gone = refusal([0, 2], { missingIds: ['Leche', 'Queso'] })

test('a product that no longer exists is named by every refused change, and leaves the selection', () => {
  expect(missingOf(gone, products).map(({ name }) => name)).toEqual(['Leche', 'Queso'])
  for (const how of [undefined, { isUp: true }, { isUp: false }])
    expect(said(gone, how)).toBe('Ya no existe: Leche, Queso. Se quitó de la selección.')
})

test('a price below zero and one above the maximum are told apart, and no product leaves the selection', () => {
  expect(said(refusal([1]), { isUp: false })).toMatch(/^Pan quedaría por debajo de cero/)
  expect(said(refusal([1]), { isUp: true })).toMatch(/^Pan rebasaría el precio máximo/)
  expect(missingOf(refusal([1]), products)).toEqual([])
})

test('after somebody changed prices, the new ones must be checked', () => {
  const moved = new ProblemError(412, { code: 'version_mismatch' })
  expect(said(moved)).toMatch(/^Alguien cambió precios/)
})

test('a bulk change without an answer may have been made', () => {
  expect(said(new NoAnswer('lost'))).toContain('Puede haberse hecho')
})
