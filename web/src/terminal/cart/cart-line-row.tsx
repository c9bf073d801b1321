import { UnstyledButton } from '@mantine/core'
import type { CartDiscount, CartLine } from '@mostrador/client'
import { Stepper } from '../../ui/fields/stepper.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { isMeasured } from '../../ui/format/typed-quantity.ts'
import { useWords } from '../../ui/words/words.ts'
import { type PendingLine, pendingCentavos } from '../selling/cart/cart-view.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'
import { discountWord } from './discount-word.ts'

interface Props {
  line: CartLine
  /** With what was pressed and is not answered yet. */
  quantity: number
  /** The line that keys change. */
  isLatest: boolean
  discount: CartDiscount | undefined
  onStep: (by: number) => void
  onOpen: () => void
}

/** A new line scrolls into view; it is the last one. */
function scrollToEnd(line: HTMLLIElement | null): void {
  const lines = line?.parentElement
  lines?.scrollTo({ top: lines.scrollHeight })
}

/** One line of the cart: goods, quantity and amount. */
export function CartLineRow({ line, quantity, isLatest, discount, onStep, onOpen }: Props) {
  const t = useWords(shopTexts)
  const { productName, variantName, unit } = line
  const name = variantName === null ? productName : `${productName} · ${variantName}`
  return (
    <li
      ref={scrollToEnd}
      className={classes['line']}
      data-latest={isLatest || undefined}
      // Its amount is still that of the last answer.
      data-pending={quantity !== line.quantity || undefined}
    >
      <UnstyledButton className={classes['name']} onClick={onOpen} aria-description={t('lineOf', { name })}>
        <span className={classes['nameText']}>{name}</span>
        <span className={classes['small']}>
          {isMeasured(unit) && `${formatQuantity(quantity)} ${t(`unit.${unit}`)} × `}
          {formatPesos(line.unitPriceCentavos)} {t(`perUnit.${unit}`)}
        </span>
        {line.note !== null && <span className={classes['small']}>“{line.note}”</span>}
        {discount !== undefined && !discount.isCounted && (
          <span className={classes['small']}>
            {t('discount')}: {t(discountWord(discount))}
          </span>
        )}
      </UnstyledButton>
      {isMeasured(unit) ? (
        <span />
      ) : (
        <Stepper
          less={t('less', { name })}
          more={t('more', { name })}
          // A line without pieces is being removed.
          onLess={quantity > 0 ? () => onStep(-1) : undefined}
          onMore={quantity > 0 ? () => onStep(1) : undefined}
        >
          <span className={classes['quantity']}>{formatQuantity(quantity)}</span>
        </Stepper>
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
export function PendingLineRow({ pending }: { pending: PendingLine }) {
  const { item, quantity } = pending
  return (
    <li ref={scrollToEnd} className={classes['line']} data-pending>
      <span className={classes['name']}>
        <span className={classes['nameText']}>
          {item.variantName === null ? item.name : `${item.name} · ${item.variantName}`}
        </span>
      </span>
      <span className={classes['quantity']}>{formatQuantity(quantity)}</span>
      <span className={classes['amount']}>{formatPesos(pendingCentavos(pending))}</span>
    </li>
  )
}
