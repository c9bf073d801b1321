import type { VasProduct, VasSale } from '@mostrador/client'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Owed } from '../../vas/rules/owed.ts'
import type { VasOrder } from '../orders/order.ts'
import { digits, product, provider, terms } from './fake-order.ts'
import {
  advance,
  initialState,
  isSuspectedDuplicate,
  missingPart,
  type Result,
  resultOf,
  type SaleEvent,
  type SaleState,
  type WholeDraft,
} from './sale-machine.ts'

const otherProvider = { id: 'p2', name: 'Movistar', slug: 'movistar', health: 'UP' } as const
const open: VasOrder = {
  key: 'k1',
  accountId: 'a1',
  kind: 'airtime',
  state: 'SENT',
  terms,
  openedAtMs: 1000,
  sentAtMs: null,
  saleId: null,
  isParked: false,
}
const sale = (variant: VasSale['outcome']['variant']) => ({ id: 'v1', outcome: { variant } }) as VasSale
const declined: Result = { variant: 'DECLINED', sale: sale('DECLINED') }
const approved: Result = { variant: 'APPROVED', sale: sale('APPROVED') }
const duplicate: Result = {
  variant: 'NOT_ATTEMPTED',
  refusal: {
    code: 'duplicate_suspected',
    detail: null,
    earlier: { saleId: 'v0', folio: 'V-1', status: 'COMPLETED' },
  },
}
const wholeDraft: WholeDraft = {
  provider,
  product,
  reference: digits,
  check: { by: 'reading' },
  owed: null,
  amountCentavos: 10_000,
}
const biller = { id: 'p3', name: 'Izzi', slug: 'izzi', health: 'UP' } as const
const bill: VasProduct = {
  ...product,
  id: 'b1',
  kind: 'service',
  subkind: 'bill',
  provider: biller,
  name: 'Izzi',
  amountCentavos: null,
  range: { minCentavos: 1_000, maxCentavos: 1_000_000, incrementCentavos: 1 },
  feeCentavos: 800,
  lookup: true,
  paymentModes: ['PARTIAL', 'EXACT'],
  reference: {
    label: 'Número de cuenta',
    help: '',
    pattern: '^\\d{8,16}$',
    minLength: 8,
    maxLength: 16,
    scannable: true,
  },
}
const account = '1234567890'
const statement = { reference: '2026-11', dueOn: '2026-12-01', amountCentavos: 35_000, partial: true }
const lookedUp: Owed = {
  by: 'lookup',
  quote: { quoteId: 'q1', items: [statement], expiresAt: '2026-11-21T18:00:00Z' },
  statement,
}
const billDraft: WholeDraft = {
  provider: biller,
  product: bill,
  reference: account,
  check: { by: 'nothing' },
  owed: lookedUp,
  amountCentavos: 35_000,
}
const card = { ...product, id: 'n150', kind: 'pin', subkind: 'giftcard', reference: null } as VasProduct

const states: Record<string, SaleState> = {
  'an empty form': initialState,
  'a whole form': { step: 'form', draft: wholeDraft },
  'a whole bill': { step: 'form', draft: billDraft },
  'the confirmation': {
    step: 'confirm',
    draft: wholeDraft,
    payment: { method: 'CASH', tenderedCentavos: null },
  },
  processing: { step: 'processing', open, unansweredCount: 0 },
  'pending without an answer': { step: 'pending', open, sale: null, nextCheckAtMs: 5 },
  'pending with a sale': {
    step: 'pending',
    open: { ...open, saleId: 'v1' },
    sale: sale('PENDING'),
    nextCheckAtMs: 5,
  },
  'the outcome': { step: 'outcome', open, result: declined },
  'a suspected duplicate': { step: 'outcome', open, result: duplicate },
}

