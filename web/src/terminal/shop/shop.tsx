import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { isOnline } from '../../api/network-state.ts'
import { useLockHold } from '../../session/lock/use-lock-hold.ts'
import { useWords } from '../../ui/words/words.ts'
import classes from '../cart/cart.module.css'
import { CartPanel } from '../cart/cart-panel.tsx'
import { ToldLine } from '../cart/told-line.tsx'
import { useCartCheckout, useCartState, useReturnToServer } from '../cart/use-cart.ts'
import { noteSold } from '../catalog/often-sold.ts'
import { useGoods } from '../catalog/use-goods.ts'
import { GoodsPicker } from '../goods/goods-picker.tsx'
import { PriceCheck } from '../goods/price-check.tsx'
import { QuantityDialog } from '../goods/quantity-dialog.tsx'
import { useDiscountDecisions } from '../live/use-discount-decisions.ts'
import { useOfflineSeller } from '../offline/use-offline-seller.ts'
import { SalePapers } from '../paper/sale-papers.tsx'
import { Payment } from '../payment/payment.tsx'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import type { CartView } from '../selling/cart/cart-view.ts'
import { changeOf } from '../selling/money/tender.ts'
import { ShiftBanner } from '../shift/shift-banner.tsx'
import { useCommand } from '../shortcuts/use-command.ts'
import { shiftQuery, storeQuery } from '../store/queries.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'
import { useLastChange } from '../tender/use-last-change.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { useIntake } from './use-intake.ts'

/** Sells goods: the catalog on the left, the cart on the right, and the payment over both. */
export function Shop({ storeId }: { storeId: string }) {
  const checkout = useCartCheckout(storeId)
  const state = useCartState(checkout)
  const { paying, sold, provisional, busyCount } = state
  const isDone = sold !== null || provisional !== null
  const goods = useGoods(storeId)
  useDiscountDecisions(checkout)
  const { terminal } = useTerminalChoice(storeId)
  // Also because cash rounding must be known offline.
  const store = useQuery(storeQuery(storeId))
  const seller = useOfflineSeller(storeId)
  const [isPaying, setIsPaying] = useState(false)
  useLockHold((isPaying && !isDone) || paying !== null || busyCount > 0)
  const lastChangeCentavos = useLastChange(changeDue(state), hasLines(state))
  const intake = useIntake({
    checkout,
    items: goods.items,
    // A copy that this device kept may be older than the field.
    labelLayouts: store.data?.labelLayouts ?? [],
    isDone,
    isPaying,
    onNextSale: () => setIsPaying(false),
    onCatalogued: () => void goods.refetch(),
  })
  const [isCheckingPrice, setIsCheckingPrice] = useState(false)
  useCommand('priceCheck', () => setIsCheckingPrice(true), { isOn: !isDone })
  useNotedSales(storeId, sold)
  useReturnToServer(checkout, isPaying, terminal?.id ?? null)
  const payment = (
    <Payment
      {...{ checkout, seller, isPaying }}
      addedName={intake.addedName}
      onScan={intake.take}
      onClose={() => setIsPaying(false)}
    />
  )
  if (isDone) {
    return (
      <>
        {payment}
        {sold !== null && <SalePapers key={sold.order.id} sold={sold} />}
      </>
    )
  }
  return (
    <Counter
      {...{ checkout, goods, intake, lastChangeCentavos }}
      hasSeller={seller !== null}
      onCheckPrice={() => setIsCheckingPrice(true)}
      onPay={() => {
        if (!isOnline()) void checkout.goOffline()
        checkout.dismissFault()
        intake.forgetAdded()
        setIsPaying(true)
      }}
    >
      {(isPaying || paying !== null) && payment}
      {intake.missing.dialog}
      <QuantityDialog item={intake.weighed} onClose={intake.forgetWeighed} onAdd={intake.weigh} />
      {isCheckingPrice && (
        <PriceCheck
          items={goods.items ?? []}
          onClose={() => setIsCheckingPrice(false)}
          onAdd={(item) => {
            setIsCheckingPrice(false)
            intake.pick(item, null)
          }}
        />
      )}
    </Counter>
  )
}

interface CounterProps {
  checkout: CartCheckout
  goods: ReturnType<typeof useGoods>
  intake: ReturnType<typeof useIntake>
  lastChangeCentavos: number
  /** Whether an offline sale can be charged. */
  hasSeller: boolean
  onCheckPrice: () => void
  onPay: () => void
  /** What lies over the counter. */
  children: ReactNode
}

/** Goods and cart side by side. */
function Counter({ checkout, goods, intake, hasSeller, children, ...rest }: CounterProps) {
  const t = useWords(shopTexts)
  const { storeId } = checkout
  const { data: shift } = useQuery(shiftQuery(storeId))
  const { typed, typedFault, type } = intake.search
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      {shift === null && <ShiftBanner storeId={storeId} />}
      <div className={classes['shop']} style={{ flex: 1 }}>
        <GoodsPicker
          {...{ storeId, goods, typed }}
          fault={typedFault}
          missingActs={intake.missing.ofText}
          onType={type}
          onPick={intake.pick}
        />
        <CartPanel
          {...rest}
          checkout={checkout}
          items={goods.items ?? []}
          hasShift={shift !== null}
          localReason={hasSeller ? null : t('payReason.localShift')}
          isSearching={typed !== ''}
          latestId={intake.latestId}
        />
      </div>
      <ToldLine checkout={checkout} latestId={intake.latestId} />
      {children}
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

/** The change of the sale that has just ended; `null`: none has. */
const changeDue = ({ sold, provisional }: CartView): number | null =>
  sold === null ? (provisional?.changeCentavos ?? null) : changeOf(sold.payments)

const hasLines = ({ cart, pending }: CartView) => (cart?.lines.length ?? 0) + pending.length > 0
