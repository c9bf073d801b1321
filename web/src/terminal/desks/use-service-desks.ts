import type { VasKind } from '@mostrador/client'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useMe } from '../../session/me/me.ts'
import type { Order, ServiceOrder } from '../selling/order.ts'
import type { SaleState } from '../selling/sale-machine.ts'
import type { ServiceDesk } from '../selling/service-desk.ts'
import { orderBook, type ServiceDesks, serviceDesksOf, serviceKinds } from '../selling/till.ts'

export function useServiceDesks(): ServiceDesks {
  return serviceDesksOf(useMe().account.id)
}

export function useSaleState(desk: ServiceDesk): SaleState {
  return useStore(desk.store, ({ sale }) => sale)
}

/** The kinds with a sale past the form: in progress, or finished and not yet closed. */
export function useKindsInProgress(): readonly VasKind[] {
  const { airtime, service, pin } = useServiceDesks()
  const steps = {
    airtime: useSaleState(airtime).step,
    service: useSaleState(service).step,
    pin: useSaleState(pin).step,
  }
  return serviceKinds.filter((kind) => steps[kind] !== 'form' && steps[kind] !== 'confirm')
}

export interface ParkedOrder {
  open: ServiceOrder
  desk: ServiceDesk
  /** It has ended and can be opened. */
  isReady: boolean
}

/** All parked orders, oldest first. */
export function useParkedOrders(): ParkedOrder[] {
  const { airtime, service, pin } = useServiceDesks()
  return [...useParked(airtime), ...useParked(service), ...useParked(pin)].sort(
    (a, b) => a.open.openedAtMs - b.open.openedAtMs,
  )
}

function useParked(desk: ServiceDesk): ParkedOrder[] {
  const parked = useStore(
    orderBook.store,
    useShallow(() => desk.parked()),
  )
  const ready = useStore(desk.store, (shown) => shown.ready)
  return parked.map((open) => ({ open, desk, isReady: ready.has(open.key) }))
}

/** Service orders that other people left on this device: only they can query them. */
export function useOthersOrders(): readonly ServiceOrder[] {
  const { account } = useMe()
  const isOthers = (order: Order): order is ServiceOrder =>
    order.kind !== 'goods' && order.accountId !== account.id
  return useStore(
    orderBook.store,
    useShallow(() => orderBook.those(isOthers)),
  )
}
