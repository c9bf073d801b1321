import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centavos } from '../../amounts/centavos.ts'
import type { ProviderAnswer } from './aggregator.ts'
import {
  afterCompletion,
  hasConfirmed,
  next,
  pauseBeforeNextCheck,
  type SalePhase,
  type SaleProgress,
  type SaleStatus,
  sweep,
} from './sale-state.ts'

const now = new Date('2026-05-04T18:00:00Z')
const seconds = (count: number) => new Date(now.getTime() + count * 1_000)

const sale = (phase: SalePhase, changes: Partial<SaleProgress> = {}): SaleProgress => ({
  id: 'sale-1',
  kind: 'airtime',
  phase,
  amountCentavos: 10_000n,
  checks: 0,
  createdAt: seconds(-5),
  expectedBy: seconds(300),
  providerTransactionRef: phase === 'RESERVED' || phase === 'HOLDING' ? null : '77',
  isPaidByConnection: false,
  sweepUntil: null,
  ...changes,
})

const seen = { externalId: 'sale-1', providerTransactionId: '77' }
const answers = {
  held: { kind: 'held', ...seen, lifeMs: 3_600_000 },
  heldTooLong: { kind: 'held', ...seen, lifeMs: 4_000 },
  accepted: { kind: 'accepted', ...seen },
  completed: { kind: 'completed', ...seen, authorization: 'A1' },
  reversed: { kind: 'reversed', ...seen },
  canceled: { kind: 'canceled', ...seen },
  rejected: { kind: 'rejected', failure: 'invalid_number', providerCode: 'X' },
  absent: { kind: 'absent' },
  expired: { kind: 'expired' },
  unknown: { kind: 'unknown', cause: 'timeout' },
} as const satisfies Record<string, ProviderAnswer>

type OpenPhase = Exclude<SalePhase, SaleStatus>

/** The next phase and the next step, for every open phase and every answer. */
const moves = {
  RESERVED: {
    held: ['CONFIRMING', 'confirm'],
    heldTooLong: ['HELD', 'cancel'],
    accepted: ['CONFIRMING', 'wait'],
    completed: ['CONFIRMING', 'wait'],
    reversed: ['REVIEW', 'wait'],
    canceled: ['FAILED', 'done'],
    rejected: ['FAILED', 'done'],
    absent: ['HOLDING', 'hold'],
    expired: ['HOLDING', 'cancel'],
    unknown: ['HOLDING', 'wait'],
  },
  HOLDING: {
    held: ['CONFIRMING', 'confirm'],
    heldTooLong: ['HELD', 'cancel'],
    accepted: ['CONFIRMING', 'wait'],
    completed: ['CONFIRMING', 'wait'],
    reversed: ['REVIEW', 'wait'],
    canceled: ['FAILED', 'done'],
    rejected: ['FAILED', 'done'],
    absent: ['HOLDING', 'hold'],
    expired: ['HOLDING', 'cancel'],
    unknown: ['HOLDING', 'wait'],
  },
  HELD: {
    held: ['CONFIRMING', 'confirm'],
    heldTooLong: ['HELD', 'cancel'],
    accepted: ['CONFIRMING', 'wait'],
    completed: ['CONFIRMING', 'wait'],
    reversed: ['REVIEW', 'wait'],
    canceled: ['FAILED', 'done'],
    rejected: ['FAILED', 'done'],
    absent: ['HELD', 'wait'],
    expired: ['HELD', 'cancel'],
    unknown: ['HELD', 'wait'],
  },
  CONFIRMING: {
    held: ['CONFIRMING', 'confirm'],
    heldTooLong: ['CONFIRMING', 'cancel'],
    accepted: ['SUBMITTED', 'wait'],
    completed: ['COMPLETED', 'done'],
    reversed: ['FAILED', 'done'],
    canceled: ['FAILED', 'done'],
    rejected: ['FAILED', 'done'],
    absent: ['REVIEW', 'wait'],
    expired: ['CONFIRMING', 'cancel'],
    unknown: ['CONFIRMING', 'wait'],
  },
  SUBMITTED: {
    held: ['SUBMITTED', 'confirm'],
    heldTooLong: ['SUBMITTED', 'cancel'],
    accepted: ['SUBMITTED', 'wait'],
    completed: ['COMPLETED', 'done'],
    reversed: ['FAILED', 'done'],
    canceled: ['FAILED', 'done'],
    rejected: ['FAILED', 'done'],
    absent: ['REVIEW', 'wait'],
    expired: ['SUBMITTED', 'cancel'],
    unknown: ['SUBMITTED', 'wait'],
  },
  REVIEW: {
    held: ['REVIEW', 'confirm'],
    heldTooLong: ['REVIEW', 'cancel'],
    accepted: ['REVIEW', 'wait'],
    completed: ['COMPLETED', 'done'],
    reversed: ['FAILED', 'done'],
    canceled: ['FAILED', 'done'],
    rejected: ['FAILED', 'done'],
    absent: ['REVIEW', 'wait'],
    expired: ['REVIEW', 'cancel'],
    unknown: ['REVIEW', 'wait'],
  },
} as const satisfies Record<OpenPhase, Record<keyof typeof answers, readonly [SalePhase, string]>>

