import { VisuallyHidden } from '@mantine/core'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { useCartState } from './use-cart.ts'

interface Props {
  checkout: CartCheckout
  /** The goods added last. */
  latestId: string | null
}

/** Tells screen readers which goods came into the cart: the total alone, which is told too, does not say. */
export function ToldLine({ checkout, latestId }: Props) {
  const t = useWords(shopTexts)
  const { cart } = useCartState(checkout)
  const line = cart?.lines.findLast(({ variantId }) => variantId === latestId)
  return (
    <VisuallyHidden role="status">
      {line !== undefined &&
        t('lineTold', {
          quantity: formatQuantity(line.quantity),
          name: line.productName,
          amount: formatPesos(line.grossCentavos),
        })}
    </VisuallyHidden>
  )
}
