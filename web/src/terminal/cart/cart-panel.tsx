import { Alert, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import { ApproveHere } from '../../approvals/approve-here.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { EmptyTicket } from '../../ui/illustrations/scenes.tsx'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, goodsOf } from '../catalog/goods-item.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { steppedQuantity, waitingDiscounts } from '../selling/cart/cart-view.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { LastChange } from '../tender/last-change.tsx'
import { useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'
import { CartBar } from './cart-bar.tsx'
import type { CartDialog } from './cart-dialog.ts'
import { CartDialogs } from './cart-dialogs.tsx'
import { CartLineRow, PendingLineRow } from './cart-line-row.tsx'
import { CartMenu } from './cart-menu.tsx'
import { CartSums } from './cart-sums.tsx'
import { CustomerButton } from './customer-button.tsx'
import { payObstacle } from './pay-obstacle.ts'
import { useCartState } from './use-cart.ts'
import { latestLine, useCartCommands } from './use-cart-commands.ts'

interface Props {
  checkout: CartCheckout
  /** The goods as this device's catalog has them. */
  items: readonly GoodsItem[]
  hasShift: boolean
  /** Why an offline sale cannot be charged. */
  localReason: string | null
  /** The search has text. */
  isSearching: boolean
  /** The goods added last. */
  latestId: string | null
  /** Of the sale before, while this cart is empty. */
  lastChangeCentavos: number
  onCheckPrice: () => void
  onPay: () => void
}

/** The current cart, next to the goods; on a phone a bar under them, which opens. */
export function CartPanel(props: Props) {
  const { checkout, items, hasShift, localReason, isSearching, latestId, lastChangeCentavos, onPay } = props
  const t = useWords(shopTexts)
  const words = useFaultWords()
  const { cart, pending, steps, busyCount, fault, isLocal } = useCartState(checkout)
  const [dialog, setDialog] = useState<CartDialog | null>(null)
  const [isOpen, bar] = useDisclosure(false)
  const isEmpty = (cart?.lines.length ?? 0) + pending.length === 0
  const isOnline = useIsOnline()
  const obstacle = payObstacle({ cart, isEmpty, isLocal, localReason, hasShift, isOnline })
  const reason = obstacle === 'local' ? localReason : obstacle && t(`payReason.${obstacle}`)
  const latest = latestLine(cart, latestId)
  useCartCommands({
    ...{ checkout, isEmpty, isLocal, latest, latestId, isSearching, onPay },
    isBusy: busyCount > 0,
    payReason: reason,
    onOpen: setDialog,
  })
  return (
    <section className={classes['cart']} aria-label={t('cart')} data-open={isOpen || undefined}>
      <header className={classes['head']}>
        <h2 className={classes['title']}>{t('cart')}</h2>
        <CustomerButton cart={cart} onOpen={() => setDialog('customer')} />
        <CartMenu
          isEmpty={isEmpty}
          isLocal={isLocal}
          onChoose={setDialog}
          onCheckPrice={props.onCheckPrice}
        />
      </header>
      {fault !== null && (
        <Alert
          color="red"
          role="alert"
          radius={0}
          title={words(fault, cart).title}
          withCloseButton
          closeButtonLabel={t('dismiss')}
          onClose={() => checkout.dismissFault()}
        >
          {words(fault, cart).hint}
        </Alert>
      )}
      {isLocal && (
        <Alert color="cempasuchil" radius={0} role="status" title={t('localTitle')}>
          {t('localHint')}
        </Alert>
      )}
      {isEmpty && <LastChange centavos={lastChangeCentavos} />}
      {isEmpty ? (
        <div className={classes['lines']}>
          <EmptyState picture={<EmptyTicket />} title={t('cartEmpty')} hint={t('cartEmptyHint')} />
        </div>
      ) : (
        <ul className={classes['lines']}>
          {cart?.lines.map((line) => (
            <CartLineRow
              key={line.id}
              line={line}
              isLatest={line.id === latest?.id}
              discount={cart.discounts.find(({ lineItemId }) => lineItemId === line.id)}
              quantity={steppedQuantity(line, steps)}
              onStep={(by) => void checkout.step(line, by, goodsOf(line, items))}
              onOpen={() => setDialog({ line })}
            />
          ))}
          {pending.map((each) => (
            <PendingLineRow key={each.key} pending={each} />
          ))}
        </ul>
      )}
      <PayFoot checkout={checkout} reason={reason} onPay={onPay}>
        <CartBar checkout={checkout} isOpen={isOpen} onToggle={bar.toggle} />
      </PayFoot>
      {dialog !== null && (
        <CartDialogs
          {...{ dialog, checkout, items }}
          // Called late, after a slow answer, it must not close another dialog.
          onClose={() => setDialog((shown) => (shown === dialog ? null : shown))}
        />
      )}
    </section>
  )
}

const payKey = shortcutOf('pay').key

interface FootProps {
  checkout: CartCheckout
  /** Why the cart cannot be charged now. */
  reason: string | null
  onPay: () => void
  /** Stands next to the charge button. */
  children: ReactNode
}

/** The cart's total and the charge button. */
function PayFoot({ checkout, reason, onPay, children }: FootProps) {
  const t = useWords(shopTexts)
  const { cart, pending, busyCount } = useCartState(checkout)
  const isEmpty = (cart?.lines.length ?? 0) + pending.length === 0
  const waiting = waitingDiscounts(cart)
  return (
    <footer className={classes['foot']}>
      <CartSums cart={cart} pending={pending} onRemoveDiscount={(id) => void checkout.removeDiscount(id)} />
      {waiting.length > 0 && (
        <ApproveHere
          fullWidth
          variant="light"
          mb="xs"
          approvalIds={waiting.map(({ approvalId }) => approvalId)}
          onDecided={() => void checkout.reload()}
        />
      )}
      {children}
      <AllowedButton
        fullWidth
        size="lg"
        h={60}
        reason={reason}
        aria-keyshortcuts={payKey}
        rightSection={<KeyCap chord={payKey} />}
        onClick={onPay}
      >
        {isEmpty || cart === null ? t('payEmpty') : t('pay', { amount: formatPesos(cart.totalCentavos) })}
      </AllowedButton>
      {reason !== null && !isEmpty && busyCount === 0 && (
        <Text c="dimmed" size="sm" ta="center" mt={6}>
          {reason}
        </Text>
      )}
    </footer>
  )
}
