import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cashOnly, chargeOf, type PaymentDraft, splitPayment } from './charge.ts'

describe('a payment', () => {
  test('in cash shows the tendered amount and its change', () => {
    expect(splitPayment(6_725, 0, { ...cashOnly, tenderedCentavos: 10_000 })).toEqual({
      cashDueCentavos: 6_725,
      roundingCentavos: 0,
      changeCentavos: 3_275,
      payments: [{ method: 'CASH', amountCentavos: 6_725, tenderedCentavos: 10_000 }],
      fault: null,
    })
  })

  test.each([
    [1_012, 50, 1_000, -12],
    [1_025, 50, 1_050, 25],
    [1_074, 50, 1_050, -24],
    [1_075, 50, 1_100, 25],
    [1_004, 10, 1_000, -4],
    [1_005, 10, 1_010, 5],
    [1_013, 0, 1_013, 0],
    [20, 50, 0, -20],
  ])('of %i centavos in coins of %i is %i in cash', (total, coin, due, rounding) => {
    expect(splitPayment(total, coin, cashOnly)).toMatchObject({
      cashDueCentavos: due,
      roundingCentavos: rounding,
      payments: [{ method: 'CASH', amountCentavos: due }],
    })
  })

  test('by card alone is not rounded, and has no cash', () => {
    const draft = { ...cashOnly, cardCentavos: 1_012, cardReference: ' 123456 ' }
    expect(splitPayment(1_012, 50, draft)).toMatchObject({
      payments: [{ method: 'CARD', amountCentavos: 1_012, reference: '123456' }],
      cashDueCentavos: 0,
      roundingCentavos: 0,
      fault: null,
    })
  })

  test('of several methods rounds the part left for cash', () => {
    const draft = { ...cashOnly, cardCentavos: 500, transferCentavos: 300, tenderedCentavos: 500 }
    expect(splitPayment(1_012, 50, draft)).toMatchObject({
      payments: [
        { method: 'CARD', amountCentavos: 500 },
        { method: 'TRANSFER', amountCentavos: 300 },
        { method: 'CASH', amountCentavos: 200, tenderedCentavos: 500 },
      ],
      roundingCentavos: -12,
      changeCentavos: 300,
      fault: null,
    })
  })

  test('of more than the total, or with too little cash, is refused', () => {
    expect(splitPayment(1_000, 0, { ...cashOnly, cardCentavos: 1_001 }).fault).toBe('too_much')
    expect(splitPayment(1_000, 0, { ...cashOnly, tenderedCentavos: 999 }).fault).toBe('tender_too_small')
  })
})

test('what cannot be read is neither nothing nor the exact amount: nothing is charged', () => {
  const of = (draft: Partial<PaymentDraft>) => chargeOf('MIXED', { ...cashOnly, ...draft }, 1_000, 0, false)
  expect(of({ tenderedCentavos: 'unreadable' }).fault).toBe('unreadable')
  expect(of({ cardCentavos: 'unreadable', tenderedCentavos: 1_000 }).fault).toBe('unreadable')
  expect(of({ transferCentavos: 'unreadable', cardCentavos: 2_000 }).fault).toBe('unreadable')
  expect(chargeOf('CARD', { ...cashOnly, cardCentavos: 'unreadable' }, 1_000, 0, false).fault).toBeNull()
})

