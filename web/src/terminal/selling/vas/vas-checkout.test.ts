import type { VasProduct } from '@mostrador/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { VasOrder, VasTerms } from '../orders/order.ts'
import { product, provider, terms } from './fake-order.ts'
import { approved, breathe, FakeVasTill, pending, saleOf, silence, toConfirmation } from './fake-vas-till.ts'
import type { VasOrderStatus } from './vas-order-status.ts'

let till: FakeVasTill
beforeEach(() => {
  till = new FakeVasTill()
})

/** An order that a closed page has left on the disk. */
const left = (more: Partial<VasOrder> = {}): VasOrder => ({
  ...{ kind: 'airtime', state: 'SENT', key: 'key-1', accountId: 'a1', terms },
  ...{ openedAtMs: 1, sentAtMs: 1, saleId: null, isParked: false, ...more },
})

describe('a sale on the screen', () => {
  test('is on disk before it is sent, and removed when its end is known', async () => {
    const checkout = await till.submitted([approved])
    expect(till.storedWhenAsked).toMatchObject([
      [{ key: 'key-1', sentAtMs: 1_000_000, terms: { reference: '5512345600' } }],
    ])
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { variant: 'APPROVED' } })
    expect(till.stored).toEqual([])
  })

  test('reports its end to other tabs as well', async () => {
    const checkout = till.open([approved])
    const ends: unknown[] = []
    checkout.onSettled((open, result, wasParked) => ends.push([open.key, result?.variant, wasParked]))
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    expect(ends).toEqual([['key-1', 'APPROVED', false]])
  })

  test('a second press sends nothing', async () => {
    const checkout = till.open([approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    void checkout.submit(terms)
    await breathe()
    expect(till.asked).toHaveLength(1)
  })

  test('repeats the same key until there is an answer', async () => {
    const checkout = till.open([silence, silence, silence, silence, approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    for (let n = 0; n < 5; n++) await till.nextTurn()
    expect(till.asked.map((open) => open.key)).toEqual(Array(5).fill('key-1'))
    expect(checkout.state().step).toBe('outcome')
  })

  test('tells the first attempt from later ones', async () => {
    const checkout = till.open([silence, approved])
    toConfirmation(checkout)
    void checkout.submit(terms)
    await till.nextTurn()
    expect(till.asked.map((open) => open.sentAtMs)).toEqual([null, 1_000_000])
  })

  test.each([
    [9_999, 'processing'],
    [10_000, 'pending'],
  ])('before a pause of %i ms it is %s', async (retryAfterMs, step) => {
    const checkout = await till.submitted([{ kind: 'unknown', retryAfterMs }])
    expect(checkout.state().step).toBe(step)
  })

  test('is asked about again when the server says, but not sooner than usual', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    for (const [retryAfterMs, pauseMs] of [
      [undefined, 1_000],
      [30_000, 30_000],
    ]) {
      const checkout = await new FakeVasTill().submitted([
        { kind: 'sale', sale: saleOf('PENDING'), retryAfterMs },
      ])
      expect(checkout.state()).toMatchObject({ step: 'pending', nextCheckAtMs: Date.now() + (pauseMs ?? 0) })
    }
  })

  test('is polled by its id while pending', async () => {
    const checkout = await till.submitted([pending, approved])
    expect(checkout.state()).toMatchObject({ step: 'pending', open: { saleId: 'v1' } })
    expect(till.stored).toMatchObject([{ saleId: 'v1' }])
    await till.nextTurn()
    expect(till.asked.at(-1)).toMatchObject({ saleId: 'v1' })
    expect(checkout.state().step).toBe('outcome')
  })

  test('is sent when the note that it is being sent is on disk', async () => {
    const checkout = till.open([approved])
    toConfirmation(checkout)
    till.journal.isHeld = true
    void checkout.submit(terms)
    for (const isSent of [false, false, true]) {
      await breathe()
      expect(till.asked.length === 1).toBe(isSent)
      till.journal.letThrough()
    }
  })

  test('is not sent when the device cannot store it', async () => {
    till.journal.isFull = true
    const checkout = await till.submitted([approved])
    expect(till.asked).toEqual([])
    expect(checkout.state()).toMatchObject({ result: { refusal: { code: 'storage_unavailable' } } })
  })
})

describe('after a crash', () => {
  test('the order is found and repeated under its key', async () => {
    const crashed = await till.submitted([silence])
    crashed.stop()

    const reloaded = till.open([approved])
    await reloaded.resume()
    expect(reloaded.state()).toMatchObject({ step: 'processing', open: { key: 'key-1' } })
    await breathe()
    expect(reloaded.state().step).toBe('outcome')
    expect(till.stored).toEqual([])
  })

  test('of two orders the later one is on the screen, and the other one is parked', async () => {
    const [first, second] = [1, 2].map((n) => ({ key: `key-${n}`, openedAtMs: n }))
    for (const each of [first, second]) till.journal.disk.set(String(each?.key), left(each))
    const reloaded = till.open([silence])
    await reloaded.resume()
    await breathe()
    expect(reloaded.state()).toMatchObject({ open: second })
    expect(reloaded.parked()).toMatchObject([first])
    expect(till.stored).toMatchObject([
      { ...first, isParked: true },
      { ...second, isParked: false },
    ])
  })

  test("another person's order stays where it is", async () => {
    const theirs = await till.submitted([silence])
    theirs.stop()
    till.asked = []

    const mine = till.open([approved], { accountId: 'a2' })
    await mine.resume()
    await breathe()
    expect(mine.state().step).toBe('form')
    expect(till.asked).toEqual([])
    expect(till.stored).toHaveLength(1)
  })

  test("an order of another kind is left to that kind's checkout", async () => {
    const airtime = await till.submitted([silence])
    airtime.stop()
    till.asked = []

    const bills = till.open([approved], { kind: 'service' })
    await bills.resume()
    await breathe()
    expect(bills.state().step).toBe('form')
    expect(till.asked).toEqual([])
    expect(till.stored).toHaveLength(1)
  })
})

describe('a parked sale', () => {
  test('frees the screen, is polled on, and reports its end', async () => {
    const checkout = till.open([pending, pending, approved])
    const ends: string[] = []
    checkout.onSettled((_open, result, wasParked) => ends.push(`${result?.variant} ${wasParked}`))
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    checkout.dispatch({ type: 'parked' })
    expect(checkout.state().step).toBe('form')
    expect(checkout.parked()).toMatchObject([{ key: 'key-1', isParked: true }])
    expect(till.stored).toMatchObject([{ isParked: true }])
    await till.nextTurn()
    await till.nextTurn()
    expect(ends).toEqual(['APPROVED true'])
    expect(checkout.parked()).toEqual([])
    expect(till.stored).toEqual([])
  })

  test('is recalled among several', async () => {
    for (const key of ['key-1', 'key-2']) till.journal.disk.set(key, left({ key, isParked: true }))
    const checkout = till.open([pending])
    await checkout.resume()
    await breathe()
    checkout.recall('key-2')
    expect(checkout.state()).toMatchObject({ open: { key: 'key-2', isParked: false } })
    expect(checkout.parked()).toMatchObject([{ key: 'key-1' }])
    checkout.recall('key-9')
    expect(checkout.state()).toMatchObject({ open: { key: 'key-2' } })
  })

  test('is still parked after a reload', async () => {
    const checkout = await till.submitted([pending])
    checkout.dispatch({ type: 'parked' })
    checkout.stop()

    const reloaded = till.open([pending])
    await reloaded.resume()
    await breathe()
    expect(reloaded.state().step).toBe('form')
    expect(reloaded.parked()).toMatchObject([{ key: 'key-1' }])
  })

  test('an order that nobody has answered yet cannot be parked', async () => {
    const checkout = till.open([silence])
    toConfirmation(checkout)
    void checkout.submit(terms)
    checkout.dispatch({ type: 'parked' })
    expect(checkout.state().step).toBe('processing')
  })
})

describe.each(['DECLINED', 'REVERSED'] as const)('a parked sale that ended %s', (variant) => {
  const ended: VasOrderStatus = { kind: 'sale', sale: saleOf(variant), retryAfterMs: undefined }

  /** A till on which a sale was parked, and has ended. */
  async function parkedCheckout(ends: unknown[] = []) {
    const checkout = await till.submitted([pending, ended])
    checkout.onSettled((_open, result, wasParked) => ends.push([result?.variant, wasParked]))
    checkout.dispatch({ type: 'parked' })
    await till.nextTurn()
    return checkout
  }

  test('is reported, and waits until it is recalled to show what to hand back', async () => {
    const ends: unknown[] = []
    const checkout = await parkedCheckout(ends)
    expect(ends).toEqual([[variant, true]])
    expect(checkout.state().step).toBe('form')
    expect([...checkout.ready().keys()]).toEqual(['key-1'])
    expect(till.stored).toMatchObject([{ key: 'key-1', saleId: 'v1', isParked: true }])
    checkout.recall('key-1')
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { variant, sale: { id: 'v1' } } })
    expect([...checkout.ready()]).toEqual([])
    await breathe()
    expect(till.stored).toEqual([])
  })

  test('still waits after a lock or a reload, and is reported again', async () => {
    const checkout = await parkedCheckout()
    checkout.stop()
    const reloaded = till.open([ended])
    const ends: unknown[] = []
    reloaded.onSettled((_open, result, wasParked) => ends.push([result?.variant, wasParked]))
    await reloaded.resume()
    await breathe()
    expect(ends).toEqual([[variant, true]])
    expect(reloaded.state().step).toBe('form')
    expect([...reloaded.ready().keys()]).toEqual(['key-1'])
    expect(till.stored).toHaveLength(1)
  })
})

