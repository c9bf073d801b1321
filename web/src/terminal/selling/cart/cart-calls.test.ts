import type { Cart } from '@mostrador/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as Calls from './cart-calls.ts'
import { fakeGoods } from './fake-goods.ts'
import { bread, cheese, FakeServer, soda } from './fake-server.ts'
import { localCart, localOf, withGoods, withLine } from './local-cart.ts'

let server: FakeServer
let calls: typeof Calls

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', (request: Request) => server.fetched(request))
  calls = await import('./cart-calls.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = new FakeServer()
})
afterEach(() => vi.useRealTimers())

const isOnline = () => server.isUp
const open = (terminalId: string | null = null) =>
  calls.openCart('c1', 's1', terminalId, [{ variantId: soda.variantId, quantity: 2 }], isOnline)
const heard = (pattern: RegExp) => server.heard.filter(({ call }) => pattern.test(call))

describe('a request about a cart', () => {
  test.each([
    ['without a terminal', null, {}],
    ['at a terminal', 't1', { terminalId: 't1' }],
  ])('%s names the store, and the terminal if there is one', async (_where, terminalId, terminal) => {
    await open(terminalId)
    const { lines: _, ...body } = heard(/POST/)[0]?.body ?? {}
    expect(body).toEqual({ id: 'c1', storeId: 's1', ...terminal })
  })

  test('is sent four times, with longer pauses, while there is no answer', async () => {
    server.fates.push(...Array.from({ length: 9 }, () => ({ call: /POST/, fate: 'lost' as const })))
    const failed = expect(open()).rejects.toThrow()
    const attempts = []
    for (const pauseMs of [0, 499, 1, 999, 1, 1_999, 1, 60_000]) {
      await vi.advanceTimersByTimeAsync(pauseMs)
      attempts.push(9 - server.fates.length)
    }
    await failed
    expect(attempts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  })

  test('adds a line once for its key, however often it is sent', async () => {
    await open()
    server.fates.push(...Array.from({ length: 3 }, () => ({ call: /lines$/, fate: 'unanswered' as const })))
    const added = calls.putLine('c1', { variantId: bread.variantId, quantity: 1 }, 'k1', isOnline)
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await added).lines).toMatchObject([{ quantity: 2 }, { variantId: bread.variantId, quantity: 1 }])
    expect(heard(/lines$/).map(({ key }) => key)).toEqual(['k1', 'k1', 'k1', 'k1'])
  })

  test('is sent twice when the network is gone', async () => {
    server.isUp = false
    server.fates.push(...Array.from({ length: 9 }, () => ({ call: /POST/, fate: 'lost' as const })))
    const failed = expect(open()).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(60_000)
    await failed
    expect(server.fates).toHaveLength(7)
  })
})

