import { MantineProvider } from '@mantine/core'
import type { CartLine } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { localCart, withGoods } from '../selling/cart/local-cart.ts'
import { CartLineRow } from './cart-line-row.tsx'

const two = withGoods(localCart('c1', 's1', '2026-11-21T10:00:00Z'), fakeGoods('refresco', 1_900), 2, 'l1')

/** A line of two pieces, with so many once all presses are answered. */
function drawn(quantity: number) {
  const row = renderToStaticMarkup(
    <MantineProvider>
      <CartLineRow
        line={two.lines[0] as CartLine}
        quantity={quantity}
        isLatest={false}
        discount={undefined}
        onStep={() => undefined}
        onOpen={() => undefined}
      />
    </MantineProvider>,
  )
  const buttons = row.match(/<button[^>]*aria-label[^>]*>/g) ?? []
  return { row, disabled: buttons.map((button) => / disabled/.test(button)) }
}

test('a line is stepped until its last piece is taken away', () => {
  expect(drawn(2).disabled).toEqual([false, false])
  expect(drawn(1).disabled).toEqual([false, false])
  expect(drawn(0).disabled).toEqual([true, true])
})

test('a line is dimmed while its quantity is ahead of its amount', () => {
  expect(drawn(3).row).toContain('data-pending')
  expect(drawn(2).row).not.toContain('data-pending')
})
