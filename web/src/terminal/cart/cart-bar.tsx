import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'
import { useCartState } from './use-cart.ts'

interface Props {
  checkout: CartCheckout
  isOpen: boolean
  onToggle: () => void
}

/** On a phone: says how many items the cart has, and opens and closes it over the goods. */
export function CartBar({ checkout, isOpen, onToggle }: Props) {
  const t = useWords(shopTexts)
  const { cart, pending } = useCartState(checkout)
  const count = (cart?.lines.length ?? 0) + pending.length
  const Icon = isOpen ? IconChevronDown : IconChevronUp
  return (
    <UnstyledButton className={classes['bar']} aria-expanded={isOpen} onClick={onToggle}>
      <Icon size={22} aria-hidden="true" />
      <span>
        {isOpen ? t('cartClose') : t('cartOpen')}
        <span className={classes['small']}>{t('cartCount', { count })}</span>
      </span>
    </UnstyledButton>
  )
}
