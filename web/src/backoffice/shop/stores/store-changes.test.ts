import { expect, test } from 'vitest'
import { changesOf } from './store-changes.ts'

const store = {
  name: 'Centro',
  phone: null,
  openPriceLimitCentavos: 0,
  cashiersCountBlind: false,
  shiftReportEmails: ['duena@example.test'],
}
const asShown = structuredClone(store)

test('a store’s new name is sent without its limits, which would ask for a confirmation', () => {
  expect(changesOf(store, { ...asShown, name: 'Sur' })).toEqual({ name: 'Sur' })
})

test('limits and addresses are sent when they change, also to nothing', () => {
  const typed = { ...asShown, openPriceLimitCentavos: 5_000, cashiersCountBlind: true, shiftReportEmails: [] }
  expect(changesOf(store, typed)).toEqual({
    openPriceLimitCentavos: 5_000,
    cashiersCountBlind: true,
    shiftReportEmails: [],
  })
})

test('nothing is sent when nothing changes', () => {
  expect(changesOf(store, asShown)).toBeNull()
})
