import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isOnline } from '../../api/network-state.ts'
import { useLockHold } from '../../session/lock/use-lock-hold.ts'
import { useWords } from '../../ui/words/words.ts'
import classes from '../cart/cart.module.css'
import { CartPanel } from '../cart/cart-panel.tsx'
import { useCartCheckout, useCartState, useReturnToServer } from '../cart/use-cart.ts'
import { useCartScans } from '../cart/use-cart-scans.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { noteSold } from '../catalog/often-sold.ts'
import { useGoods } from '../catalog/use-goods.ts'
import { GoodsPicker } from '../goods/goods-picker.tsx'
import { QuantityDialog } from '../goods/quantity-dialog.tsx'
import { useDiscountDecisions } from '../live/use-discount-decisions.ts'
import { useOfflineSeller } from '../offline/use-offline-seller.ts'
import { Payment } from '../payment/payment.tsx'
import type { CartView } from '../selling/cart/cart-view.ts'
import { isMeasured } from '../selling/money/quantity.ts'
import { ShiftBanner } from '../shift/shift-banner.tsx'
import { shiftQuery, storeQuery } from '../store/queries.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'
import { shopTexts } from '../words/shop-texts.ts'

/** Sells goods: the catalog on the left, the cart on the right, and the payment over both. */
export function Shop({ storeId }: { storeId: string }) {
  const t = useWords(shopTexts)
  const checkout = useCartCheckout(storeId)
  const { cart, paying, sold, provisional, busyCount } = useCartState(checkout)
  const goods = useGoods(storeId)
  useDiscountDecisions(checkout)
  const { terminal } = useTerminalChoice(storeId)
  const shift = useQuery(shiftQuery(storeId))
  // Prefetched, because cash rounding must be known offline.
  useQuery(storeQuery(storeId))
  const seller = useOfflineSeller(storeId)
  const [weighed, setWeighed] = useState<GoodsItem | null>(null)
  const [isPaying, setIsPaying] = useState(false)
  useLockHold((isPaying && sold === null && provisional === null) || paying !== null || busyCount > 0)
  /** The item scanned last since the customer began to pay. */
  const [addedName, setAddedName] = useState<string | null>(null)
  const add = (item: GoodsItem, quantity: number) => checkout.add(item, quantity, terminal?.id ?? null)
  const pick = (item: GoodsItem) => {
    if (isMeasured(item.unit)) setWeighed(item)
    else add(item, 1)
  }
  const take = useCartScans({
    checkout,
    items: goods.items,
    terminalId: terminal?.id ?? null,
    onMeasure: setWeighed,
    onTaken: ({ name, unit }) => {
      if (sold !== null || provisional !== null) setIsPaying(false)
      setAddedName(isMeasured(unit) ? null : name)
    },
  })
  useNotedSales(storeId, sold)
  useReturnToServer(checkout, isPaying, terminal?.id ?? null)
  const payment = (
    <Payment
      checkout={checkout}
      seller={seller}
      isPaying={isPaying && cart !== null}
      addedName={addedName}
      onScan={take}
      onClose={() => setIsPaying(false)}
    />
  )
  if (sold !== null || provisional !== null) return payment
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      {shift.data === null && <ShiftBanner storeId={storeId} />}
      <div className={classes['shop']} style={{ flex: 1 }}>
        <GoodsPicker storeId={storeId} goods={goods} onPick={pick} />
        <CartPanel
          checkout={checkout}
          hasShift={shift.data !== null}
          localReason={seller === null ? t('payReason.localShift') : null}
          onPay={() => {
            if (!isOnline()) void checkout.goOffline()
            setAddedName(null)
            setIsPaying(true)
          }}
        />
      </div>
      {(isPaying || paying !== null) && payment}
      <QuantityDialog
        item={weighed}
        onClose={() => setWeighed(null)}
        onAdd={(item, quantity) => {
          setWeighed(null)
          setAddedName(item.name)
          add(item, quantity)
        }}
      />
    </div>
  )
}

/** Counts sold goods for the quick keys. */
function useNotedSales(storeId: string, sold: CartView['sold']): void {
  useEffect(() => {
    if (sold === null) return
    noteSold(
      storeId,
      sold.order.lines.map(({ variantId }) => variantId),
    )
  }, [sold, storeId])
}