const events: SaleEvent[] = [
  { type: 'providerPicked', provider },
  { type: 'providerPicked', provider: otherProvider },
  { type: 'productPicked', product },
  { type: 'referenceTyped', reference: digits },
  { type: 'referenceTyped', reference: '55' },
  { type: 'numberChecked', check: { by: 'reading' } },
  { type: 'numberChecked', check: { by: 'writing', digits } },
  { type: 'numberChecked', check: { by: 'nothing' } },
  { type: 'reopened', part: 'provider' },
  { type: 'reopened', part: 'product' },
  { type: 'reopened', part: 'reference' },
  { type: 'owedKnown', productId: bill.id, reference: account, owed: lookedUp },
  { type: 'owedKnown', productId: bill.id, reference: digits, owed: { by: 'customer' } },
  { type: 'amountTyped', amountCentavos: 20_000 },
  { type: 'amountTyped', amountCentavos: null },
  { type: 'reviewed' },
  { type: 'paymentChosen', payment: { method: 'CARD', tenderedCentavos: null } },
  { type: 'edited' },
  { type: 'submitted', open },
  { type: 'submitted', open: { ...open, key: 'k2' } },
  { type: 'resumed', open },
  { type: 'resumed', open: { ...open, saleId: 'v1' } },
  { type: 'saleKnown', key: 'k1', saleId: 'v1', sale: null, nextCheckAtMs: 9 },
  { type: 'saleKnown', key: 'k1', saleId: 'v1', sale: sale('PENDING'), nextCheckAtMs: 9 },
  { type: 'saleKnown', key: 'other', saleId: 'v9', sale: null, nextCheckAtMs: 9 },
  { type: 'unanswered', key: 'k1', nextCheckAtMs: 9, isLongPause: false },
  { type: 'unanswered', key: 'other', nextCheckAtMs: 9, isLongPause: false },
  { type: 'settled', key: 'k1', result: approved },
  { type: 'settled', key: 'k1', result: duplicate },
  { type: 'settled', key: 'other', result: approved },
  { type: 'parked' },
  { type: 'corrected' },
  { type: 'restarted' },
]

/** The steps that each event may lead to; an event that is not listed must change nothing. */
const moves: Record<string, Partial<Record<SaleEvent['type'], SaleState['step'][]>>> = {
  form: {
    providerPicked: ['form'],
    productPicked: ['form'],
    referenceTyped: ['form'],
    owedKnown: ['form'],
    amountTyped: ['form'],
    numberChecked: ['form'],
    reopened: ['form'],
    restarted: ['form'],
    reviewed: ['confirm'],
    resumed: ['processing', 'pending'],
  },
  confirm: {
    paymentChosen: ['confirm'],
    edited: ['form'],
    restarted: ['form'],
    submitted: ['processing'],
    resumed: ['processing', 'pending'],
  },
  processing: { saleKnown: ['pending'], unanswered: ['processing', 'pending'], settled: ['outcome'] },
  pending: { saleKnown: ['pending'], unanswered: ['pending'], settled: ['outcome'], parked: ['form'] },
  outcome: { corrected: ['form'], restarted: ['form'], submitted: ['processing'] },
}

describe('every event in every step', () => {
  for (const [name, state] of Object.entries(states)) {
    for (const [n, event] of events.entries()) {
      test(`${name} takes ${event.type} (${n}) as listed, or not at all`, () => {
        const next = advance(state, event)
        if (next === state) return
        expect(moves[state.step]?.[event.type]).toContain(next.step)
      })
    }
  }

  test('every listed move can happen', () => {
    for (const [step, listed] of Object.entries(moves)) {
      for (const [type, targets] of Object.entries(listed)) {
        const reached = new Set(
          Object.values(states)
            .filter((state) => state.step === step)
            .flatMap((state) =>
              events.filter((event) => event.type === type).map((event) => [state, advance(state, event)]),
            )
            .filter(([state, next]) => state !== next)
            .map(([, next]) => next?.step),
        )
        if (step === 'processing' && type === 'unanswered') reached.add('pending')
        expect([...reached].sort(), `${step} + ${type}`).toEqual([...targets].sort())
      }
    }
  })
})