describe('while the customer pays', () => {
  const handedOver = { ...cashOnly, tenderedCentavos: 10_000 }

  test('the tendered cash stays when the cart grows, and the change shrinks', () => {
    const before = chargeOf('CASH', handedOver, 6_725, 0, false)
    const after = chargeOf('CASH', handedOver, 8_625, 0, false)
    expect([before.changeCentavos, after.changeCentavos]).toEqual([3_275, 1_375])
    expect(after.payments).toEqual([{ method: 'CASH', amountCentavos: 8_625, tenderedCentavos: 10_000 }])
  })

  test('the tendered cash no longer covers a cart that outgrew it', () => {
    expect(chargeOf('CASH', handedOver, 10_001, 0, false)).toMatchObject({
      fault: 'tender_too_small',
      changeCentavos: 0,
    })
  })

  test('a payment in full by card or transfer follows the new total', () => {
    for (const total of [6_725, 8_625]) {
      expect(chargeOf('CARD', cashOnly, total, 50, false)).toMatchObject({
        chargedCentavos: total,
        payments: [{ method: 'CARD', amountCentavos: total }],
      })
      expect(chargeOf('TRANSFER', cashOnly, total, 50, false).payments).toEqual([
        { method: 'TRANSFER', amountCentavos: total },
      ])
    }
  })

  test('in a mixed payment the typed amounts stay, and cash takes the difference', () => {
    const draft = { ...cashOnly, cardCentavos: 5_000 }
    const cashOf = (total: number) => chargeOf('MIXED', draft, total, 0, false).cashDueCentavos
    expect([cashOf(6_725), cashOf(8_625)]).toEqual([1_725, 3_625])
    expect(chargeOf('MIXED', draft, 4_999, 0, false).fault).toBe('too_much')
  })

  test('the charged amount is the total plus cash rounding', () => {
    expect(chargeOf('CASH', cashOnly, 8_674, 50, false).chargedCentavos).toBe(8_650)
    expect(chargeOf('CARD', cashOnly, 8_674, 50, false).chargedCentavos).toBe(8_674)
  })

  test('offline, every payment other than cash needs its reference', () => {
    const proven = { ...cashOnly, cardReference: '482913' }
    expect(chargeOf('CARD', cashOnly, 1_000, 0, true).fault).toBe('no_reference')
    expect(chargeOf('CARD', { ...cashOnly, cardReference: '  ' }, 1_000, 0, true).fault).toBe('no_reference')
    expect(chargeOf('CARD', proven, 1_000, 0, true).fault).toBeNull()
    expect(chargeOf('CARD', cashOnly, 1_000, 0, false).fault).toBeNull()
    expect(chargeOf('CASH', cashOnly, 1_000, 0, true).fault).toBeNull()
  })

  test('for every split, payments add up to the rounded total, and the change is the difference', () => {
    const centavos = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        fc.constantFrom(0, 10, 50, 100),
        fc.record({ cardCentavos: centavos, transferCentavos: centavos, tenderedCentavos: centavos }),
        (total, coin, typed) => {
          const charge = chargeOf('MIXED', { ...cashOnly, ...typed }, total, coin, false)
          if (charge.fault !== null) return
          const paid = charge.payments.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
          expect(paid).toBe(charge.chargedCentavos)
          expect(Math.abs(charge.roundingCentavos) * 2).toBeLessThanOrEqual(coin)
          const cash = charge.payments.find(({ method }) => method === 'CASH')
          expect((cash?.tenderedCentavos ?? 0) - (cash?.amountCentavos ?? 0)).toBe(charge.changeCentavos)
        },
      ),
    )
  })
})

test('one unproven payment among others is enough to need its reference', () => {
  const draft = { ...cashOnly, cardCentavos: 3_000, transferCentavos: 2_000, transferReference: 'A1' }
  expect(chargeOf('MIXED', draft, 10_000, 0, true).fault).toBe('no_reference')
})

test('what is paid in full without cash is not rounded, and a cart of nothing is paid with no cash', () => {
  const paid = splitPayment(10_003, 50, { ...cashOnly, cardCentavos: 10_003 })
  expect(paid).toMatchObject({ cashDueCentavos: 0, roundingCentavos: 0 })
  const over = splitPayment(10_003, 50, { ...cashOnly, cardCentavos: 10_053 })
  expect(over).toMatchObject({ cashDueCentavos: 0, roundingCentavos: 0, fault: 'too_much' })
  expect(splitPayment(0, 50, cashOnly).payments).toEqual([
    { method: 'CASH', amountCentavos: 0, tenderedCentavos: 0 },
  ])
})