describe('a change of a line', () => {
  const change = async (lineChange: Calls.LineChange, fate: 'lost' | 'unanswered') => {
    const [line] = (await open()).lines
    server.fates.push({ call: /lines\//, fate }, { call: /lines\//, fate })
    const changed = calls.changedLine('c1', line?.id ?? '', lineChange, 'k9', isOnline)
    await vi.advanceTimersByTimeAsync(60_000)
    return (await changed).lines
  }

  test.each(['lost', 'unanswered'] as const)('is repeated when the request is %s', async (fate) => {
    expect(await change({ quantity: 5 }, fate)).toMatchObject([{ quantity: 5 }])
    expect(new Set(heard(/PATCH/).map(({ key }) => key))).toEqual(new Set(['k9']))
  })

  test.each(['lost', 'unanswered'] as const)('removes it, also when the request is %s', async (fate) => {
    expect(await change({ quantity: 0 }, fate)).toEqual([])
  })
})

describe('a cart that goes back to the server', () => {
  const move = async (local: Cart) => (await calls.moveToServer(local, null)).cart

  test('keeps amounts, entered prices and names, and notes', async () => {
    const opened = fakeGoods('suelto', 1_000, { isPriceOpen: true, name: 'Pila AA' })
    let local = localCart('c1', 's1', '2026-11-27T10:00:00Z')
    local = withGoods(local, cheese, 0.5, 'l1', 9_495)
    local = withGoods(local, opened, 1, 'l2')
    local = withLine(withGoods(local, soda, 3, 'l3'), 'l3', { note: 'frío' })
    server.fates.push({ call: /POST \/pos\/carts$/, fate: { status: 409, code: 'product_unavailable' } })
    await expect(move(local)).rejects.toMatchObject({ code: 'product_unavailable' })
    expect(heard(/POST \/pos\/carts$/)[0]?.body['lines']).toEqual([
      { variantId: 'queso', quantity: 0.5, amountCentavos: 9_495 },
      { variantId: 'suelto', quantity: 1, unitPriceCentavos: 1_000, productName: 'Pila AA' },
      { variantId: 'refresco', quantity: 3, note: 'frío' },
    ])
  })

  test('and was not changed since is the same', async () => {
    const known = await open()
    expect(await move(localOf(known))).toMatchObject({ id: 'c1', version: known.version })
    expect(heard(/cancel|POST \/pos\/carts$/)).toHaveLength(1)
  })

  test.each<[string, (cart: Cart) => Cart]>([
    ['has other goods in addition', (cart) => withGoods(cart, bread, 1, 'l9')],
    ['has more of them', (cart) => withLine(cart, cart.lines[0]?.id ?? '', { quantity: 3 })],
    ['has a note', (cart) => withLine(cart, cart.lines[0]?.id ?? '', { note: 'frío' })],
    [
      'has as many of others instead',
      (cart) => withGoods(withLine(cart, cart.lines[0]?.id ?? '', { quantity: 0 }), bread, 2, 'l9'),
    ],
  ])('and %s is a new one, and the old one is canceled', async (_what, changed) => {
    const local = changed(localOf(await open()))
    const moved = await move(local)
    expect(moved.id).not.toBe('c1')
    const goods = ({ lines }: Cart) => lines.map(({ variantId, quantity }) => [variantId, quantity])
    expect(goods(moved)).toEqual(goods(local))
    expect(server.carts.get('c1')).toMatchObject({ status: 'CANCELED' })
  })

  test('and has more of one of its goods is a new one', async () => {
    await open()
    const known = await calls.putLine('c1', { variantId: bread.variantId, quantity: 1 }, 'k1', isOnline)
    const moved = await move(withLine(localOf(known), known.lines[1]?.id ?? '', { quantity: 3 }))
    expect(moved.id).not.toBe('c1')
    expect(moved.lines.map(({ quantity }) => quantity)).toEqual([2, 3])
  })

  test.each([
    'CANCELED',
    'FINALIZED',
    'PARKED',
  ] as const)('and was %s there meanwhile is a new one', async (status) => {
    const known = await open()
    server.carts.set('c1', { ...known, status })
    expect(await move(localOf(known))).toMatchObject({ status: 'OPEN', lines: [{ quantity: 2 }] })
    expect(heard(/POST \/pos\/carts$/)).toHaveLength(2)
  })

  test('and was never there is opened, and nothing is canceled', async () => {
    const local = withGoods(localCart('c9', 's1', '2026-11-27T10:00:00Z'), bread, 1, 'l1')
    expect(await move(local)).toMatchObject({ totalCentavos: 4_850 })
    expect(heard(/cancel/)).toEqual([])
  })

  test.each([
    ['discounts', true],
    ['no discounts', false],
  ])('and had a customer and %s keeps the customer, and tells whether discounts are gone', async (_what, hasLostDiscounts) => {
    const known = await open()
    const discounts = hasLostDiscounts ? ([{ id: 'd1' }] as Cart['discounts']) : []
    server.carts.set('c1', { ...known, customerId: 'p1', discounts })
    const moved = calls.moveToServer(withGoods(localOf(known), bread, 1, 'l9'), null)
    expect(await moved).toMatchObject({ cart: { customerId: 'p1' }, hasLostDiscounts })
  })
})
