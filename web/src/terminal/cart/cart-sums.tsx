import { ActionIcon } from '@mantine/core'
import type { Cart, CartDiscount } from '@mostrador/client'
import { IconX } from '@tabler/icons-react'
import { formatPesos } from '../../ui/format/money.ts'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type PendingLine, pendingCentavos } from '../selling/cart/cart-view.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'
import { discountWord } from './discount-word.ts'

interface Props {
  cart: Cart | null
  pending: readonly PendingLine[]
  onRemoveDiscount: (id: string) => void
}

/** The cart's total as priced by the server, plus lines on their way at the catalog's price. */
export function CartSums({ cart, pending, onRemoveDiscount }: Props) {
  const t = useWords(shopTexts)
  const waitingCentavos = pending.reduce((sum, line) => sum + pendingCentavos(line), 0)
  const ofCart = cart?.discounts.find(({ scope }) => scope === 'CART')
  const isTaxAdded = cart?.lines.some(({ isTaxIncluded }) => !isTaxIncluded) ?? false
  return (
    <dl className={classes['sums']} aria-live="polite">
      {cart !== null && cart.discountCentavos > 0 && (
        <>
          <div>
            <dt>{t('subtotal')}</dt>
            <dd>{formatPesos(cart.grossCentavos)}</dd>
          </div>
          <div>
            <dt>{t('discount')}</dt>
            <dd>{formatPesos(-cart.discountCentavos)}</dd>
          </div>
        </>
      )}
      {ofCart !== undefined && (
        <CartDiscountRow discount={ofCart} onRemove={() => onRemoveDiscount(ofCart.id)} />
      )}
      {cart !== null && cart.taxCentavos > 0 && (
        <div>
          <dt>{isTaxAdded ? t('taxAdded') : t('tax')}</dt>
          <dd>{formatPesos(cart.taxCentavos)}</dd>
        </div>
      )}
      <div className={classes['total']}>
        <dt>{t('total')}</dt>
        <dd data-testid="cart-total">{formatPesos((cart?.totalCentavos ?? 0) + waitingCentavos)}</dd>
      </div>
    </dl>
  )
}

function CartDiscountRow({ discount, onRemove }: { discount: CartDiscount; onRemove: () => void }) {
  const t = useWords(shopTexts)
  const { approvalStatus, isCounted, percentageBps, amountCentavos } = discount
  const size = percentageBps === null ? formatPesos(amountCentavos ?? 0) : `${percentageBps / 100} %`
  const tone = isCounted ? 'good' : approvalStatus === 'PENDING' ? 'wait' : 'bad'
  return (
    <div>
      <dt>
        {t('discount')} {size} <StatusChip tone={tone}>{t(discountWord(discount))}</StatusChip>
      </dt>
      <dd>
        <ActionIcon aria-label={t('discountRemove')} onClick={onRemove}>
          <IconX size={18} />
        </ActionIcon>
      </dd>
    </div>
  )
}
