import type { VasProduct, VasSale } from '@mostrador/client'
import { describe, expect, test } from 'vitest'
import type { VasOrder } from '../orders/order.ts'
import { digits, product, provider, terms } from './fake-order.ts'
import { advance, initialState, missingPart, type SaleEvent, type SaleState } from './sale-machine.ts'

describe('a product with a range of amounts', () => {
  const range = { minCentavos: 1_000, maxCentavos: 50_000, incrementCentavos: 500 }
  const openTopup: VasProduct = { ...product, id: 'x-open', amountCentavos: null, range }
  const walk = (...events: SaleEvent[]) => events.reduce(advance, initialState)
  const missing = (state: SaleState) => (state.step === 'form' ? missingPart(state.draft) : state.step)
  const typed = (amountCentavos: number | null): SaleEvent => ({ type: 'amountTyped', amountCentavos })
  const picked: SaleEvent[] = [
    { type: 'providerPicked', provider },
    { type: 'productPicked', product: openTopup },
  ]

  test('asks for it before the number of a top-up, and keeps it while the number is typed', () => {
    expect(missing(walk(...picked))).toBe('amount')
    for (const wrong of [null, 500, 1_001, 50_500])
      expect(missing(walk(...picked, typed(wrong)))).toBe('amount')
    expect(missing(walk(...picked, typed(2_500)))).toBe('number')
    const whole = walk(
      ...picked,
      typed(2_500),
      { type: 'referenceTyped', reference: digits },
      { type: 'numberChecked', check: { by: 'reading' } },
      { type: 'reviewed' },
    )
    expect(whole).toMatchObject({ step: 'confirm', draft: { product: openTopup, amountCentavos: 2_500 } })
  })

  test('asks for it after the brand of a PIN', () => {
    const openCard = {
      ...product,
      kind: 'pin',
      subkind: 'giftcard',
      id: 'n-open',
      amountCentavos: null,
      range,
    } as VasProduct
    const brand: SaleEvent[] = [
      { type: 'providerPicked', provider },
      { type: 'productPicked', product: openCard },
    ]
    expect(missing(walk(...brand, { type: 'reviewed' }))).toBe('amount')
    expect(walk(...brand, typed(30_000), { type: 'reviewed' })).toMatchObject({
      step: 'confirm',
      draft: { amountCentavos: 30_000 },
    })
  })

  test('keeps it for a correction, and asks for it again with another product', () => {
    const open = { terms: { ...terms, product: openTopup, amountCentavos: 2_500 } } as VasOrder
    const result = { variant: 'DECLINED', sale: {} as VasSale } as const
    const refused: SaleState = { step: 'outcome', open, result }
    const corrected = advance(refused, { type: 'corrected' })
    expect(corrected).toMatchObject({ draft: { product: openTopup, amountCentavos: 2_500 } })
    expect(advance(corrected, { type: 'reopened', part: 'reference' })).toMatchObject({
      draft: { amountCentavos: 2_500 },
    })
    expect(missing(advance(corrected, { type: 'productPicked', product: openTopup }))).toBe('amount')
    const fixed = walk({ type: 'providerPicked', provider }, { type: 'productPicked', product })
    expect(advance(fixed, typed(2_500)), 'a fixed amount is not typed').toBe(fixed)
  })
})