describe('the next state of a sale by the provider’s answer', () => {
  test.each(
    Object.entries(moves).flatMap(([phase, byAnswer]) =>
      Object.entries(byAnswer).map(([answer, [to, nextStep]]) => [phase, answer, to, nextStep] as const),
    ),
  )('%s and %s: %s, then %s', (phase, answer, to, nextStep) => {
    expect(next(sale(phase as OpenPhase), answers[answer as keyof typeof answers], now)).toMatchObject({
      ...{ to, nextStep },
    })
  })

  test('an unanswered hold fails the sale after a minute, and the late hold is searched for', () => {
    const old = sale('HOLDING', { createdAt: seconds(-61) })
    expect(next(old, answers.unknown, now)).toMatchObject({
      to: 'FAILED',
      facts: { failureCode: 'provider_unreachable', sweepUntil: expect.any(Date) },
    })
  })

  test('an unanswered confirm never fails a sale, however long it takes: it goes to review', () => {
    const old = sale('SUBMITTED', { createdAt: seconds(-90_000), expectedBy: seconds(-86_400) })
    expect(next(old, answers.unknown, now)).toMatchObject({ to: 'REVIEW', nextStep: 'wait' })
  })

  test('an answer about another sale or another amount goes to review', () => {
    const other = { ...answers.completed, externalId: 'sale-2' }
    expect(next(sale('SUBMITTED'), other, now)).toMatchObject({
      to: 'REVIEW',
      facts: { incident: 'contradicted' },
    })
    const more = { ...answers.completed, amountCentavos: centavos(20_000) }
    expect(next(sale('SUBMITTED'), more, now)).toMatchObject({
      to: 'REVIEW',
      facts: { incident: 'amount_mismatch' },
    })
  })
})

