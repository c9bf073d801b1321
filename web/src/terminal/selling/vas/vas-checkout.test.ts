import type { VasKind, VasProduct, VasSale } from '@mostrador/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { FakeHolds } from '../orders/fake-holds.ts'
import { FakeJournal } from '../orders/fake-journal.ts'
import type { VasOrder, VasTerms } from '../orders/order.ts'
import { OrderBook } from '../orders/order-book.ts'
import { Poller } from '../requests/polling.ts'
import { digits, product, provider, terms } from './fake-order.ts'
import { VasCheckout } from './vas-checkout.ts'
import type { VasOrderStatus } from './vas-order-status.ts'

const saleOf = (variant: VasSale['outcome']['variant']) =>
  ({ id: 'v1', folio: 'V-000001', outcome: { variant } }) as VasSale
const approved: VasOrderStatus = { kind: 'sale', sale: saleOf('APPROVED'), retryAfterMs: undefined }
const pending: VasOrderStatus = { kind: 'sale', sale: saleOf('PENDING'), retryAfterMs: 2000 }
const silence: VasOrderStatus = { kind: 'unknown', retryAfterMs: undefined }

let journal: FakeJournal
let holds: FakeHolds
let asked: VasOrder[]
/** What was on disk at each request. */
let keptWhenAsked: VasOrder[][]
let later: (() => void)[]

beforeEach(() => {
  journal = new FakeJournal()
  holds = new FakeHolds()
  asked = []
  keptWhenAsked = []
  later = []
})

/** A checkout whose server gives these answers, the last one repeatedly; a new till, as after a reload, or another window. */
function checkoutWith(
  answers: readonly (VasOrderStatus | Promise<VasOrderStatus>)[],
  options: { accountId?: string; kind?: VasKind; isBeside?: boolean; book?: OrderBook } = {},
) {
  if (!options.isBeside) holds.closeAll()
  let keys = 0
  let n = 0
  return new VasCheckout({
    accountId: options.accountId ?? 'a1',
    kind: options.kind ?? 'airtime',
    book: options.book ?? new OrderBook(journal),
    holds: holds.open().holds,
    poller: new Poller((_delayMs, work) => {
      later.push(work)
      return () => {
        later = later.filter((each) => each !== work)
      }
    }),
    vasOrderStatus: async (open, _nowMs, onSending) => {
      if (open.saleId === null) await onSending()
      asked.push(open)
      keptWhenAsked.push(journaled())
      return (answers[n++] ?? answers.at(-1)) as VasOrderStatus
    },
    nowMs: () => 1_000_000,
    makeKey: () => `key-${++keys}`,
  })
}

function toConfirmation(checkout: VasCheckout): void {
  checkout.dispatch({ type: 'providerPicked', provider })
  checkout.dispatch({ type: 'productPicked', product })
  checkout.dispatch({ type: 'referenceTyped', reference: digits })
  checkout.dispatch({ type: 'numberChecked', check: { by: 'reading' } })
  checkout.dispatch({ type: 'reviewed' })
}

/** An order that a closed page has left on the disk. */
const left = (more: Partial<VasOrder> = {}): VasOrder => ({
  ...{ kind: 'airtime', state: 'SENT', key: 'key-1', accountId: 'a1', terms },
  ...{ openedAtMs: 1, sentAtMs: 1, saleId: null, isParked: false, ...more },
})

const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function nextTurn(): Promise<void> {
  await breathe()
  for (const work of later.splice(0)) work()
  await breathe()
}

const journaled = () => [...journal.disk.values()] as VasOrder[]

