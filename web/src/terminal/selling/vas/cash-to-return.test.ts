import type { VasSale } from '@mostrador/client'
import { expect, test } from 'vitest'
import { cashToReturn } from './cash-to-return.ts'
import { terms } from './fake-order.ts'
import { FakeVasTill } from './fake-vas-till.ts'
import type { VasOrderStatus } from './vas-order-status.ts'

/** A sale of 100 pesos for a note of 200. */
const answered = (status: VasSale['status'], variant: VasSale['outcome']['variant']): VasOrderStatus => ({
  kind: 'sale',
  sale: {
    id: 'v1',
    status,
    totalCentavos: 10_000,
    payment: { method: 'CASH', tenderedCentavos: 20_000, changeCentavos: 10_000 },
    outcome: { variant },
  } as VasSale,
  retryAfterMs: undefined,
})
const pending = answered('PENDING', 'PENDING')

test.each<[string, VasOrderStatus[], object]>([
  [
    'rejected at once: the whole note',
    [answered('FAILED', 'DECLINED')],
    { amountCentavos: 20_000, changeCentavos: 0 },
  ],
  [
    'rejected after it was pending: what was paid, as the provisional ticket had the change handed over',
    [pending, answered('FAILED', 'DECLINED')],
    { amountCentavos: 10_000, changeCentavos: 10_000 },
  ],
  [
    'reversed after it was sold: what was paid',
    [answered('REVERSED', 'REVERSED')],
    { amountCentavos: 10_000, changeCentavos: 10_000 },
  ],
])('cash goes back for a service %s', async (_what, answers, back) => {
  const till = new FakeVasTill()
  const checkout = await till.submitted(answers)
  for (const _ of answers) await till.nextTurn()
  const state = checkout.state()
  if (state.step !== 'outcome' || !('sale' in state.result)) throw new Error(`it is in ${state.step}`)
  expect(state.open.terms).toEqual(terms)
  expect(cashToReturn(state.result.sale, state.open)).toEqual(back)
})

test('cash that was not counted is what was paid', () => {
  const sale = {
    status: 'FAILED',
    totalCentavos: 10_000,
    payment: { method: 'CASH', tenderedCentavos: null },
  }
  expect(cashToReturn(sale as VasSale, { saleId: null })).toEqual({
    amountCentavos: 10_000,
    changeCentavos: 0,
  })
})
