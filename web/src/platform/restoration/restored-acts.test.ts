import type { Restoration, RestoredAct } from '@mostrador/client'
import { expect, test } from 'vitest'
import { actsByRoom, giftOf, payoutOf, underWay } from './restored-acts.ts'

const act = (status: RestoredAct['status'], id: string = status): RestoredAct => ({
  id,
  at: '2026-11-22T18:00:00Z',
  action: 'label.granted',
  status,
  personName: 'Ada',
  subjectName: 'Olivia',
  merchantName: null,
  storeName: null,
  before: null,
  after: null,
  problem: null,
  decidedAt: null,
})
const restoration = (reconciledAt: string | null): Restoration => ({
  id: 'r',
  foundAt: '2026-11-22T19:00:00Z',
  dataUntil: '2026-11-22T17:00:00Z',
  listsReadAt: null,
  reconciledAt,
  acts: [],
  recoveredSales: [],
  unreadLists: [],
})

test('a proposal and an act that failed wait; an act to repeat does not', () => {
  const { waiting, toRepeat } = actsByRoom([act('TO_REPEAT'), act('PROPOSED'), act('FAILED')])
  expect(waiting.map(({ status }) => status)).toEqual(['PROPOSED', 'FAILED'])
  expect(toRepeat.map(({ status }) => status)).toEqual(['TO_REPEAT'])
})

test('every act is shown once, in the order of the server', () => {
  const statuses = ['APPLIED', 'NOTHING', 'OUTDATED', 'ACCEPTED', 'DECLINED', 'PROPOSED', 'FAILED'] as const
  const rooms = actsByRoom([...statuses.map((status) => act(status)), act('APPLIED', 'later')])
  expect(rooms.applied.map(({ id }) => id)).toEqual(['APPLIED', 'NOTHING', 'OUTDATED', 'later'])
  expect(rooms.decided.map(({ id }) => id)).toEqual(['ACCEPTED', 'DECLINED'])
  expect(Object.values(rooms).flat()).toHaveLength(8)
})

test('a payout that may have been paid is not among what is to be done again', () => {
  const paid: RestoredAct = {
    ...act('TO_REPEAT', 'paid'),
    action: 'settlement.paid',
    after: { amountCentavos: 30_000 },
  }
  const rooms = actsByRoom([act('TO_REPEAT'), paid, { ...paid, id: 'failed', status: 'FAILED' }])
  expect(rooms.toRepeat.map(({ id }) => id)).toEqual(['TO_REPEAT'])
  expect(rooms.payouts.map(({ id }) => id)).toEqual(['paid'])
  expect(rooms.waiting.map(({ id }) => id)).toEqual(['failed'])
})

test('a restoration that ended is not under way', () => {
  expect(underWay([])).toBeUndefined()
  expect(underWay([restoration('2026-11-22T20:00:00Z')])).toBeUndefined()
  expect(underWay([restoration(null)])?.id).toBe('r')
})

test('what an act gave is its label, its role or its value, also when that is false', () => {
  expect(giftOf({ after: { label: 'platformAdmin' } })).toEqual({ kind: 'label', label: 'platformAdmin' })
  expect(giftOf({ after: { accountId: 'x', role: 'supervisor' } })).toEqual({
    kind: 'role',
    role: 'supervisor',
  })
  expect(giftOf({ after: { value: false } })).toEqual({ kind: 'value', value: false })
  expect(giftOf({ after: { reason: 'Pagó' } })).toBeUndefined()
  expect(giftOf({ after: null })).toBeUndefined()
})

test('a payout is told by its amount and, once it was paid, its tracking key', () => {
  const of = (action: string, after: RestoredAct['after']) => payoutOf({ action, after })
  expect(of('settlement.processing', { status: 'PROCESSING', amountCentavos: 30_000 })).toEqual({
    amountCentavos: 30_000,
    trackingKey: null,
  })
  expect(of('settlement.paid', { amountCentavos: 30_000, claveRastreo: 'PAGADA000001' })).toEqual({
    amountCentavos: 30_000,
    trackingKey: 'PAGADA000001',
  })
  expect(of('label.granted', { label: 'platformAdmin' })).toBeUndefined()
})
