import type { VasKind, VasProduct, VasSale } from '@mostrador/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { Asking } from './asking.ts'
import type { ServiceOrder, ServiceTerms } from './order.ts'
import { OrderBook } from './order-book.ts'
import { PretendJournal } from './pretend-journal.ts'
import { ServiceDesk } from './service-desk.ts'
import type { Truth } from './service-truth.ts'

const provider = { id: 'p1', name: 'Telcel', slug: 'telcel', health: 'UP' } as const
const product = {
  id: 'x100',
  kind: 'airtime',
  provider,
  amountCentavos: 10_000,
  feeCentavos: 0,
} as VasProduct
const digits = '5512345600'
const order: ServiceTerms = {
  storeId: 's1',
  terminalId: null,
  product,
  reference: digits,
  amountCentavos: 10_000,
  quote: null,
  payment: { method: 'CASH', tenderedCentavos: null },
  repeats: null,
}
const saleOf = (variant: VasSale['outcome']['variant']) =>
  ({ id: 'v1', folio: 'V-000001', outcome: { variant } }) as VasSale
const approved: Truth = { kind: 'sale', sale: saleOf('APPROVED'), retryAfterMs: undefined }
const pending: Truth = { kind: 'sale', sale: saleOf('PENDING'), retryAfterMs: 2000 }
const silence: Truth = { kind: 'unknown', retryAfterMs: undefined }

let journal: PretendJournal
let asked: ServiceOrder[]
/** What was on disk at each request. */
let keptWhenAsked: ServiceOrder[][]
let later: (() => void)[]

beforeEach(() => {
  journal = new PretendJournal()
  asked = []
  keptWhenAsked = []
  later = []
})

/** A desk whose server gives these answers, the last one repeatedly; a new till, as after a reload. */
function deskWith(answers: readonly Truth[], options: { accountId?: string; kind?: VasKind } = {}) {
  let keys = 0
  let n = 0
  return new ServiceDesk({
    accountId: options.accountId ?? 'a1',
    kind: options.kind ?? 'airtime',
    book: new OrderBook(journal),
    asking: new Asking((_delayMs, work) => {
      later.push(work)
      return () => {
        later = later.filter((each) => each !== work)
      }
    }),
    truthOf: async (open, _nowMs, onSending) => {
      if (open.saleId === null) await onSending()
      asked.push(open)
      keptWhenAsked.push(journaled())
      return (answers[n++] ?? answers.at(-1)) as Truth
    },
    nowMs: () => 1_000_000,
    makeKey: () => `key-${++keys}`,
  })
}

function toConfirmation(desk: ServiceDesk): void {
  desk.dispatch({ type: 'providerPicked', provider })
  desk.dispatch({ type: 'productPicked', product })
  desk.dispatch({ type: 'referenceTyped', reference: digits })
  desk.dispatch({ type: 'numberChecked', check: { by: 'reading' } })
  desk.dispatch({ type: 'reviewed' })
}

const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function nextTurn(): Promise<void> {
  await breathe()
  for (const work of later.splice(0)) work()
  await breathe()
}

const journaled = () => [...journal.disk.values()] as ServiceOrder[]

