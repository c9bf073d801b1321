import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HandClock } from '../../test/hand-clock.ts'
import { centavos } from '../amounts/centavos.ts'
import { simulatedCatalog } from './catalog/catalog.ts'
import { DueQueue } from './due-queue.ts'
import { SimulatorEngine } from './engine.ts'
import { WireError } from './errors.ts'
import { type Journal, memoryJournal } from './journal.ts'

const openingBalanceCentavos = centavos(50_000)
const product = productNamed('Telcel 100 MXN')

function productNamed(wanted: string) {
  const found = simulatedCatalog.find(({ name }) => name === wanted)
  if (!found) throw new Error(`The catalog lacks ${wanted}`)
  return found
}

type Step =
  | { readonly kind: 'create'; readonly sale: number; readonly suffix: string }
  | { readonly kind: 'confirm' | 'cancel' | 'reverse' | 'correct'; readonly sale: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'reopen' }

const sales = fc.nat({ max: 3 })
const suffixes = fc.constantFrom('000', '001', '002', '007', '100', '104', '200', '300', '678')
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), sale: sales, suffix: suffixes }),
  fc.record({
    kind: fc.constantFrom('confirm' as const, 'cancel' as const, 'reverse' as const, 'correct' as const),
    sale: sales,
  }),
  fc.record({
    kind: fc.constant('pass' as const),
    ms: fc.constantFrom(1, 2_999, 3_000, 20_000, 300_000, 3_600_000),
  }),
  fc.constant({ kind: 'reopen' as const }),
)

test('no sequence of calls creates or loses money, or completes one of our ids twice', () => {
  fc.assert(
    fc.property(
      fc.array(steps, { maxLength: 60, size: 'max' }),
      fc.boolean(),
      (sequence, isSettledInConfirm) => {
        const clock = new HandClock()
        const journal = memoryJournal()
        const open = () => openEngine(journal, clock, isSettledInConfirm)
        let engine = open()
        for (const step of sequence) {
          if (step.kind === 'reopen') {
            const before = engine.balance()
            engine = open()
            expect(engine.balance()).toEqual(before)
          } else tryStep(engine, clock, step)
          expectConserved(engine)
        }
        clock.pass(86_400_000)
        expectConserved(engine)
        expectOneEndEach(engine)
      },
    ),
    { numRuns: 300 },
  )
})

function openEngine(journal: Journal, clock: HandClock, isSettledInConfirm: boolean): SimulatorEngine {
  return new SimulatorEngine({
    journal,
    products: simulatedCatalog,
    clock,
    timeScale: 1,
    holdLifeMs: 3_600_000,
    openingBalanceCentavos,
    isSettledInConfirm,
  })
}

function tryStep(engine: SimulatorEngine, clock: HandClock, step: Exclude<Step, { kind: 'reopen' }>): void {
  if (step.kind === 'pass') {
    clock.pass(step.ms)
    return
  }
  const externalId = `sale-${step.sale}`
  try {
    if (step.kind === 'create') {
      const mobileNumber = `+525512345${step.suffix}`
      engine.create({ externalId, product, faceCentavos: centavos(10_000), mobileNumber })
      return
    }
    const transaction = engine.findByExternalId(externalId)
    if (transaction) engine[step.kind](transaction.id)
  } catch (error) {
    // Most sequences contain forbidden calls: the point is that refusals change nothing.
    if (!(error instanceof WireError)) throw error
  }
}

function expectConserved(engine: SimulatorEngine): void {
  const { available, holding, spent } = engine.balance()
  expect(available + holding + spent).toBe(openingBalanceCentavos)
  expect(available >= 0n && holding >= 0n && spent >= 0n).toBe(true)
  let open = 0n
  let captured = 0n
  for (const { status, heldCentavos } of engine.newestFirst()) {
    if (status === 'CREATED' || status === 'CONFIRMED') open += heldCentavos
    if (status === 'COMPLETED') captured += heldCentavos
  }
  expect([holding, spent]).toEqual([open, captured])
}

