import type { BillStatement, VasProduct } from '@mostrador/client'
import { describe, expect, test } from 'vitest'
import {
  amountFault,
  amountRule,
  isAmountOpen,
  isPaidUnasked,
  isTooLate,
  type Owed,
  proposed,
  saidByCustomer,
} from './owed.ts'

const statement = (dueOn: string | null, amountCentavos = 35_000): BillStatement => ({
  reference: dueOn ?? 'no date',
  dueOn,
  amountCentavos,
  partial: false,
})
const quoteOf = (...items: BillStatement[]) => ({ quoteId: 'q', items, expiresAt: '2026-11-21T18:00:00Z' })
const lookedUp: Owed = {
  by: 'lookup',
  quote: quoteOf(statement('2026-12-01')),
  statement: statement('2026-12-01'),
}
const biller = (paymentModes: string[], more: Partial<VasProduct> = {}) =>
  ({
    paymentModes,
    lookup: true,
    amountCentavos: null,
    range: { minCentavos: 1_000, maxCentavos: 1_000_000, incrementCentavos: 100 },
    ...more,
  }) as VasProduct

describe('an amount', () => {
  test.each<[string[], Owed, number | null, string | null]>([
    [['EXACT'], lookedUp, 35_000, null],
    [['EXACT'], lookedUp, null, 'missing'],
    [['EXACT'], lookedUp, 0, 'missing'],
    [['EXACT'], lookedUp, 34_900, 'partial'],
    [['EXACT'], lookedUp, 35_100, 'excess'],
    [['EXACT', 'PARTIAL'], lookedUp, 34_900, null],
    [['EXACT', 'PARTIAL'], lookedUp, 35_100, 'excess'],
    [['EXACT', 'EXCESS'], lookedUp, 35_100, null],
    [['EXACT', 'EXCESS'], lookedUp, 34_900, 'partialOfOpen'],
    [['PARTIAL'], lookedUp, 900, 'tooLittle'],
    [['EXCESS'], lookedUp, 1_000_100, 'tooMuch'],
    [['PARTIAL'], lookedUp, 34_950, 'step'],
    [['EXACT'], saidByCustomer, 34_900, null],
    [['EXACT'], saidByCustomer, 900, 'tooLittle'],
  ])('%j, %o: %s is %s', (modes, owed, amount, fault) => {
    expect(amountFault(biller(modes), owed, amount)).toBe(fault)
  })

  test('can be chosen unless the biller only accepts the full debt', () => {
    expect(isAmountOpen(biller(['EXACT']), lookedUp)).toBe(false)
    expect(isAmountOpen(biller(['EXACT', 'PARTIAL']), lookedUp)).toBe(true)
    expect(isAmountOpen(biller(['EXACT']), saidByCustomer)).toBe(true)
    expect(isAmountOpen(biller(['EXACT'], { range: null, amountCentavos: 5_000 }), saidByCustomer)).toBe(
      false,
    )
  })
})

test.each<[string[], Owed, string]>([
  [['EXACT'], lookedUp, 'exact'],
  [['EXACT', 'PARTIAL'], lookedUp, 'partial'],
  [['EXACT', 'EXCESS'], lookedUp, 'excess'],
  [['EXACT', 'PARTIAL', 'EXCESS'], lookedUp, 'both'],
  [['EXACT'], saidByCustomer, 'paper'],
  [['EXACT', 'PARTIAL'], saidByCustomer, 'paperPartial'],
  [['EXACT', 'EXCESS'], saidByCustomer, 'paperExcess'],
  [['EXACT', 'PARTIAL', 'EXCESS'], saidByCustomer, 'any'],
])('the words about partial and excess amounts agree with the rule: %j, %o: %s', (modes, owed, rule) => {
  expect(amountRule(biller(modes), owed)).toBe(rule)
})

test('without a lookup, only billers that have none or accept any amount are paid', () => {
  expect(isPaidUnasked(biller(['EXACT']))).toBe(false)
  expect(isPaidUnasked(biller(['EXACT', 'PARTIAL']))).toBe(true)
  expect(isPaidUnasked(biller(['EXACT'], { lookup: false }))).toBe(true)
})

describe('the proposed statement', () => {
  const today = '2026-11-21'
  const [old, current] = [statement('2026-10-21'), statement('2026-11-30')]

  test('is the oldest that the biller still accepts', () => {
    expect(proposed(biller(['EXACT']), quoteOf(current, old), today)).toBe(current)
    expect(proposed(biller(['EXACT', 'PAST_DUE']), quoteOf(current, old), today)).toBe(old)
    expect(proposed(biller(['EXACT']), quoteOf(old), today)).toBe(old)
    expect(proposed(biller(['EXACT']), quoteOf(), today)).toBeUndefined()
  })

  test('is not overdue on its due date', () => {
    expect(isTooLate(biller(['EXACT']), statement(today), today)).toBe(false)
    expect(isTooLate(biller(['EXACT']), statement('2026-11-20'), today)).toBe(true)
    expect(isTooLate(biller(['EXACT']), statement(null), today)).toBe(false)
  })
})
