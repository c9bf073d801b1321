import type { VasKind } from '@mostrador/client'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useMe } from '../../../session/me/me.ts'
import type { Order, VasOrder } from '../../selling/orders/order.ts'
import { orderBook, type VasCheckouts, vasCheckoutsOf, vasKinds } from '../../selling/till/till.ts'
import type { SaleState } from '../../selling/vas/sale-machine.ts'
import type { VasCheckout } from '../../selling/vas/vas-checkout.ts'

export function useVasCheckouts(): VasCheckouts {
  return vasCheckoutsOf(useMe().account.id)
}

export function useSaleState(checkout: VasCheckout): SaleState {
  return useStore(checkout.store, ({ sale }) => sale)
}

/** The kinds with a sale past the form: in progress, or finished and not yet closed. */
export function useKindsInProgress(): readonly VasKind[] {
  const { airtime, service, pin } = useVasCheckouts()
  const steps = {
    airtime: useSaleState(airtime).step,
    service: useSaleState(service).step,
    pin: useSaleState(pin).step,
  }
  return vasKinds.filter((kind) => steps[kind] !== 'form' && steps[kind] !== 'confirm')
}

export interface ParkedOrder {
  open: VasOrder
  checkout: VasCheckout
  /** It has ended and can be opened. */
  isReady: boolean
}

/** All parked orders, oldest first. */
export function useParkedOrders(): ParkedOrder[] {
  const { airtime, service, pin } = useVasCheckouts()
  return [...useParked(airtime), ...useParked(service), ...useParked(pin)].sort(
    (a, b) => a.open.openedAtMs - b.open.openedAtMs,
  )
}

function useParked(checkout: VasCheckout): ParkedOrder[] {
  const parked = useStore(
    orderBook.store,
    useShallow(() => checkout.parked()),
  )
  const ready = useStore(checkout.store, (shown) => shown.ready)
  return parked.map((open) => ({ open, checkout, isReady: ready.has(open.key) }))
}

/** Service orders that other people left on this device: only they can query them. */
export function useOthersOrders(): readonly VasOrder[] {
  const { account } = useMe()
  const isOthers = (order: Order): order is VasOrder =>
    order.kind !== 'goods' && order.accountId !== account.id
  return useStore(
    orderBook.store,
    useShallow(() => orderBook.select(isOthers)),
  )
}
