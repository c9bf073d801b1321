import { useEffect, useEffectEvent, useMemo } from 'react'
import { showOnDisplays } from '../../customer-display/channel.ts'
import type { Display } from '../../customer-display/display.ts'
import { useLook } from '../../ui/look/look-store.ts'
import { useWords } from '../../ui/words/words.ts'
import { useCartCheckout, useCartState } from '../cart/use-cart.ts'
import type { TabKey } from '../tabs/tabs.ts'
import { useSaleState, useVasCheckouts } from '../vas/checkouts/use-vas-checkouts.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { displayOfCart, displayOfService } from './displayed.ts'

/** Shows the sale of the shown tab on the customer's screen, as long as the till is open. */
export function useCustomerDisplay(store: { storeId: string; name: string }, tab: TabKey): void {
  const display = useDisplay(store.storeId, tab)
  const look = useLook()
  const storeName = store.name
  useEffect(() => showOnDisplays({ storeName, look, display }), [storeName, look, display])
  const greet = useEffectEvent(() => showOnDisplays({ storeName, look, display: { step: 'WELCOME' } }))
  useEffect(() => {
    // Locked, signed out or closed: nothing of a sale stays on the customer's screen.
    const leave = () => greet()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

function useDisplay(storeId: string, tab: TabKey): Display {
  const t = useWords(shopTexts)
  const cart = useCartState(useCartCheckout(storeId))
  const { airtime, service, pin } = useVasCheckouts()
  const services = { tae: useSaleState(airtime), servicios: useSaleState(service), pines: useSaleState(pin) }
  const sale = tab === 'productos' ? null : services[tab]
  return useMemo(
    () => (sale === null ? displayOfCart(cart, (unit) => t(`unit.${unit}`)) : displayOfService(sale)),
    [sale, cart, t],
  )
}