describe('a sale on the screen', () => {
  test('is on disk before it is sent, and removed when its end is known', async () => {
    const desk = deskWith([approved])
    toConfirmation(desk)
    void desk.submit(order)
    await breathe()
    expect(keptWhenAsked).toMatchObject([
      [{ key: 'key-1', sentAtMs: 1_000_000, terms: { reference: '5512345600' } }],
    ])
    expect(desk.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
    expect(journaled()).toEqual([])
  })

  test('reports its end to other tabs as well', async () => {
    const desk = deskWith([approved])
    const ends: unknown[] = []
    desk.onSettled((open, result, wasParked) => ends.push([open.key, result?.variant, wasParked]))
    toConfirmation(desk)
    void desk.submit(order)
    await breathe()
    expect(ends).toEqual([['key-1', 'APPROVED', false]])
  })

  test('a second press sends nothing', async () => {
    const desk = deskWith([approved])
    toConfirmation(desk)
    void desk.submit(order)
    void desk.submit(order)
    await breathe()
    expect(asked).toHaveLength(1)
  })

  test('repeats the same key until there is an answer', async () => {
    const desk = deskWith([silence, silence, silence, silence, approved])
    toConfirmation(desk)
    void desk.submit(order)
    for (let n = 0; n < 5; n++) await nextTurn()
    expect(asked.map((open) => open.key)).toEqual(Array(5).fill('key-1'))
    expect(desk.state().step).toBe('outcome')
  })

  test('tells the first attempt from later ones', async () => {
    const desk = deskWith([silence, approved])
    toConfirmation(desk)
    void desk.submit(order)
    await nextTurn()
    expect(asked.map((open) => open.sentAtMs)).toEqual([null, 1_000_000])
  })

  test('is polled by its id while pending', async () => {
    const desk = deskWith([pending, approved])
    toConfirmation(desk)
    void desk.submit(order)
    await breathe()
    expect(desk.state()).toMatchObject({ step: 'pending', open: { saleId: 'v1' } })
    expect(journaled()).toMatchObject([{ saleId: 'v1' }])
    await nextTurn()
    expect(asked.at(-1)).toMatchObject({ saleId: 'v1' })
    expect(desk.state().step).toBe('outcome')
  })

  test('is not sent when the device cannot store it', async () => {
    journal.isFull = true
    const desk = deskWith([approved])
    toConfirmation(desk)
    void desk.submit(order)
    await breathe()
    expect(asked).toEqual([])
    expect(desk.state()).toMatchObject({ result: { refusal: { code: 'storage_unavailable' } } })
  })
})

describe('after a crash', () => {
  test('the order is found and repeated under its key', async () => {
    const crashed = deskWith([silence])
    toConfirmation(crashed)
    void crashed.submit(order)
    await breathe()
    crashed.stop()

    const reloaded = deskWith([approved])
    await reloaded.resume()
    expect(reloaded.state()).toMatchObject({ step: 'processing', open: { key: 'key-1' } })
    await breathe()
    expect(reloaded.state().step).toBe('outcome')
    expect(journaled()).toEqual([])
  })

  test("another person's order stays where it is", async () => {
    const theirs = deskWith([silence])
    toConfirmation(theirs)
    void theirs.submit(order)
    await breathe()
    theirs.stop()
    asked = []

    const mine = deskWith([approved], { accountId: 'a2' })
    await mine.resume()
    await breathe()
    expect(mine.state().step).toBe('form')
    expect(asked).toEqual([])
    expect(journaled()).toHaveLength(1)
  })

  test("an order of another kind is left to that kind's desk", async () => {
    const airtime = deskWith([silence])
    toConfirmation(airtime)
    void airtime.submit(order)
    await breathe()
    airtime.stop()
    asked = []

    const bills = deskWith([approved], { kind: 'service' })
    await bills.resume()
    await breathe()
    expect(bills.state().step).toBe('form')
    expect(asked).toEqual([])
    expect(journaled()).toHaveLength(1)
  })
})

describe('a parked sale', () => {
  test('frees the screen, is polled on, and reports its end', async () => {
    const desk = deskWith([pending, pending, approved])
    const ends: string[] = []
    desk.onSettled((_open, result, wasParked) => ends.push(`${result?.variant} ${wasParked}`))
    toConfirmation(desk)
    void desk.submit(order)
    await breathe()
    desk.dispatch({ type: 'parked' })
    expect(desk.state().step).toBe('form')
    expect(desk.parked()).toMatchObject([{ key: 'key-1', isParked: true }])
    expect(journaled()).toMatchObject([{ isParked: true }])
    await nextTurn()
    await nextTurn()
    expect(ends).toEqual(['APPROVED true'])
    expect(desk.parked()).toEqual([])
    expect(journaled()).toEqual([])
  })

  test('is still parked after a reload', async () => {
    const desk = deskWith([pending])
    toConfirmation(desk)
    void desk.submit(order)
    await breathe()
    desk.dispatch({ type: 'parked' })
    desk.stop()

    const reloaded = deskWith([pending])
    await reloaded.resume()
    await breathe()
    expect(reloaded.state().step).toBe('form')
    expect(reloaded.parked()).toMatchObject([{ key: 'key-1' }])
  })

  test('an order that nobody has answered yet cannot be parked', async () => {
    const desk = deskWith([silence])
    toConfirmation(desk)
    void desk.submit(order)
    desk.dispatch({ type: 'parked' })
    expect(desk.state().step).toBe('processing')
  })
})

describe('a parked PIN', () => {
  const pinProduct = { ...product, id: 'n150', kind: 'pin', amountCentavos: 15_000 } as VasProduct
  const pinOrder: ServiceTerms = { ...order, product: pinProduct, reference: null, amountCentavos: 15_000 }
  const code = '4929114477880123'
  const delivered = {
    kind: 'sale',
    sale: { ...saleOf('APPROVED_PIN'), pin: { code, masked: '****0123' } },
    retryAfterMs: undefined,
  } as Truth
  const ready: Truth = { kind: 'ready', saleId: 'v1' }

  function parkedDesk(answers: readonly Truth[]) {
    const desk = deskWith(answers, { kind: 'pin' })
    desk.dispatch({ type: 'providerPicked', provider })
    desk.dispatch({ type: 'productPicked', product: pinProduct })
    desk.dispatch({ type: 'reviewed' })
    void desk.submit(pinOrder)
    return desk
  }

  test('waits until it is recalled, and is then shown on the screen', async () => {
    const desk = parkedDesk([pending, ready, delivered])
    const ends: unknown[] = []
    desk.onSettled((_open, result, wasParked) => ends.push([result, wasParked]))
    await breathe()
    desk.dispatch({ type: 'parked' })
    await nextTurn()
    expect(ends).toEqual([[null, true]])
    expect([...desk.ready().keys()]).toEqual(['key-1'])
    expect(journaled()).toMatchObject([{ saleId: 'v1', isParked: true }])
    desk.recall('key-1')
    await breathe()
    expect(asked.at(-1)).toMatchObject({ key: 'key-1', isParked: false, saleId: 'v1' })
    expect(desk.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
    expect(desk.parked()).toEqual([])
    expect(journaled()).toEqual([])
  })

  test('stays in memory when its answer arrives anyway, and is never stored', async () => {
    const desk = parkedDesk([silence, silence, silence, delivered])
    for (let n = 0; n < 2; n++) await nextTurn()
    desk.dispatch({ type: 'parked' })
    await nextTurn()
    expect(journaled()).toMatchObject([{ saleId: 'v1' }])
    desk.recall('key-1')
    expect(desk.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
    expect(journaled()).toEqual([])
    expect(journal.writings.length).toBeGreaterThan(2)
    expect(journal.writings.filter((text) => text.includes(code))).toEqual([])
  })

  test('does not replace a sale on the screen', async () => {
    const desk = parkedDesk([pending, ready, pending])
    await breathe()
    desk.dispatch({ type: 'parked' })
    await nextTurn()
    desk.dispatch({ type: 'providerPicked', provider })
    desk.dispatch({ type: 'productPicked', product: pinProduct })
    desk.dispatch({ type: 'reviewed' })
    void desk.submit(pinOrder)
    await breathe()
    const before = desk.state()
    desk.recall('key-1')
    expect(desk.state()).toBe(before)
    expect(desk.parked()).toMatchObject([{ key: 'key-1' }])
  })

  test('is found after a reload, and still waits to be recalled', async () => {
    const desk = parkedDesk([pending, ready])
    await breathe()
    desk.dispatch({ type: 'parked' })
    await nextTurn()
    desk.stop()

    const reloaded = deskWith([ready], { kind: 'pin' })
    await reloaded.resume()
    await breathe()
    expect(reloaded.state().step).toBe('form')
    expect([...reloaded.ready().keys()]).toEqual(['key-1'])
  })
})
