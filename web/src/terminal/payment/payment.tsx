import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import type { TakeScan } from '../../ui/scanner/meanings.ts'
import { sound } from '../../ui/sounds/sounds.ts'
import { useCartState } from '../cart/use-cart.ts'
import { ProvisionalScreen } from '../offline/provisional-screen.tsx'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { unprovenMethods } from '../selling/money/charge.ts'
import type { OfflineSeller } from '../selling/orders/order.ts'
import { Charging } from './charging.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { SoldScreen } from './sold-screen.tsx'

const lateAfterMs = 4000

interface Props {
  checkout: CartCheckout
  /** The cashier and shift of an offline sale; `null` when unknown. */
  seller: OfflineSeller | null
  /** The cashier pressed *charge* and has not left since. */
  isPaying: boolean
  /** Handles codes scanned while the customer pays. */
  onScan: TakeScan
  /** The item scanned last since then. */
  addedName: string | null
  onClose: () => void
}

/** The payment from total to receipt. */
export function Payment({ checkout, seller, isPaying, onScan, addedName, onClose }: Props) {
  const { cart, paying, sold, provisional, isLocal, isOfAnotherShift, fault, busyCount } =
    useCartState(checkout)
  const isOnline = useIsOnline()
  const isLate = useIsLate(paying !== null)
  // A refusal is shown next to the cart, which may have changed. Before the screen is painted: the payment
  // dialog must not come back for a moment and swallow the next key.
  const refuse = useEffectEvent(() => {
    if (isPaying) sound('declined')
    onClose()
  })
  useLayoutEffect(() => {
    if (fault !== null) refuse()
  }, [fault])
  const isDone = sold !== null || provisional !== null
  // Not for a sale that a reload found again: nobody paid just now.
  const celebrate = useEffectEvent(() => {
    if (isPaying) sound('paid')
  })
  useEffect(() => {
    if (isDone) celebrate()
  }, [isDone])
  if (sold !== null) {
    return (
      <SoldScreen
        sold={sold}
        onNext={() => {
          onClose()
          checkout.startNew()
        }}
      />
    )
  }
  if (provisional !== null) {
    return (
      <ProvisionalScreen
        entry={provisional}
        onNext={() => {
          onClose()
          checkout.startNew()
        }}
      />
    )
  }
  if (paying !== null) {
    const taker = paying.seller ?? seller
    const mayFinishOffline = (!isOnline || isOfAnotherShift) && taker !== null
    return (
      <Charging
        key={paying.key}
        isLate={isLate}
        isOfAnotherShift={isOfAnotherShift}
        unproven={unprovenMethods(paying.payment.payments)}
        onScan={onScan}
        onFinishOffline={
          mayFinishOffline ? (references) => void checkout.finishOffline(taker, references) : null
        }
      />
    )
  }
  if (!isPaying || cart === null) return null
  return (
    <PayDialog
      cart={cart}
      isLocal={isLocal}
      isBusy={busyCount > 0}
      addedName={addedName}
      onScan={onScan}
      onPay={(payments) => {
        if (!isLocal) void checkout.pay(payments, seller)
        else if (seller !== null) void checkout.payOffline(payments, seller)
      }}
      onClose={onClose}
    />
  )
}

/** Whether an answer is awaited for longer than usual. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    setIsLate(false)
    if (!isAwaited) return
    const timer = setTimeout(() => setIsLate(true), lateAfterMs)
    return () => clearTimeout(timer)
  }, [isAwaited])
  return isLate
}