describe('what a transition writes down', () => {
  const factsOf = (phase: OpenPhase, answer: ProviderAnswer) => next(sale(phase), answer, now).facts
  const early = ['RESERVED', 'HOLDING'] as const
  const confirmed = ['CONFIRMING', 'SUBMITTED', 'REVIEW'] as const
  const ref = { providerTransactionRef: '77' }

  test('a refusal has the reason and the code of the provider', () => {
    for (const phase of Object.keys(moves) as OpenPhase[])
      expect(factsOf(phase, answers.rejected)).toStrictEqual({
        failureCode: 'invalid_number',
        providerCode: 'X',
      })
  })

  test('a hold that the provider gave back expired if there was one, and was canceled otherwise', () => {
    for (const phase of early)
      expect(factsOf(phase, answers.canceled)).toStrictEqual({ ...ref, failureCode: 'canceled' })
    for (const phase of ['HELD', ...confirmed] as const)
      expect(factsOf(phase, answers.canceled)).toStrictEqual({ ...ref, failureCode: 'expired_hold' })
  })

  test('a reversal before the success ends a confirmed sale, and contradicts any other', () => {
    const incident = 'reversed_without_completion'
    for (const phase of confirmed)
      expect(factsOf(phase, answers.reversed)).toStrictEqual({ ...ref, failureCode: 'canceled', incident })
    for (const phase of [...early, 'HELD'] as const)
      expect(factsOf(phase, answers.reversed)).toStrictEqual({ incident: 'contradicted' })
  })

  test('a confirmed sale that the provider does not know is contradicted', () => {
    for (const phase of confirmed)
      expect(factsOf(phase, answers.absent)).toStrictEqual({ incident: 'contradicted' })
  })

  test('a success has its authorization, if there is one', () => {
    expect(factsOf('CONFIRMING', answers.completed)).toStrictEqual({ ...ref, authorizationCode: 'A1' })
    expect(factsOf('CONFIRMING', { ...answers.completed, authorization: null })).toStrictEqual(ref)
  })

  test('a hold has the time at which it expires, which is no longer a hold', () => {
    const life = (lifeMs: number) => next(sale('HOLDING'), { ...answers.held, lifeMs }, now)
    expect(life(6_000).facts).toStrictEqual({ ...ref, holdExpiresAt: seconds(1) })
    expect(life(5_000)).toStrictEqual({ to: 'HELD', facts: ref, nextStep: 'cancel' })
  })

  test('an answer with the sale’s amount, or without an amount, completes it', () => {
    for (const amountCentavos of [centavos(10_000), undefined])
      expect(
        next(sale('CONFIRMING'), { ...answers.completed, amountCentavos } as ProviderAnswer, now).to,
      ).toBe('COMPLETED')
  })

  test('an answer without the provider’s id leaves the known one', () => {
    const unnamed = { kind: 'unknown', cause: 'timeout', providerTransactionId: undefined }
    expect(factsOf('SUBMITTED', unnamed as ProviderAnswer)).toStrictEqual({})
    expect(factsOf('SUBMITTED', answers.unknown)).toStrictEqual({})
  })

  test('the deadlines themselves are still in time', () => {
    expect(next(sale('SUBMITTED', { expectedBy: now }), answers.unknown, now).to).toBe('SUBMITTED')
    expect(next(sale('HOLDING', { createdAt: seconds(-60) }), answers.unknown, now).to).toBe('HOLDING')
  })

  test('a hold that was given up is searched for during two hours', () => {
    const { facts } = next(sale('HOLDING', { createdAt: seconds(-61) }), answers.unknown, now)
    expect(facts.sweepUntil).toEqual(seconds(7_200))
    expect(sweep(answers.absent, seconds(0), now)).toStrictEqual(sweep(answers.absent, null, now))
    expect(sweep(answers.held, seconds(60), now).facts).toStrictEqual(ref)
    for (const each of [answers.canceled, answers.rejected, answers.reversed])
      expect(sweep(each, seconds(60), now).facts).toStrictEqual({ sweepUntil: null })
  })

  test('a contradiction that is known already is not reported again', () => {
    for (const each of [answers.rejected, answers.canceled])
      expect(afterCompletion(each, seconds(60), now, 'contradicted')).toStrictEqual({
        ...{ to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' },
      })
  })
})

const anyAnswer = fc.constantFrom(...Object.values(answers))
const openPhases = fc.constantFrom<SalePhase>(
  'RESERVED',
  'HOLDING',
  'HELD',
  'CONFIRMING',
  'SUBMITTED',
  'REVIEW',
)

test('only an explicit answer of the provider ends a sale whose confirm was sent', () => {
  fc.assert(
    fc.property(openPhases, anyAnswer, fc.integer({ min: -200_000, max: 0 }), (phase, answer, age) => {
      const move = next(sale(phase, { createdAt: seconds(age), expectedBy: seconds(age + 300) }), answer, now)
      if (move.to === 'COMPLETED') expect(answer.kind).toBe('completed')
      if (move.to === 'FAILED' && hasConfirmed(phase))
        expect(['rejected', 'canceled', 'reversed']).toContain(answer.kind)
    }),
  )
})

test('a sale never goes back from confirmed to unconfirmed', () => {
  fc.assert(
    fc.property(openPhases, anyAnswer, (phase, answer) => {
      const { to } = next(sale(phase), answer, now)
      if (hasConfirmed(phase)) expect(['RESERVED', 'HOLDING', 'HELD']).not.toContain(to)
    }),
  )
})

test('PostgreSQL accepts exactly the transitions that some answer leads along', () => {
  const functions = readFileSync(new URL('functions.sql', import.meta.url), 'utf8')
  const accepted = [...functions.matchAll(/'([A-Z]+>[A-Z]+)'/g)].map(([, move]) => move)
  const all = Object.values(answers)
  const open = Object.keys(moves).flatMap((phase) =>
    all.flatMap((answer) =>
      [-5, -61, -600].map((age) => {
        const sold = sale(phase as OpenPhase, { createdAt: seconds(age), expectedBy: seconds(age + 300) })
        return `${phase}>${next(sold, answer, now).to}`
      }),
    ),
  )
  const failed = all.map((answer) => `FAILED>${sweep(answer, null, now).to}`)
  const completed = all.map((answer) => `COMPLETED>${afterCompletion(answer, null, now, null).to}`)
  expect([...new Set([...open, ...failed, ...completed])].sort()).toEqual(accepted.sort())
})

describe('a completed sale that is checked again', () => {
  const after = (answer: ProviderAnswer, lookUntil: Date | null = seconds(60)) =>
    afterCompletion(answer, lookUntil, now, null)

  test.each<[keyof typeof answers, SalePhase, string | undefined]>([
    ['reversed', 'REVERSED', undefined],
    // A refusal after a success, without a reversal: a person decides.
    ['rejected', 'COMPLETED', 'contradicted'],
    ['canceled', 'COMPLETED', 'contradicted'],
    ['completed', 'COMPLETED', undefined],
  ])('and %s: %s, with the incident %s, and is not asked about again', (answer, to, incident) => {
    expect(after(answers[answer])).toEqual({
      ...{ to, nextStep: 'done' },
      facts: { ...(incident !== undefined && { incident }), sweepUntil: null },
    })
  })

  test.each<keyof typeof answers>([
    'unknown',
    'accepted',
    'held',
    'expired',
    'absent',
  ])('and %s, which is not final, is asked about until the time for it is over', (answer) => {
    expect(after(answers[answer])).toEqual({ to: 'COMPLETED', facts: {}, nextStep: 'wait' })
    for (const over of [now, null])
      expect(after(answers[answer], over)).toEqual({
        ...{ to: 'COMPLETED', facts: { sweepUntil: null }, nextStep: 'done' },
      })
  })
})

describe('a PIN sale', () => {
  const delivered = { ...answers.completed, pin: { code: '1234567890', serial: null } }

  test('completes with its code, which is not among the audited facts', () => {
    const move = next(sale('CONFIRMING', { kind: 'pin' }), delivered, now)
    expect(move).toMatchObject({ to: 'COMPLETED', nextStep: 'done', pin: delivered.pin })
    expect(JSON.stringify(move.facts)).not.toContain('1234567890')
  })

  test.each<SalePhase>([
    'CONFIRMING',
    'SUBMITTED',
    'REVIEW',
  ])('in %s without a code goes to review', (phase) => {
    expect(next(sale(phase, { kind: 'pin' }), answers.completed, now)).toEqual({
      to: 'REVIEW',
      facts: { providerTransactionRef: '77', incident: 'pin_missing' },
      nextStep: 'wait',
    })
  })

  test('is required for a code: one delivered with a top-up is dropped', () => {
    const move = next(sale('CONFIRMING'), delivered, now)
    expect(move.to).toBe('COMPLETED')
    expect(move.pin).toBeUndefined()
  })
})

describe('answers after a sale was given up', () => {
  const until = seconds(60)

  test.each<[keyof typeof answers, string]>([
    ['held', 'cancel'],
    ['absent', 'wait'],
    ['unknown', 'wait'],
    ['canceled', 'done'],
    ['rejected', 'done'],
    ['reversed', 'done'],
    ['expired', 'wait'],
    ['accepted', 'wait'],
    ['completed', 'done'],
  ])('%s: %s, and the sale stays failed', (answer, nextStep) => {
    expect(sweep(answers[answer], until, now)).toMatchObject({ to: 'FAILED', nextStep })
  })

  test('a late success is an incident, never applied', () => {
    expect(sweep(answers.completed, until, now).facts).toEqual({
      incident: 'late_completion',
      sweepUntil: null,
    })
  })

  test('a late success is an incident once, and so is its reversal', () => {
    const facts = (answer: ProviderAnswer, known: string) => sweep(answer, until, now, known).facts
    expect(facts(answers.completed, 'late_completion')).toStrictEqual({ sweepUntil: null })
    expect(facts(answers.reversed, 'late_completion')).toStrictEqual({
      incident: 'late_reversal',
      sweepUntil: null,
    })
    expect(facts(answers.reversed, 'late_reversal')).toStrictEqual({ sweepUntil: null })
    expect(sweep(answers.reversed, until, now).facts).toStrictEqual({ sweepUntil: null })
  })

  test('a transaction that is accepted and not final is no incident', () => {
    expect(sweep(answers.accepted, until, now).facts).toEqual({})
  })
})

test('the search for late answers ends', () => {
  for (const answer of [answers.absent, answers.unknown, answers.accepted])
    expect(sweep(answer, seconds(-1), now)).toEqual({
      to: 'FAILED',
      facts: { sweepUntil: null },
      nextStep: 'done',
    })
})

test('the provider is polled often at first, then less often', () => {
  const pauses = [0, 1, 2, 3, 4, 5].map((checks) => pauseBeforeNextCheck(sale('SUBMITTED', { checks }), now))
  expect(pauses).toEqual([2_000, 3_000, 5_000, 8_000, 13_000, 20_000])
  const later = (ageSeconds: number) =>
    pauseBeforeNextCheck(sale('SUBMITTED', { checks: 9, createdAt: seconds(-ageSeconds) }), now)
  expect([60, 300, 600, 900, 3_600].map(later)).toEqual([30_000, 60_000, 60_000, 900_000, 900_000])
  expect(pauseBeforeNextCheck(sale('REVIEW'), now)).toBe(3_600_000)
})

test('a sale that a person has completed is asked about daily, and one that the provider has ended soon again', () => {
  const watched = (hours: number) =>
    pauseBeforeNextCheck(sale('COMPLETED', { sweepUntil: seconds(hours * 3_600) }), now)
  expect([30 * 24, 3, 2, 1].map(watched)).toEqual([86_400_000, 86_400_000, 2_000, 2_000])
})

test('the provider’s price is recorded only for sales paid by the merchant’s own account', () => {
  const completed = { ...answers.completed, wholesaleCentavos: centavos(9_120) } as ProviderAnswer
  const facts = (isPaidByConnection: boolean, answer: ProviderAnswer) =>
    next(sale('CONFIRMING', { isPaidByConnection }), answer, now).facts
  expect(facts(true, completed)).toMatchObject({ wholesaleCentavos: 9_120 })
  expect(facts(false, completed)).not.toHaveProperty('wholesaleCentavos')
  expect(facts(true, answers.completed)).not.toHaveProperty('wholesaleCentavos')
})
