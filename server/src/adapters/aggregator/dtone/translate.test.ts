import { describe, expect, test } from 'vitest'
import { readProduct, readTransaction } from './messages.ts'
import { answerOf, failureOfError, fromPesos } from './translate.ts'
import { productOf } from './translate-products.ts'

function transaction(classId: unknown, message = 'ANYTHING', extra: object = {}) {
  return {
    id: 2_237_512_891,
    external_id: 'sale-1',
    status: { id: 10_000, message, class: { id: classId, message: 'ANYTHING' } },
    credit_party_identifier: { mobile_number: '+525512345678' },
    ...extra,
  }
}

function answer(value: unknown) {
  const read = readTransaction(value)
  return read ? answerOf(read) : undefined
}

describe('a status', () => {
  test.each([
    [1, 'held'],
    [2, 'accepted'],
    [3, 'rejected'],
    [4, 'canceled'],
    [5, 'accepted'],
    [7, 'completed'],
    [8, 'reversed'],
    [9, 'rejected'],
  ])('of class %s is %s, whatever its message', (classId, kind) => {
    expect(answer(transaction(classId, 'COMPLETED'))?.kind).toBe(kind)
    expect(answer(transaction(classId, 'DECLINED'))?.kind).toBe(kind)
  })

  test.each([0, 6, 10, -7, 7.5])('of the unknown class %s is unknown', (classId) => {
    expect(answer(transaction(classId, 'COMPLETED'))?.kind).toBe('unknown')
  })

  test.each([
    'INVALID-CREDIT-PARTY > invalid_number',
    'BARRED-CREDIT-PARTY > number_barred',
    'INELIGIBLE-CREDIT-PARTY > not_eligible',
    'INVALID-DEBIT-PARTY > provider_rejected',
    'BARRED-DEBIT-PARTY > provider_rejected',
    'LIMITATIONS-ON-OPERATOR-AMOUNT > limit_reached',
    'LIMITATIONS-ON-CREDIT-PARTY-AMOUNT > limit_reached',
    'LIMITATIONS-ON-CREDIT-PARTY-QUANTITY > limit_reached',
    'LIMITATIONS-ON-CUSTOMER-QUANTITY > limit_reached',
    'DUPLICATED-TRANSACTION > duplicate_at_provider',
    'OPERATOR-CURRENTLY-UNAVAILABLE > carrier_unavailable',
    'INSUFFICIENT-BALANCE > provider_balance',
    'EXCEPTION > provider_rejected',
    'SOMETHING-NEW > provider_rejected',
  ])('that fails with %s', (row) => {
    const [message, failure] = row.split(' > ')
    for (const [classId, prefix] of [
      [3, 'REJECTED'],
      [9, 'DECLINED'],
    ] as const) {
      const providerCode = `${prefix}-${message}`
      expect(answer(transaction(classId, providerCode))).toEqual({
        kind: 'rejected',
        failure,
        providerCode,
        providerTransactionId: '2237512891',
      })
    }
  })

  test('that refuses an account is about the reference, not a phone number', () => {
    const toAccount = { credit_party_identifier: { account_number: '1' } }
    const refused = transaction(9, 'DECLINED-INVALID-CREDIT-PARTY', toAccount)
    expect(answer(refused)).toMatchObject({ failure: 'invalid_reference' })
  })
})

describe('a transaction', () => {
  test('with unknown fields and statuses is still read', () => {
    const later = transaction(7, 'COMPLETED-TWICE', {
      id: '9007199254740993',
      metadata: { type: 'NEW' },
      pin: [],
    })
    expect(answer(later)).toMatchObject({ kind: 'completed', providerTransactionId: '9007199254740993' })
  })

  test.each([
    ['no id', { id: null }],
    ['an id that lost its last digits', { id: 2 ** 60 }],
    ['without our id', { external_id: '' }],
    ['no status', { status: null }],
    ['a status class that is text', { status: { class: { id: '7' } } }],
  ])('with %s is unreadable', (_, damage) => {
    expect(answer(transaction(7, 'COMPLETED', damage))).toBeUndefined()
  })

  test('tells its authorization, its PIN and its face value', () => {
    const completed = transaction(7, 'COMPLETED', {
      operator_reference: '0012345',
      pin: { code: '1234567890', serial: null },
      requested_values: { destination: { unit: 'MXN', amount: 90 } },
      adjusted_values: { destination: { unit: 'MXN', amount: 100.5 } },
    })
    expect(answer(completed)).toEqual({
      kind: 'completed',
      providerTransactionId: '2237512891',
      externalId: 'sale-1',
      amountCentavos: 10_050n,
      authorization: '0012345',
      pin: { code: '1234567890', serial: null },
    })
  })

  test('whose amount is not whole centavos is unknown', () => {
    const odd = { adjusted_values: { destination: { unit: 'MXN', amount: 100.005 } } }
    expect(answer(transaction(7, 'COMPLETED', odd))?.kind).toBe('unknown')
  })

  test('that is held expires after the provider’s own interval, or an hour', () => {
    const stated = transaction(1, 'CREATED', {
      creation_date: '2026-03-24T20:05:05.883561000Z',
      confirmation_expiration_date: '2026-03-24T20:35:05.883561000Z',
    })
    expect(answer(stated)).toMatchObject({ lifeMs: 1_800_000 })
    expect(answer(transaction(1))).toMatchObject({ lifeMs: 3_600_000 })
  })
})