describe('the form', () => {
  test('of a top-up asks for provider, product, number and check, in this order', () => {
    const path = [
      ['provider', { type: 'providerPicked', provider }],
      ['product', { type: 'productPicked', product }],
      ['number', { type: 'referenceTyped', reference: digits }],
      ['check', { type: 'numberChecked', check: { by: 'writing', digits } }],
    ] as const
    let state = initialState
    for (const [missing, event] of path) {
      expect(state.step === 'form' && missingPart(state.draft)).toBe(missing)
      expect(advance(state, { type: 'reviewed' })).toBe(state)
      state = advance(state, event)
    }
    expect(advance(state, { type: 'reviewed' }).step).toBe('confirm')
  })

  test('a second number that differs does not pass', () => {
    const draft = { ...wholeDraft, check: { by: 'writing' as const, digits: '5512345601' } }
    expect(missingPart(draft)).toBe('check')
  })

  test('changing the number undoes its check', () => {
    const changed = advance(
      { step: 'form', draft: wholeDraft },
      { type: 'referenceTyped', reference: '5512345699' },
    )
    expect(changed.step === 'form' && missingPart(changed.draft)).toBe('check')
  })

  test('changing the provider drops the product of the other', () => {
    const changed = advance(
      { step: 'form', draft: wholeDraft },
      { type: 'providerPicked', provider: otherProvider },
    )
    expect(changed).toMatchObject({ draft: { provider: otherProvider, product: null, reference: digits } })
    expect(advance(changed, { type: 'productPicked', product })).toBe(changed)
  })
})

test('the form of a top-up keeps the number when the carrier is chosen again, and the carrier when the number is', () => {
  const form: SaleState = { step: 'form', draft: wholeDraft }
  expect(advance(form, { type: 'reopened', part: 'provider' })).toMatchObject({
    draft: { provider: null, product: null, reference: digits, amountCentavos: null },
  })
  expect(advance(form, { type: 'reopened', part: 'reference' })).toMatchObject({
    draft: { provider, product, reference: digits, check: { by: 'nothing' } },
  })
})

test('a top-up owes nothing to a biller', () => {
  const form: SaleState = { step: 'form', draft: wholeDraft }
  const owed: SaleEvent = {
    type: 'owedKnown',
    productId: product.id,
    reference: digits,
    owed: { by: 'customer' },
  }
  expect(advance(form, owed)).toBe(form)
})

test('a review proposes cash, not counted yet', () => {
  expect(advance({ step: 'form', draft: wholeDraft }, { type: 'reviewed' })).toMatchObject({
    payment: { method: 'CASH', tenderedCentavos: null },
  })
})