describe('a sale on the screen', () => {
  test('is on disk before it is sent, and removed when its end is known', async () => {
    const checkout = checkoutWith([approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    expect(keptWhenAsked).toMatchObject([
      [{ key: 'key-1', sentAtMs: 1_000_000, terms: { reference: '5512345600' } }],
    ])
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
    expect(journaled()).toEqual([])
  })

  test('reports its end to other tabs as well', async () => {
    const checkout = checkoutWith([approved])
    const ends: unknown[] = []
    checkout.onSettled((open, result, wasParked) => ends.push([open.key, result?.variant, wasParked]))
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    expect(ends).toEqual([['key-1', 'APPROVED', false]])
  })

  test('a second press sends nothing', async () => {
    const checkout = checkoutWith([approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    void checkout.submit(terms)
    await breathe()
    expect(asked).toHaveLength(1)
  })

  test('repeats the same key until there is an answer', async () => {
    const checkout = checkoutWith([silence, silence, silence, silence, approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    for (let n = 0; n < 5; n++) await nextTurn()
    expect(asked.map((open) => open.key)).toEqual(Array(5).fill('key-1'))
    expect(checkout.state().step).toBe('outcome')
  })

  test('tells the first attempt from later ones', async () => {
    const checkout = checkoutWith([silence, approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await nextTurn()
    expect(asked.map((open) => open.sentAtMs)).toEqual([null, 1_000_000])
  })

  test.each([
    [9_999, 'processing'],
    [10_000, 'pending'],
  ])('before a pause of %i ms it is %s', async (retryAfterMs, step) => {
    const checkout = checkoutWith([{ kind: 'unknown', retryAfterMs }])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    expect(checkout.state().step).toBe(step)
  })

  test('is polled by its id while pending', async () => {
    const checkout = checkoutWith([pending, approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    expect(checkout.state()).toMatchObject({ step: 'pending', open: { saleId: 'v1' } })
    expect(journaled()).toMatchObject([{ saleId: 'v1' }])
    await nextTurn()
    expect(asked.at(-1)).toMatchObject({ saleId: 'v1' })
    expect(checkout.state().step).toBe('outcome')
  })

  test('is sent when the note that it is being sent is on disk', async () => {
    const checkout = checkoutWith([approved])
    toConfirmation(checkout)
    journal.isHeld = true
    void checkout.submit(terms)
    for (const isSent of [false, false, true]) {
      await breathe()
      expect(asked.length === 1).toBe(isSent)
      journal.letThrough()
    }
  })

  test('is not sent when the device cannot store it', async () => {
    journal.isFull = true
    const checkout = checkoutWith([approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    expect(asked).toEqual([])
    expect(checkout.state()).toMatchObject({ result: { refusal: { code: 'storage_unavailable' } } })
  })
})

describe('after a crash', () => {
  test('the order is found and repeated under its key', async () => {
    const crashed = checkoutWith([silence])
    toConfirmation(crashed)
    void crashed.submit(terms)
    await breathe()
    crashed.stop()

    const reloaded = checkoutWith([approved])
    await reloaded.resume()
    expect(reloaded.state()).toMatchObject({ step: 'processing', open: { key: 'key-1' } })
    await breathe()
    expect(reloaded.state().step).toBe('outcome')
    expect(journaled()).toEqual([])
  })

  test('of two orders the later one is on the screen, and the other one is parked', async () => {
    const [first, second] = [1, 2].map((n) => ({ key: `key-${n}`, openedAtMs: n }))
    for (const each of [first, second]) journal.disk.set(String(each?.key), left(each))
    const reloaded = checkoutWith([silence])
    await reloaded.resume()
    await breathe()
    expect(reloaded.state()).toMatchObject({ open: second })
    expect(reloaded.parked()).toMatchObject([first])
    expect(journaled()).toMatchObject([
      { ...first, isParked: true },
      { ...second, isParked: false },
    ])
  })

  test("another person's order stays where it is", async () => {
    const theirs = checkoutWith([silence])
    toConfirmation(theirs)
    void theirs.submit(terms)
    await breathe()
    theirs.stop()
    asked = []

    const mine = checkoutWith([approved], { accountId: 'a2' })
    await mine.resume()
    await breathe()
    expect(mine.state().step).toBe('form')
    expect(asked).toEqual([])
    expect(journaled()).toHaveLength(1)
  })

  test("an order of another kind is left to that kind's checkout", async () => {
    const airtime = checkoutWith([silence])
    toConfirmation(airtime)
    void airtime.submit(terms)
    await breathe()
    airtime.stop()
    asked = []

    const bills = checkoutWith([approved], { kind: 'service' })
    await bills.resume()
    await breathe()
    expect(bills.state().step).toBe('form')
    expect(asked).toEqual([])
    expect(journaled()).toHaveLength(1)
  })
})

describe('another window of the till', () => {
  test('leaves a sale in progress to the first one, and is free for the next customer', async () => {
    const first = checkoutWith([silence])
    toConfirmation(first)
    void first.submit(terms)
    await breathe()
    const other = checkoutWith([silence], { isBeside: true })
    await other.resume()
    expect(other.state().step).toBe('form')
    expect(journaled()).toMatchObject([{ isParked: false }])
    await nextTurn()
    // Only the first one has asked again.
    expect(asked).toHaveLength(2)
  })

  test('continues it when it comes to the front after the first one was closed', async () => {
    const first = checkoutWith([silence])
    const book = new OrderBook(journal)
    const other = checkoutWith([approved], { isBeside: true, book })
    toConfirmation(first)
    void first.submit(terms)
    await breathe()
    holds.closeAll()
    first.stop()
    await book.reload()
    await other.resume()
    await breathe()
    expect(other.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
    expect(journaled()).toEqual([])
  })

  test('parks it while the cashier fills in the form for a customer', async () => {
    const first = checkoutWith([silence])
    const book = new OrderBook(journal)
    const other = checkoutWith([pending], { isBeside: true, book })
    toConfirmation(first)
    void first.submit(terms)
    await breathe()
    holds.closeAll()
    first.stop()
    toConfirmation(other)
    await book.reload()
    await other.resume()
    await breathe()
    expect(other.state().step).toBe('confirm')
    expect(other.parked()).toMatchObject([{ key: 'key-1', isParked: true }])
  })

  test('may come when the first one has just ended its sale: nothing is held any more', async () => {
    const first = checkoutWith([approved])
    toConfirmation(first)
    void first.submit(terms)
    await breathe()
    expect(await holds.open().holds.held()).toEqual(new Set())
  })

  test('may continue what a person has left who has signed out', async () => {
    const first = checkoutWith([silence])
    toConfirmation(first)
    void first.submit(terms)
    await breathe()
    first.stop()
    expect(await holds.open().holds.held()).toEqual(new Set())
  })

  test('may end a sale: the first one still shows how', async () => {
    const book = new OrderBook(journal)
    const first = checkoutWith([silence, approved], { book })
    toConfirmation(first)
    void first.submit(terms)
    await breathe()
    journal.disk.clear()
    await book.reload()
    await nextTurn()
    expect(first.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
  })
})

describe('a parked sale', () => {
  test('frees the screen, is polled on, and reports its end', async () => {
    const checkout = checkoutWith([pending, pending, approved])
    const ends: string[] = []
    checkout.onSettled((_open, result, wasParked) => ends.push(`${result?.variant} ${wasParked}`))
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    checkout.dispatch({ type: 'parked' })
    expect(checkout.state().step).toBe('form')
    expect(checkout.parked()).toMatchObject([{ key: 'key-1', isParked: true }])
    expect(journaled()).toMatchObject([{ isParked: true }])
    await nextTurn()
    await nextTurn()
    expect(ends).toEqual(['APPROVED true'])
    expect(checkout.parked()).toEqual([])
    expect(journaled()).toEqual([])
  })

  test('is still parked after a reload', async () => {
    const checkout = checkoutWith([pending])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    checkout.dispatch({ type: 'parked' })
    checkout.stop()

    const reloaded = checkoutWith([pending])
    await reloaded.resume()
    await breathe()
    expect(reloaded.state().step).toBe('form')
    expect(reloaded.parked()).toMatchObject([{ key: 'key-1' }])
  })

  test('an order that nobody has answered yet cannot be parked', async () => {
    const checkout = checkoutWith([silence])
    toConfirmation(checkout)
    void checkout.submit(terms)
    checkout.dispatch({ type: 'parked' })
    expect(checkout.state().step).toBe('processing')
  })
})

describe('a parked PIN', () => {
  const pinProduct = { ...product, id: 'n150', kind: 'pin', amountCentavos: 15_000 } as VasProduct
  const pinOrder: VasTerms = { ...terms, product: pinProduct, reference: null, amountCentavos: 15_000 }
  const code = '4929114477880123'
  const delivered = {
    kind: 'sale',
    sale: { ...saleOf('APPROVED_PIN'), pin: { code, masked: '****0123' } },
    retryAfterMs: undefined,
  } as VasOrderStatus
  const ready: VasOrderStatus = { kind: 'ready', saleId: 'v1' }

  function parkedCheckout(answers: Parameters<typeof checkoutWith>[0]) {
    const checkout = checkoutWith(answers, { kind: 'pin' })
    checkout.dispatch({ type: 'providerPicked', provider })
    checkout.dispatch({ type: 'productPicked', product: pinProduct })
    checkout.dispatch({ type: 'reviewed' })
    void checkout.submit(pinOrder)
    return checkout
  }

  test('waits until it is recalled, and is then shown on the screen', async () => {
    const checkout = parkedCheckout([pending, ready, delivered])
    const ends: unknown[] = []
    checkout.onSettled((_open, result, wasParked) => ends.push([result, wasParked]))
    await breathe()
    checkout.dispatch({ type: 'parked' })
    await nextTurn()
    expect(ends).toEqual([[null, true]])
    expect([...checkout.ready().keys()]).toEqual(['key-1'])
    expect(journaled()).toMatchObject([{ saleId: 'v1', isParked: true }])
    checkout.recall('key-1')
    await breathe()
    expect(asked.at(-1)).toMatchObject({ key: 'key-1', isParked: false, saleId: 'v1' })
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
    expect(checkout.parked()).toEqual([])
    expect(journaled()).toEqual([])
  })

  test('stays in memory when its answer arrives anyway, and is never stored', async () => {
    const checkout = parkedCheckout([silence, silence, silence, delivered])
    for (let n = 0; n < 2; n++) await nextTurn()
    checkout.dispatch({ type: 'parked' })
    await nextTurn()
    expect(journaled()).toMatchObject([{ saleId: 'v1' }])
    checkout.recall('key-1')
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
    expect(journaled()).toEqual([])
    expect(journal.writings.length).toBeGreaterThan(2)
    expect(journal.writings.filter((text) => text.includes(code))).toEqual([])
  })

  test('waits as well when its answer was on the way as it was parked', async () => {
    let arrive = () => {}
    const late = new Promise<VasOrderStatus>((resolve) => {
      arrive = () => resolve(delivered)
    })
    const checkout = parkedCheckout([pending, late])
    await nextTurn()
    checkout.dispatch({ type: 'parked' })
    arrive()
    await breathe()
    expect([...checkout.ready().keys()]).toEqual(['key-1'])
    checkout.recall('key-1')
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
  })

  test('does not replace a sale on the screen', async () => {
    const checkout = parkedCheckout([pending, ready, pending])
    await breathe()
    checkout.dispatch({ type: 'parked' })
    await nextTurn()
    checkout.dispatch({ type: 'providerPicked', provider })
    checkout.dispatch({ type: 'productPicked', product: pinProduct })
    checkout.dispatch({ type: 'reviewed' })
    void checkout.submit(pinOrder)
    await breathe()
    const before = checkout.state()
    checkout.recall('key-1')
    expect(checkout.state()).toBe(before)
    expect(checkout.parked()).toMatchObject([{ key: 'key-1' }])
  })

  test('is found after a reload, and still waits to be recalled', async () => {
    const checkout = parkedCheckout([pending, ready])
    await breathe()
    checkout.dispatch({ type: 'parked' })
    await nextTurn()
    checkout.stop()

    const reloaded = checkoutWith([ready], { kind: 'pin' })
    await reloaded.resume()
    await breathe()
    expect(reloaded.state().step).toBe('form')
    expect([...reloaded.ready().keys()]).toEqual(['key-1'])
  })
})
