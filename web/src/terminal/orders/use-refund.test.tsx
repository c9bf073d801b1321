import type { SalesOrder } from '@mostrador/client'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { done, FakeRefunds, lost, refused } from '../../refunds/fake-refunds.tsx'
import type { RefundPlan } from './use-refund.ts'

const page = new FakeRefunds(vi)
beforeEach(() => page.reset())
afterAll(() => vi.unstubAllGlobals())
const me = await import('../../session/me/me.ts')
const { RefundForm } = await import('./refund-form.tsx')
const { useRefund } = await import('./use-refund.ts')

type Line = SalesOrder['lines'][number]
const line: Partial<Line> = {
  ...{ id: 'l1', productName: 'Refresco', unit: 'PIECE' },
  ...{ quantity: 3, totalCentavos: 4_500 },
}
const order = { id: 'o1', folio: 'A-1', lines: [line as Line] } as Partial<SalesOrder> as SalesOrder
const plan: RefundPlan = {
  type: 'RETURN',
  reason: 'Roto',
  lines: [{ lineItemId: 'l1', quantity: 1, disposition: 'STOCK' }],
}

/** The refund of the sale, opened again. */
function opened() {
  let refund: ReturnType<typeof useRefund> | undefined
  const Refund = () => {
    refund = useRefund('o1')
    return <RefundForm order={order} onLeave={() => undefined} />
  }
  const shown = page.drawn(me, <Refund />)
  if (refund === undefined) throw new Error('nothing was drawn')
  return { ...(refund as ReturnType<typeof useRefund>), shown }
}

const again = 'Enviar otra vez lo mismo'

test('a refund without an answer is only sent again as it was, with the same key', async () => {
  page.answers = [lost, lost, done]
  await opened().give(plan)
  for (const _ of [1, 2]) {
    const { shown, sendAgain } = opened()
    expect(shown).toContain(again)
    expect(shown).toContain('Roto')
    expect(shown, 'the form').not.toContain('Motivo')
    await sendAgain()
  }
  expect(page.sent).toEqual([
    { key: expect.any(String), path: '/pos/sales_orders/o1/refunds', body: plan },
    page.sent[0],
    page.sent[0],
  ])
  expect(opened().shown).not.toContain(again)
})

test('a refund without an answer says of which sale it is, and what of it', async () => {
  page.answers = [lost]
  await opened().give(plan)
  const { shown } = opened()
  expect(shown).toContain('Devolver de A-1')
  expect(shown).toMatch(/Refresco.*1 pza/)
  expect(shown).not.toContain('Todo lo que queda')
})

test('a refund without an answer of all that was left says so', async () => {
  const { lines: _, ...all } = plan
  page.answers = [lost]
  await opened().give(all)
  expect(opened().shown).toContain('Todo lo que queda')
})

test.each([
  ['it is made', done, false],
  ['it is refused', refused(409, 'insufficient_cash'), false],
  ['access is refused', refused(403, 'merchant_suspended'), true],
])('a refund without an answer is sent again as it was after the page is loaded again, until %s', async (_what, then, isOpen) => {
  page.answers = [lost, then]
  await opened().give(plan)
  page.reload()
  const { shown, sendAgain } = opened()
  expect(shown).toContain(again)
  expect(shown).toContain('Roto')
  await sendAgain()
  expect(page.sent).toHaveLength(2)
  expect(page.sent[1]).toEqual(page.sent[0])
  expect(opened().shown.includes(again)).toBe(isOpen)
  page.reload()
  expect(opened().shown.includes(again)).toBe(isOpen)
})

test('a refund that is being sent while the page is loaded again is sent again as it was', async () => {
  page.answers = [() => new Promise(() => undefined), done]
  const first = opened()
  void first.give(plan)
  await expect.poll(() => page.sent).toHaveLength(1)
  expect(opened().shown, 'before').not.toContain(again)
  page.reload()
  await opened().sendAgain()
  expect(page.sent[1]).toEqual(page.sent[0])
})

test('while a refund is being sent, nothing else is sent and nothing can be changed', async () => {
  let answer: (response: Response) => void = () => undefined
  page.answers = [() => new Promise((resolve) => (answer = resolve))]
  const first = opened()
  const giving = first.give(plan)
  await first.give({ ...plan, reason: 'Otro' })
  expect(opened()).toMatchObject({ isHeld: true, isBusy: true })
  await expect.poll(() => page.sent).toHaveLength(1)
  answer(Response.json({ id: 'r1' }, { status: 201 }))
  await giving
  expect(page.sent).toHaveLength(1)
  expect(opened()).toMatchObject({ isHeld: false, isBusy: false })
})

test('after a refusal the same refund is a new decision, and has its own key', async () => {
  page.answers = [refused(409, 'insufficient_cash'), done]
  await opened().give(plan)
  expect(opened().shown).not.toContain(again)
  await opened().give(plan)
  expect(page.sent.map(({ body }) => body)).toEqual([plan, plan])
  expect(page.sent[1]?.key).not.toBe(page.sent[0]?.key)
})