test('pesos are converted to centavos exactly, or not at all', () => {
  expect(fromPesos(94.5)).toBe(9_450n)
  expect(fromPesos(0.29)).toBe(29n)
  expect(fromPesos(1_000_000_000.01)).toBe(100_000_000_001n)
  expect(fromPesos(0.001)).toBeUndefined()
  expect(fromPesos(Number.NaN)).toBeUndefined()
  expect(fromPesos(1e300)).toBeUndefined()
})

test('an error code maps to its failure, and an unknown one is a refusal without a reason', () => {
  expect(failureOfError(1006001, false)).toBe('provider_balance')
  expect(failureOfError(1003002, false)).toBe('amount_out_of_range')
  expect(failureOfError(1005003, false)).toBe('invalid_number')
  expect(failureOfError(1005003, true)).toBe('invalid_reference')
  expect(failureOfError(1999999, false)).toBe('provider_rejected')
})

describe('a product', () => {
  const topup = {
    id: 6_035,
    name: 'Telcel 100',
    description: 'Tiempo aire',
    type: 'FIXED_VALUE_RECHARGE',
    service: { id: 1, name: 'Mobile', subservice: { id: 11, name: 'Airtime' } },
    operator: { id: 1_586, name: 'Telcel' },
    destination: { unit_type: 'CURRENCY', unit: 'MXN', amount: 100 },
    prices: { wholesale: { unit_type: 'CURRENCY', unit: 'MXN', amount: 94.001, fee: 0.5 } },
    rates: { base: 1, wholesale: 1.06, retail: null },
    validity: { unit: 'DAY', quantity: 60 },
  }
  const ranged = {
    type: 'RANGED_VALUE_PAYMENT',
    service: { id: 3, subservice: { id: 31 } },
    destination: { unit: 'MXN', amount: { min: 10, max: 5_000, increment: 0.01 } },
  }
  const pricedRange = { wholesale: { unit: 'MXN', amount: { min: 9.95, max: 4_975 }, fee: 0 } }
  const product = (changes: object) => {
    const wire = readProduct({ ...topup, ...changes })
    return wire && productOf(wire)
  }

  test('has its price with the fee, and never less than the provider charges', () => {
    expect(product({})).toEqual({
      kind: 'airtime',
      subkind: 'topup',
      providerProductId: '6035',
      name: 'Telcel 100',
      description: 'Tiempo aire',
      operator: { id: '1586', name: 'Telcel' },
      amount: { kind: 'fixed', centavos: 10_000n },
      wholesale: { kind: 'fixed', centavos: 9_451n },
      validity: { quantity: 60, unit: 'DAY' },
      lookup: false,
      paymentModes: [],
      postingPeriod: null,
      notes: null,
      usageInfo: [],
      terms: null,
    })
  })

  test('of a range has the rate, and its payment terms', () => {
    const bill = product({
      ...ranged,
      prices: pricedRange,
      rates: { wholesale: 1.005025 },
      validity: null,
      payment: {
        modes: ['EXACT', 'SOMETHING_NEW'],
        posting_period: { unit: 'HOUR', quantity: 24, type: 'BUSINESS' },
        supports_statement_inquiry: true,
        notes: ['Uno', 'Dos'],
      },
    })
    expect(bill).toMatchObject({
      kind: 'service',
      subkind: 'bill',
      amount: { kind: 'ranged', min: 1_000n, max: 500_000n, increment: 1n },
      wholesale: { kind: 'rate', bps: 9_950 },
      validity: null,
      lookup: true,
      paymentModes: ['EXACT'],
      postingPeriod: { unit: 'HOUR', quantity: 24, type: 'BUSINESS' },
      notes: 'Uno\nDos',
    })
  })

  test.each([
    [1.005025, 9_950],
    [1.005, 9_951],
    [1.06, 9_434],
    [1, 10_000],
    [0.99, 10_102],
  ])('of a range at a rate of %d is never booked below what is charged', (wholesale, bps) => {
    const made = product({ ...ranged, prices: pricedRange, rates: { wholesale } })
    expect(made?.wholesale).toEqual({ kind: 'rate', bps })
  })

  test('with data is a package, and one with a code is a gift card', () => {
    expect(product({ service: { id: 1, subservice: { id: 12 } } })).toMatchObject({ subkind: 'package' })
    const pin = { usage_info: ['Abre la tienda', 'Canjea'], terms: '**Sin** cambios', validity: null }
    expect(product({ type: 'RANGED_VALUE_PIN_PURCHASE', pin })).toMatchObject({
      kind: 'pin',
      subkind: 'giftcard',
      usageInfo: ['Abre la tienda', 'Canjea'],
      terms: '**Sin** cambios',
    })
  })

  test.each([
    ['priced in dollars', { prices: { wholesale: { unit: 'USD', amount: 5, fee: 0 } } }],
    [
      'of a range and priced in dollars',
      {
        ...ranged,
        prices: { wholesale: { ...pricedRange.wholesale, unit: 'USD' } },
        rates: { wholesale: 20 },
      },
    ],
    [
      'of a range with a fee for each transaction',
      {
        ...ranged,
        prices: { wholesale: { ...pricedRange.wholesale, fee: 0.5 } },
        rates: { wholesale: 1.06 },
      },
    ],
    ['paid out in dollars', { destination: { unit: 'USD', amount: 5 } }],
    ['of a kind that is not sold here', { service: { id: 13, name: 'eSIM' } }],
    ['of an unknown type', { type: 'SUBSCRIPTION' }],
    ['without an operator', { operator: null }],
    ['worth nothing', { destination: { unit: 'MXN', amount: 0 } }],
  ])('%s is left out', (_, changes) => {
    expect(product(changes)).toBeUndefined()
  })
})
