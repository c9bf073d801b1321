import type { NavigationGroup, Profile } from '@mostrador/client'
import {
  IconBolt,
  IconBuildingBank,
  IconBuildingStore,
  IconCashRegister,
  IconCategory,
  IconChartAreaLine,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconClockDollar,
  IconCreditCard,
  IconDeviceMobileDollar,
  IconDeviceSim,
  IconDeviceTablet,
  IconGauge,
  IconGift,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconMailForward,
  IconPackage,
  IconPalette,
  IconPlugConnected,
  IconReceipt,
  IconRestore,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconTruckDelivery,
  IconUsers,
  IconWallet,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { navigationTexts } from './texts.ts'

export type PageKey = keyof typeof navigationTexts.page

/** The page of each ability in the server's navigation. */
export const pages = {
  dashboard: { to: '/negocio/inicio', icon: IconHome },
  terminal: { to: '/caja', icon: IconCashRegister },
  reports: { to: '/negocio/reportes', icon: IconChartBar },
  orders: { to: '/negocio/tickets', icon: IconReceipt },
  sales: { to: '/negocio/ventas', icon: IconDeviceMobileDollar },
  shifts: { to: '/negocio/turnos', icon: IconClockDollar },
  approvals: { to: '/negocio/autorizaciones', icon: IconChecklist },
  products: { to: '/negocio/productos', icon: IconPackage },
  categories: { to: '/negocio/categorias', icon: IconCategory },
  inventory: { to: '/negocio/inventario', icon: IconStack2 },
  transfers: { to: '/negocio/traspasos', icon: IconTruckDelivery },
  counts: { to: '/negocio/conteos', icon: IconClipboardCheck },
  chips: { to: '/negocio/chips', icon: IconDeviceSim },
  employees: { to: '/negocio/equipo', icon: IconUsers },
  invites: { to: '/negocio/invitaciones', icon: IconMailForward },
  stores: { to: '/negocio/tiendas', icon: IconBuildingStore },
  terminals: { to: '/negocio/terminales', icon: IconDeviceTablet },
  wallet: { to: '/negocio/saldo', icon: IconWallet },
  settlements: { to: '/negocio/retiros', icon: IconBuildingBank },
  theme: { to: '/negocio/apariencia', icon: IconPalette },
  limits: { to: '/negocio/limites', icon: IconGauge },
  connections: { to: '/negocio/conexiones', icon: IconPlugConnected },
  apiKeys: { to: '/negocio/llaves', icon: IconKey },
  webhooks: { to: '/negocio/webhooks', icon: IconWebhook },
  audit: { to: '/negocio/auditoria', icon: IconHistory },
  restoration: { to: '/administracion/restauracion', icon: IconRestore },
  queues: { to: '/administracion/pendientes', icon: IconInbox },
  merchants: { to: '/administracion/comercios', icon: IconBuildingStore },
  summaries: { to: '/administracion/resumenes', icon: IconChartAreaLine },
  services: { to: '/administracion/servicios', icon: IconBolt },
  giftCards: { to: '/administracion/tarjetas', icon: IconGift },
  roles: { to: '/administracion/roles', icon: IconShieldCheck },
  pspCredentials: { to: '/administracion/pagos', icon: IconCreditCard },
  settings: { to: '/administracion/ajustes', icon: IconSettings },
  platformAudit: { to: '/administracion/auditoria', icon: IconHistory },
} as const satisfies Record<PageKey, { to: string; icon: TablerIcon }>

/** The parts of a menu, by their first pages. Pages before the first part belong to none. */
const parts: Partial<Record<PageKey, keyof typeof navigationTexts.part>> = {
  orders: 'selling',
  products: 'stock',
  employees: 'people',
  wallet: 'money',
  theme: 'business',
  services: 'services',
  roles: 'platform',
}

type Item = NavigationGroup['items'][number] & { key: PageKey }

interface Part {
  key: keyof typeof navigationTexts.part | null
  items: Item[]
}

/**
 * A menu in its parts. Pages that the person's role never opens are left out. Others that are closed stay, and say why.
 */
export function partsOf(items: NavigationGroup['items']): Part[] {
  const all: Part[] = [{ key: null, items: [] }]
  for (const item of items) {
    const { key } = item
    if (!isPageKey(key)) continue
    const begun = parts[key]
    if (begun !== undefined) all.push({ key: begun, items: [] })
    if (item.reason !== 'role_too_low') all.at(-1)?.items.push({ ...item, key })
  }
  return all.filter((part) => part.items.length > 0)
}

function isPageKey(key: string): key is PageKey {
  return Object.hasOwn(pages, key)
}

/** The first page that the person may use, in the server's order. */
export function homeOf(me: Profile): string {
  const item = me.navigation
    .flatMap(({ items }) => items)
    .find((each) => each.isAllowed && isPageKey(each.key))
  return item !== undefined && isPageKey(item.key) ? pages[item.key].to : '/cuenta'
}

/** Pages of the back office about a merchant, whichever of its stores is selected. */
const ofMerchant: readonly PageKey[] = ['stores', 'limits', 'apiKeys']

/** Whether a page is about the selected store. */
export function isOfStore(path: string): boolean {
  const key = pageAt(path)
  return key !== undefined && path.startsWith('/negocio/') && !ofMerchant.includes(key)
}

export function pageAt(path: string): PageKey | undefined {
  return (Object.keys(pages) as PageKey[]).find((key) => pages[key].to === path)
}
