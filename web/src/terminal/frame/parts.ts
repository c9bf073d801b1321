import { QueueDrawer } from '../offline/queue-drawer.tsx'
import { SalesDrawer } from '../sales/sales-drawer.tsx'
import { OpenShift } from '../shift/open-shift.tsx'
import { ShiftDrawer } from '../shift/shift-drawer.tsx'
import { Shop } from '../shop/shop.tsx'
import { SaleTab } from '../vas/tab/sale-tab.tsx'
import { PlaceMenu } from './place-menu.tsx'
import { VersionButton } from './version-button.tsx'

/** What the till shows after its first screen. It loads as one: its files are then few, and each costs a request. */
export const parts = {
  QueueDrawer,
  SalesDrawer,
  OpenShift,
  ShiftDrawer,
  Shop,
  SaleTab,
  PlaceMenu,
  VersionButton,
}
