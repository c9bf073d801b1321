import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useWords } from '../../ui/words/words.ts'
import { useCartState } from '../cart/use-cart.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { waitingDiscounts } from '../selling/cart/cart-view.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { useStoreEvent } from './use-store-events.ts'

/** Polling interval for networks where the event stream does not arrive, such as behind a buffering proxy. */
const askAgainMs = 5000

/** Updates the cart as soon as one of its discount requests is decided. */
export function useDiscountDecisions(checkout: CartCheckout): void {
  const t = useWords(shopTexts)
  const { cart } = useCartState(checkout)
  const waiting = waitingDiscounts(cart)
  const waitingIds = waiting.map(({ approvalId }) => approvalId).join(' ')
  useStoreEvent(({ type, payload }) => {
    const { approvalId, status } = payload
    if (type !== 'approval.decided' || !waiting.some((each) => each.approvalId === approvalId)) return
    void checkout.reload()
    notifications.show({
      message: status === 'APPROVED' ? t('approvalApproved') : t('approvalRejected'),
      color: status === 'APPROVED' ? 'agave' : 'red',
    })
  })
  useEffect(() => {
    if (waitingIds === '') return
    const timer = setInterval(() => void checkout.refresh(), askAgainMs)
    return () => clearInterval(timer)
  }, [waitingIds, checkout])
}
