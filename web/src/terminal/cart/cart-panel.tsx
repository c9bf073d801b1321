import { ActionIcon, Alert, Button, Menu, Text } from '@mantine/core'
import type { Cart } from '@mostrador/client'
import { IconClockPause, IconDiscount2, IconDots, IconTrash, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { ApproveHere } from '../../approvals/approve-here.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { EmptyTicket } from '../../ui/illustrations/scenes.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './cart.module.css'
import type { CartDialog } from './cart-dialog.ts'
import { CartDialogs } from './cart-dialogs.tsx'
import { CartLineRow, PendingLineRow } from './cart-line-row.tsx'
import { CartSums } from './cart-sums.tsx'
import { CustomerButton } from './customer-button.tsx'
import { useCartState } from './use-cart.ts'

interface Props {
  checkout: CartCheckout
  hasShift: boolean
  /** Why an offline sale cannot be charged. */
  localReason: string | null
  onPay: () => void
}

/** The current cart, next to the goods. */
export function CartPanel({ checkout, hasShift, localReason, onPay }: Props) {
  const t = useWords(shopTexts)
  const words = useFaultWords()
  const { cart, pending, busyCount, fault, isLocal } = useCartState(checkout)
  const [dialog, setDialog] = useState<CartDialog | null>(null)
  const isEmpty = (cart?.lines.length ?? 0) + pending.length === 0
  const isWaiting = waitingDiscounts(cart).length > 0
  const reason = isEmpty
    ? t('payReason.empty')
    : isLocal && localReason !== null
      ? localReason
      : !hasShift
        ? t('payReason.shift')
        : isWaiting
          ? t('payReason.discount')
          : busyCount > 0
            ? t('payReason.busy')
            : null
  return (
    <section className={classes['cart']} aria-label={t('cart')}>
      <header className={classes['head']}>
        <h2 className={classes['title']}>{t('cart')}</h2>
        <CustomerButton cart={cart} onOpen={() => setDialog('customer')} />
        <CartMenu isEmpty={isEmpty} isLocal={isLocal} onChoose={setDialog} />
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
              discount={cart.discounts.find(({ lineItemId }) => lineItemId === line.id)}
              onQuantity={(quantity) => void checkout.setQuantity(line, quantity)}
              onOpen={() => setDialog({ line })}
            />
          ))}
          {pending.map((each) => (
            <PendingLineRow key={each.key} pending={each} />
          ))}
        </ul>
      )}
      <PayFoot checkout={checkout} reason={reason} onPay={onPay} />
      {dialog !== null && <CartDialogs dialog={dialog} checkout={checkout} onClose={() => setDialog(null)} />}
    </section>
  )
}

const waitingDiscounts = (cart: Cart | null) =>
  cart?.discounts.filter(({ approvalStatus }) => approvalStatus === 'PENDING') ?? []

interface FootProps {
  checkout: CartCheckout
  /** Why the cart cannot be charged now. */
  reason: string | null
  onPay: () => void
}

/** The cart's total and the charge button. */
function PayFoot({ checkout, reason, onPay }: FootProps) {
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
      <AllowedButton fullWidth size="lg" h={60} reason={reason} onClick={onPay}>
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

interface MenuProps {
  isEmpty: boolean
  /** The cart exists on this device only, so what involves others has to wait. */
  isLocal: boolean
  onChoose: (dialog: CartDialog) => void
}

function CartMenu({ isEmpty, isLocal, onChoose }: MenuProps) {
  const t = useWords(shopTexts)
  const hint = isLocal ? { 'aria-description': t('localOnly'), title: t('localOnly') } : {}
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px="xs"
        leftSection={<IconClockPause size={18} />}
        disabled={isLocal}
        {...hint}
        onClick={() => onChoose(isEmpty ? 'parked' : 'park')}
      >
        {t('parked')}
      </Button>
      <Menu position="bottom-end" width={250} withArrow>
        <Menu.Target>
          <ActionIcon aria-label={t('cartMenu')}>
            <IconDots size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            h={46}
            leftSection={<IconDiscount2 size={18} />}
            disabled={isEmpty || isLocal}
            {...hint}
            onClick={() => onChoose('discount')}
          >
            {t('discountAdd')}
          </Menu.Item>
          <Menu.Item
            h={46}
            leftSection={<IconUser size={18} />}
            disabled={isEmpty || isLocal}
            {...hint}
            onClick={() => onChoose('customer')}
          >
            {t('customer')}
          </Menu.Item>
          <Menu.Item
            h={46}
            leftSection={<IconClockPause size={18} />}
            disabled={isLocal}
            {...hint}
            onClick={() => onChoose('parked')}
          >
            {t('parked')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            h={46}
            color="red"
            leftSection={<IconTrash size={18} />}
            disabled={isEmpty}
            onClick={() => onChoose('cancel')}
          >
            {t('cancel')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
