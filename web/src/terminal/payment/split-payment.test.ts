import { describe, expect, test } from 'vitest'
import { cashOnly, splitPayment } from './split-payment.ts'

describe('a payment', () => {
  test('in cash is what was handed over, and its change', () => {
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

  test('that is mixed rounds what is left for cash', () => {
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

  test('of more than the total, or of too little cash, is not taken', () => {
    expect(splitPayment(1_000, 0, { ...cashOnly, cardCentavos: 1_001 }).fault).toBe('too_much')
    expect(splitPayment(1_000, 0, { ...cashOnly, tenderedCentavos: 999 }).fault).toBe('tender_too_small')
  })
})