test('a parked order that nothing was attempted for does not wait, because it could be sent again', async () => {
  const refusal = { code: 'never_sent', detail: null, earlier: null }
  const checkout = await till.submitted([pending, { kind: 'refused', refusal }])
  checkout.dispatch({ type: 'parked' })
  await till.nextTurn()
  expect([...checkout.ready()]).toEqual([])
  expect(checkout.parked()).toEqual([])
  expect(till.stored).toEqual([])
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

  function parkedCheckout(answers: Parameters<FakeVasTill['open']>[0]) {
    const checkout = till.open(answers, { kind: 'pin' })
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
    await till.nextTurn()
    expect(ends).toEqual([[null, true]])
    expect([...checkout.ready().keys()]).toEqual(['key-1'])
    expect(till.stored).toMatchObject([{ saleId: 'v1', isParked: true }])
    checkout.recall('key-1')
    await breathe()
    expect(till.asked.at(-1)).toMatchObject({ key: 'key-1', isParked: false, saleId: 'v1' })
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
    expect(checkout.parked()).toEqual([])
    expect(till.stored).toEqual([])
  })

  test('stays in memory when its answer arrives anyway, and is never stored', async () => {
    const checkout = parkedCheckout([silence, silence, silence, delivered])
    for (let n = 0; n < 2; n++) await till.nextTurn()
    checkout.dispatch({ type: 'parked' })
    await till.nextTurn()
    expect(till.stored).toMatchObject([{ saleId: 'v1' }])
    checkout.recall('key-1')
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { sale: { pin: { code } } } })
    expect(till.stored).toEqual([])
    expect(till.journal.writings.length).toBeGreaterThan(2)
    expect(till.journal.writings.filter((text) => text.includes(code))).toEqual([])
  })

  test('waits as well when its answer was on the way as it was parked', async () => {
    let arrive = () => {}
    const late = new Promise<VasOrderStatus>((resolve) => {
      arrive = () => resolve(delivered)
    })
    const checkout = parkedCheckout([pending, late])
    await till.nextTurn()
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
    await till.nextTurn()
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
    await till.nextTurn()
    checkout.stop()

    const reloaded = till.open([ready], { kind: 'pin' })
    await reloaded.resume()
    await breathe()
    expect(reloaded.state().step).toBe('form')
    expect([...reloaded.ready().keys()]).toEqual(['key-1'])
  })
})

