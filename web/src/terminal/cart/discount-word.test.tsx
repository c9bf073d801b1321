import { MantineProvider } from '@mantine/core'
import type { CartDiscount, CartLine } from '@mostrador/client'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { type CartState, idle } from '../selling/cart/cart-view.ts'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { localCart, withGoods } from '../selling/cart/local-cart.ts'
import type { CartOrder } from '../selling/orders/order.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { CartSums } from './cart-sums.tsx'
import type * as Form from './line-form.tsx'

let LineForm: typeof Form.LineForm

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { matchMedia: () => ({ matches: false }) }))
  LineForm = (await import('./line-form.tsx')).LineForm
})
afterAll(() => vi.unstubAllGlobals())

const empty = localCart('c1', 's1', '2026-11-21T10:00:00Z')
const two = withGoods(empty, fakeGoods('refresco', 1_900), 2, 'l1')
const line = two.lines[0] as CartLine

const drawn = (what: ReactNode) => renderToStaticMarkup(<MantineProvider>{what}</MantineProvider>)
const nothing = () => undefined
const never = () => Promise.reject(new Error('nobody presses a button'))

/** What each place of the cart says of a discount of a line, or of the whole cart. */
const places: Record<string, (given: Omit<CartDiscount, 'scope' | 'lineItemId'>) => string> = {
  'the line’s row': (given) =>
    drawn(
      <CartLineRow
        line={line}
        quantity={2}
        isLatest={false}
        discount={{ ...given, scope: 'LINE', lineItemId: line.id }}
        onStep={nothing}
        onOpen={nothing}
      />,
    ),
  'the line’s form': (given) => {
    const cart = { ...two, discounts: [{ ...given, scope: 'LINE' as const, lineItemId: line.id }] }
    const order: CartOrder = {
      ...{ kind: 'goods', state: 'DRAFT', key: 'c1', accountId: 'a1', storeId: 's1' },
      ...{ openedAtMs: 0, sentAtMs: null, cart, isLocal: false },
    }
    const checkout = {
      store: createStore<CartState>(() => ({ ...idle, order })),
      ...{ setQuantity: never, setNote: never, remove: never, addDiscount: never, removeDiscount: never },
    }
    return drawn(<LineForm checkout={checkout} line={line} goods={undefined} onClose={nothing} />)
  },
  'the sums': (given) => {
    const cart = { ...two, discounts: [{ ...given, scope: 'CART' as const, lineItemId: null }] }
    return drawn(<CartSums cart={cart} pending={[]} onRemoveDiscount={nothing} />)
  },
}

const given = {
  ...{ id: 'd1', amountCentavos: 500, percentageBps: null, reason: 'Golpeado', approvalId: 'p1' },
  isCounted: false,
}

test.each(Object.keys(places))('%s says when an approved discount no longer counts', (place) => {
  const stale = places[place]?.({ ...given, approvalStatus: 'APPROVED' })
  expect(stale).toContain('La cuenta cambió: ya no vale')
  expect(stale).not.toContain('Autorizado')
  const waiting = places[place]?.({ ...given, approvalStatus: 'PENDING' })
  expect(waiting).toContain('Espera autorización')
  expect(waiting).not.toContain('ya no vale')
})