describe('the form of a bill', () => {
  const walk = (...events: SaleEvent[]) => events.reduce(advance, initialState)
  const toReference: SaleEvent[] = [
    { type: 'providerPicked', provider: biller },
    { type: 'productPicked', product: bill },
    { type: 'referenceTyped', reference: account },
  ]
  const looked = { type: 'owedKnown', productId: bill.id, reference: account } as const
  const owedKnown: SaleEvent = { ...looked, owed: lookedUp }
  const draftOf = (state: SaleState) => (state as Extract<SaleState, { step: 'form' }>).draft

  test('asks for reference, what is owed and the amount, in this order', () => {
    expect(missingPart(draftOf(walk(...toReference.slice(0, 2))))).toBe('reference')
    expect(missingPart(draftOf(walk(...toReference)))).toBe('owed')
    const unasked: SaleEvent = { ...looked, owed: { by: 'customer' } }
    expect(missingPart(draftOf(walk(...toReference, unasked)))).toBe('amount')
    const typed: SaleEvent = { type: 'amountTyped', amountCentavos: 20_000 }
    expect(walk(...toReference, unasked, typed, { type: 'reviewed' })).toMatchObject({
      step: 'confirm',
      draft: { amountCentavos: 20_000 },
    })
  })

  test('proposes what is owed', () => {
    const state = walk(...toReference, owedKnown, { type: 'reviewed' })
    expect(state).toMatchObject({ step: 'confirm', draft: { amountCentavos: 35_000 } })
  })

  test('ignores an answer about another reference', () => {
    const typedOn = walk(...toReference, { type: 'referenceTyped', reference: '1234567899' })
    expect(advance(typedOn, owedKnown)).toBe(typedOn)
  })

  test('ignores an answer about another biller or product, also with the same reference', () => {
    const other = { ...bill, id: `${bill.id}-other` }
    const otherProduct = walk(
      ...toReference,
      { type: 'reopened', part: 'product' },
      { type: 'productPicked', product: other },
    )
    expect(otherProduct).toMatchObject({ draft: { product: other, reference: account } })
    expect(advance(otherProduct, owedKnown)).toBe(otherProduct)
    const otherBiller = walk(
      ...toReference,
      { type: 'reopened', part: 'provider' },
      { type: 'providerPicked', provider: otherProvider },
      { type: 'productPicked', product: { ...other, provider: otherProvider } },
      { type: 'referenceTyped', reference: account },
    )
    expect(advance(otherBiller, owedKnown)).toBe(otherBiller)
  })

  test('forgets the debt when the reference or the biller changes', () => {
    const known = walk(...toReference, owedKnown)
    for (const event of [
      { type: 'referenceTyped', reference: '1234567899' },
      { type: 'reopened', part: 'reference' },
      { type: 'providerPicked', provider },
    ] as const) {
      expect(advance(known, event)).toMatchObject({ draft: { owed: null, amountCentavos: null } })
    }
  })

  test('takes no amount before it is known what is owed', () => {
    const asked = walk(...toReference)
    expect(advance(asked, { type: 'amountTyped', amountCentavos: 20_000 })).toBe(asked)
  })

  test('drops the reference when the biller changes', () => {
    const known = walk(...toReference, { type: 'reopened', part: 'provider' })
    expect(known).toMatchObject({ draft: { provider: null, reference: '' } })
  })

  test('does not confirm an amount that the biller refuses', () => {
    const tooMuch = walk(...toReference, owedKnown, { type: 'amountTyped', amountCentavos: 40_000 })
    expect(missingPart(draftOf(tooMuch))).toBe('amount')
    expect(advance(tooMuch, { type: 'reviewed' })).toBe(tooMuch)
  })

  test('asks the biller again after a refusal, because a quote expires', () => {
    const billTerms = { ...open.terms, product: bill, reference: account, amountCentavos: 35_000 }
    const refused: Result = {
      variant: 'NOT_ATTEMPTED',
      refusal: { code: 'quote_expired', detail: null, earlier: null },
    }
    const state = advance(
      { step: 'outcome', open: { ...open, terms: billTerms }, result: refused },
      { type: 'corrected' },
    )
    expect(state).toMatchObject({ draft: { product: bill, reference: account, owed: null } })
  })
})

test('the form of a PIN asks for brand and denomination, and nothing else', () => {
  const state = [
    { type: 'providerPicked', provider } as const,
    { type: 'productPicked', product: card } as const,
    { type: 'reviewed' } as const,
  ].reduce<SaleState>(advance, initialState)
  expect(state).toMatchObject({ step: 'confirm', draft: { reference: '', amountCentavos: 10_000 } })
})