describe('in another store', () => {
  const begun = { step: 'form', draft: { provider: null, product: null, reference: '' } }

  test.each(['form', 'confirm'] as const)('what was filled in is dropped: %s', (step) => {
    const checkout = till.open([approved])
    checkout.enterStore('s1')
    toConfirmation(checkout)
    if (step === 'form') checkout.dispatch({ type: 'edited' })
    const before = checkout.state()
    checkout.enterStore('s1')
    expect(checkout.state()).toBe(before)
    expect(before.step).toBe(step)
    checkout.enterStore('s2')
    expect(checkout.state()).toMatchObject(begun)
  })

  test('a sale in progress goes on, and a refused one is not filled in again', async () => {
    const refusal = { code: 'shift_closed', detail: null, earlier: null }
    const checkout = till.open([silence, { kind: 'refused', refusal }])
    checkout.enterStore('s1')
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    checkout.enterStore('s2')
    expect(checkout.state()).toMatchObject({ step: 'processing', open: { terms: { storeId: 's1' } } })
    await till.nextTurn()
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { refusal } })
    checkout.dispatch({ type: 'corrected' })
    expect(checkout.state()).toMatchObject(begun)
  })

  test('a refused sale is not sold again for the store that was left', async () => {
    const refusal = { code: 'duplicate_suspected', detail: null, earlier: null }
    const checkout = till.open([{ kind: 'refused', refusal }])
    checkout.enterStore('s1')
    toConfirmation(checkout)
    await checkout.submit(terms)
    await breathe()
    expect(checkout.state()).toMatchObject({ step: 'outcome', result: { refusal } })
    checkout.enterStore('s2')
    await checkout.submit(terms)
    expect(checkout.state()).toMatchObject(begun)
    expect(checkout.parked()).toEqual([])
  })
})