function expectOneEndEach(engine: SimulatorEngine): void {
  const externalIds = new Map<number, string>()
  const ends = new Map<string, number>()
  for (const entry of engine.readJournal()) {
    if (entry.kind === 'created') externalIds.set(entry.id, entry.externalId)
    if (entry.kind !== 'settled' && entry.kind !== 'canceled') continue
    const externalId = externalIds.get(entry.id) ?? 'never created'
    ends.set(externalId, (ends.get(externalId) ?? 0) + 1)
  }
  expect(new Set(externalIds.values()).size).toBe(externalIds.size)
  expect([...ends.values()].every((times) => times === 1)).toBe(true)
  expect([...ends.keys()]).not.toContain('never created')
}

test('a journal that cannot be written refuses the call and changes nothing', () => {
  const clock = new HandClock()
  const journal = memoryJournal()
  let isFull = false
  const append: Journal['append'] = (entries) => {
    if (isFull) throw new Error('no space left on device')
    journal.append(entries)
  }
  const engine = openEngine({ ...journal, append }, clock, false)
  const order = { product, faceCentavos: centavos(10_000), mobileNumber: '+525512345100' }
  const first = engine.create({ ...order, externalId: 'sale-1' })
  engine.confirm(first.id)
  const before = engine.balance()

  isFull = true
  expect(() => engine.create({ ...order, externalId: 'sale-2' })).toThrow('no space')
  expect(engine.balance()).toEqual(before)
  clock.pass(3_000)
  expect(() => engine.find(first.id)).toThrow('no space')

  isFull = false
  expect(engine.findByExternalId('sale-2')).toBeUndefined()
  expect(engine.find(first.id)).toMatchObject({ status: 'COMPLETED' })
  expect(engine.balance().spent).toBe(9_450n)
})

test('an account that does not cover the price refuses the order', () => {
  const engine = openEngine(memoryJournal(), new HandClock(), true)
  const order = { product, faceCentavos: centavos(10_000), mobileNumber: '+525512345678' }
  for (let n = 0; n < 5; n++) engine.create({ ...order, externalId: `sale-${n}` })
  expect(() => engine.create({ ...order, externalId: 'sale-5' })).toThrow('Insufficient balance')
  engine.deposit(centavos(10_000))
  expect(engine.create({ ...order, externalId: 'sale-5' }).status).toBe('CREATED')
})

test('a script may leave a transaction pending forever', () => {
  const clock = new HandClock()
  const engine = new SimulatorEngine({
    journal: memoryJournal(),
    products: simulatedCatalog,
    clock,
    timeScale: 1,
    holdLifeMs: 3_600_000,
    openingBalanceCentavos,
    isSettledInConfirm: true,
    script: () => ({ status: 'COMPLETED', delayMs: null, hasPin: false }),
  })
  const { id } = engine.create({ externalId: 'sale-1', product, faceCentavos: centavos(10_000) })
  engine.confirm(id)
  clock.pass(365 * 86_400_000)
  expect(engine.find(id)).toMatchObject({ status: 'CONFIRMED' })
})

test('delays shrink with the time scale', () => {
  const clock = new HandClock()
  const options = { journal: memoryJournal(), products: simulatedCatalog, clock, timeScale: 100 }
  const rest = { holdLifeMs: 3_600_000, openingBalanceCentavos, isSettledInConfirm: false }
  const engine = new SimulatorEngine({ ...options, ...rest })
  const order = { product, faceCentavos: centavos(10_000), mobileNumber: '+525512345300' }
  const { id } = engine.create({ ...order, externalId: 'sale-1' })
  engine.confirm(id)
  clock.pass(2_999)
  expect(engine.find(id)).toMatchObject({ status: 'CONFIRMED' })
  clock.pass(1)
  expect(engine.find(id)).toMatchObject({ status: 'COMPLETED' })
})

test('the due queue returns everything in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 })), (dues) => {
      const queue = new DueQueue()
      for (const [id, dueAtMs] of dues.entries()) queue.add(dueAtMs, id)
      const taken: number[] = []
      for (let first = queue.first; first; first = queue.first) {
        expect(dues[first.id]).toBe(first.dueAtMs)
        taken.push(first.dueAtMs)
        queue.removeFirst()
      }
      expect(taken).toEqual([...dues].sort((a, b) => a - b))
    }),
  )
})
