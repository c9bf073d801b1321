import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { done, FakeRefunds, lost, refused } from '../../../refunds/fake-refunds.tsx'
import type { Order, Refundable } from './orders-query.ts'
import type { RefundOrder } from './use-refund.ts'

const page = new FakeRefunds(vi)
beforeEach(() => page.reset())
afterAll(() => vi.unstubAllGlobals())
const me = await import('../../../session/me/me.ts')
const { RefundSteps } = await import('./refund-steps.tsx')
const { useRefund } = await import('./use-refund.ts')

const order = { id: 'o1', storeId: 's1', folio: 'A-1', lines: [], chips: [] } as Partial<Order> as Order
const line = { lineItemId: 'l1', quantity: 1, amountCentavos: 1_500, disposition: 'STOCK' } as const
const wanted: RefundOrder = { type: 'RETURN', lines: [line], reason: 'Roto' }
beforeEach(() => leave(1_999))

/** What is left to refund, as the server says. */
function leave(amountLeftCentavos: number): void {
  const lines = [{ lineItemId: 'l1', quantityLeft: amountLeftCentavos < 1_000 ? 1 : 2, amountLeftCentavos }]
  page.queryClient.setQueryData(['orders', 'refundable', 'o1'], {
    lines,
    payments: [],
  } as Partial<Refundable>)
  page.queryClient.setQueryData(['shifts', 'own', 's1'], { id: 't1' })
}

/** The dialog, opened again. */
function dialog() {
  let refund: ReturnType<typeof useRefund> | undefined
  const Steps = () => {
    refund = useRefund('o1')
    return <RefundSteps order={order} refund={refund} />
  }
  const shown = page.drawn(me, <Steps />)
  if (refund === undefined) throw new Error('nothing was drawn')
  return { ...(refund as ReturnType<typeof useRefund>), shown }
}

const again = 'Enviar otra vez lo mismo'

test('a refund whose answer was lost can only be sent again as it was, also when less is left and in a reopened dialog', async () => {
  page.answers = [lost, done]
  await dialog().refund(wanted)
  leave(499)
  const { shown, undecided, sendAgain } = dialog()
  expect(shown).toContain(again)
  expect(shown).toContain('$15.00')
  expect(shown, 'the form').not.toContain('Motivo')
  expect(undecided).toMatchObject({ order: wanted })
  await sendAgain()
  expect(page.sent).toHaveLength(2)
  expect(page.sent[1]).toEqual(page.sent[0])
  expect(dialog().undecided).toBeNull()
})

test.each([
  ['no answer', true, [lost]],
  ['a failure of the server', true, [refused(500, 'internal')]],
  ['too many requests', true, [refused(429, 'too_many_requests')]],
  ['a refusal', false, [refused(409, 'insufficient_cash')]],
  ['a refusal of access', false, [refused(403, 'forbidden')]],
  ['no answer and a refusal', false, [lost, refused(409, 'insufficient_cash')]],
  ['no answer and a refusal of access', true, [lost, refused(403, 'merchant_suspended')]],
  ['a success', false, [done]],
])('after %s it is open whether the refund was made: %s', async (_what, isOpen, given) => {
  page.answers = [...given]
  for (const _ of given) {
    const { undecided, refund, sendAgain } = dialog()
    await (undecided === null ? refund(wanted) : sendAgain())
  }
  const { shown, undecided } = dialog()
  expect(undecided !== null).toBe(isOpen)
  expect(shown.includes(again)).toBe(isOpen)
  expect(shown.includes('Motivo')).toBe(!isOpen)
})

test('after a refusal the same refund is a new decision, and has its own key', async () => {
  page.answers = [refused(409, 'insufficient_cash'), done]
  await dialog().refund(wanted)
  await dialog().refund(wanted)
  expect(page.sent.map(({ body }) => body)).toEqual([wanted, wanted])
  expect(page.sent[1]?.key).not.toBe(page.sent[0]?.key)
})
