import { UnstyledButton } from '@mantine/core'
import type { CartDiscount, CartLine } from '@mostrador/client'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { useWords } from '../../ui/words/words.ts'
import type { PendingLine } from '../selling/cart/cart-view.ts'
import { isMeasured } from '../selling/money/quantity.ts'
import { grossCentavos } from '../selling/money/rounding.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'

interface Props {
  line: CartLine
  discount: CartDiscount | undefined
  onQuantity: (quantity: number) => void
  onOpen: () => void
}

/** A new line scrolls into view; it is the last one. */
function scrollToEnd(line: HTMLLIElement | null): void {
  const lines = line?.parentElement
  lines?.scrollTo({ top: lines.scrollHeight })
}

/** One line of the cart: goods, quantity and amount. */
export function CartLineRow({ line, discount, onQuantity, onOpen }: Props) {
  const t = useWords(shopTexts)
  const { productName, variantName, unit, quantity } = line
  const name = variantName === null ? productName : `${productName} · ${variantName}`
  return (
    <li ref={scrollToEnd} className={classes['line']}>
      <UnstyledButton className={classes['name']} onClick={onOpen} aria-description={t('lineOf', { name })}>
        <span className={classes['nameText']}>{name}</span>
        <span className={classes['small']}>
          {isMeasured(unit) && `${formatQuantity(quantity)} ${t(`unit.${unit}`)} × `}
          {formatPesos(line.unitPriceCentavos)} {t(`perUnit.${unit}`)}
        </span>
        {line.note !== null && <span className={classes['small']}>“{line.note}”</span>}
        {discount !== undefined && !discount.isCounted && (
          <span className={classes['small']}>
            {t('discount')}: {t(`approval.${discount.approvalStatus}`)}
          </span>
        )}
      </UnstyledButton>
      {isMeasured(unit) ? (
        <span />
      ) : (
        <span className={classes['stepper']}>
          <UnstyledButton
            className={classes['step']}
            aria-label={t('less', { name })}
            onClick={() => onQuantity(quantity - 1)}
          >
            <IconMinus size={18} aria-hidden="true" />
          </UnstyledButton>
          <span className={classes['quantity']}>{formatQuantity(quantity)}</span>
          <UnstyledButton
            className={classes['step']}
            aria-label={t('more', { name })}
            onClick={() => onQuantity(quantity + 1)}
          >
            <IconPlus size={18} aria-hidden="true" />
          </UnstyledButton>
        </span>
      )}
      <span className={classes['amount']}>
        {formatPesos(line.grossCentavos)}
        {line.discountCentavos > 0 && (
          <span className={`${classes['small']} ${classes['less']}`}>
            {formatPesos(-line.discountCentavos)}
          </span>
        )}
      </span>
    </li>
  )
}

/** A line shown before the server has priced it. */
export function PendingLineRow({ pending: { item, quantity } }: { pending: PendingLine }) {
  return (
    <li ref={scrollToEnd} className={classes['line']} data-pending>
      <span className={classes['name']}>
        <span className={classes['nameText']}>
          {item.variantName === null ? item.name : `${item.name} · ${item.variantName}`}
        </span>
      </span>
      <span className={classes['quantity']}>{formatQuantity(quantity)}</span>
      <span className={classes['amount']}>{formatPesos(grossCentavos(quantity, item.priceCentavos))}</span>
    </li>
  )
}