describe('an order under way', () => {
  test('turns from processing into pending at the third attempt without an answer', () => {
    const silence: SaleEvent = { type: 'unanswered', key: 'k1', nextCheckAtMs: 9, isLongPause: false }
    const steps = [1, 2, 3].reduce<SaleState[]>(
      (all) => [...all, advance(all.at(-1) as SaleState, silence)],
      [{ step: 'processing', open, unansweredCount: 0 }],
    )
    expect(steps.map((state) => state.step)).toEqual(['processing', 'processing', 'processing', 'pending'])
  })

  test('turns into pending at once when the next attempt is far away', () => {
    const pause: SaleEvent = { type: 'unanswered', key: 'k1', nextCheckAtMs: 45_000, isLongPause: true }
    expect(advance({ step: 'processing', open, unansweredCount: 0 }, pause)).toMatchObject({
      step: 'pending',
      nextCheckAtMs: 45_000,
    })
  })

  test('only ends by its own outcome', () => {
    const leaving = new Set(['settled', 'parked'])
    const harmless = events.filter((event) => !leaving.has(event.type))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...harmless), { maxLength: 40 }), (sequence) => {
        const end = sequence.reduce(advance, { step: 'processing', open, unansweredCount: 0 } as SaleState)
        expect(['processing', 'pending']).toContain(end.step)
        expect((end as { open: VasOrder }).open.key).toBe('k1')
      }),
    )
  })

  test('no sequence of events sends an order that was not reviewed', () => {
    const unreviewed = events.filter((event) => event.type !== 'reviewed' && event.type !== 'resumed')
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...unreviewed), { maxLength: 40 }), (sequence) => {
        expect(sequence.reduce(advance, initialState).step).toBe('form')
      }),
    )
  })

  test.each<[string, SaleState]>([
    ['processing', { step: 'processing', open, unansweredCount: 0 }],
    ['pending', { step: 'pending', open, sale: null, nextCheckAtMs: 5 }],
  ])('%s ignores what is learned about a parked one', (_step, state) => {
    for (const event of [
      { type: 'saleKnown', saleId: 'v2', sale: sale('PENDING'), nextCheckAtMs: 9 },
      { type: 'unanswered', nextCheckAtMs: 9, isLongPause: true },
      { type: 'settled', result: declined },
    ] as const)
      expect(advance(state, { ...event, key: 'parked' })).toBe(state)
  })

  test('keeps what was read of its sale when only its id is found again', () => {
    const learn = (state: SaleState, known: VasSale | null) =>
      advance(state, { type: 'saleKnown', key: 'k1', saleId: 'v1', sale: known, nextCheckAtMs: 9 })
    const earlier = sale('PENDING')
    const later: VasSale = { ...earlier, folio: 'V-000002' }
    const pending: SaleState = { step: 'pending', open, sale: earlier, nextCheckAtMs: 5 }
    expect(learn(pending, null)).toHaveProperty('sale', earlier)
    expect(learn(pending, later)).toHaveProperty('sale', later)
    expect(learn({ step: 'processing', open, unansweredCount: 0 }, null)).toHaveProperty('sale', null)
  })

  test('keeps a known sale through later attempts without an answer', () => {
    const known = states['pending with a sale'] as SaleState
    const later = advance(known, { type: 'unanswered', key: 'k1', nextCheckAtMs: 50, isLongPause: false })
    expect(later).toMatchObject({ step: 'pending', sale: { id: 'v1' }, nextCheckAtMs: 50 })
  })
})

describe('after the outcome', () => {
  test('correcting keeps the product and the number, and asks for its check again', () => {
    const form = advance({ step: 'outcome', open, result: declined }, { type: 'corrected' })
    expect(form).toMatchObject({
      step: 'form',
      draft: { product, reference: digits, check: { by: 'nothing' } },
    })
  })

  test('correcting a changed price takes the product as it is sold now', () => {
    const dearer: VasProduct = { ...product, amountCentavos: 11_000, feeCentavos: 500 }
    const refused: Result = {
      variant: 'NOT_ATTEMPTED',
      refusal: { code: 'price_changed', detail: null, earlier: null },
    }
    const form = advance({ step: 'outcome', open, result: refused }, { type: 'corrected', product: dearer })
    expect(form).toMatchObject({ step: 'form', draft: { product: dearer, reference: digits } })
    const checked = advance(form, { type: 'numberChecked', check: { by: 'reading' } })
    expect(advance(checked, { type: 'reviewed' })).toMatchObject({
      step: 'confirm',
      draft: { product: dearer, amountCentavos: 11_000 },
    })
  })

  test('only a suspected duplicate is sold again directly, and never under the same key', () => {
    const again: SaleEvent = { type: 'submitted', open: { ...open, key: 'k2' } }
    const suspected: SaleState = { step: 'outcome', open, result: duplicate }
    expect(isSuspectedDuplicate(duplicate)).toBe(true)
    expect(advance(suspected, again).step).toBe('processing')
    expect(advance(suspected, { type: 'submitted', open })).toBe(suspected)
    const done: SaleState = { step: 'outcome', open, result: approved }
    expect(advance(done, again)).toBe(done)
  })

  test.each(['APPROVED', 'APPROVED_PIN', 'DECLINED', 'REVERSED'] as const)('%s is a result', (variant) => {
    expect(resultOf(sale(variant))).toEqual({ variant, sale: sale(variant) })
  })

  test('a pending sale has no result yet', () => {
    expect(resultOf(sale('PENDING'))).toBeNull()
  })
})
