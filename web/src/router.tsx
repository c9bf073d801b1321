import { type QueryClient, useQuery } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { webhooksSearch } from './backoffice/events/webhooks/search.ts'
import { dashboardSearch } from './backoffice/reporting/dashboard/search.ts'
import { reportsSearch } from './backoffice/reporting/reports/search.ts'
import { approvalsSearch } from './backoffice/selling/approvals/search.ts'
import { ordersSearch } from './backoffice/selling/orders/search.ts'
import { apiKeysSearch } from './backoffice/shop/api-keys/search.ts'
import { shiftsSearch } from './backoffice/shop/shifts/search.ts'
import { teamSearch } from './backoffice/shop/staff/search.ts'
import { chipsSearch } from './backoffice/stock/chips/search.ts'
import { countsSearch } from './backoffice/stock/counts/search.ts'
import { inventorySearch } from './backoffice/stock/inventory/search.ts'
import { transfersSearch } from './backoffice/stock/transfers/search.ts'
import { salesSearch } from './backoffice/vas/sales/search.ts'
import { auditSearch, storeAuditSearch } from './desk/audit/search.ts'
import { homeOf, type PageKey, pages } from './desk/navigation/navigation.ts'
import { listSearch, noSearch, oneOf, type Search, searchOf } from './desk/search/search.ts'
import { merchantsSearch } from './platform/merchants/search.ts'
import { queuesSearch } from './platform/queues/search.ts'
import { summariesSearch } from './platform/reporting/summaries/search.ts'
import { giftCardsSearch } from './platform/vas/pins/search.ts'
import { isLocked, useLock } from './session/lock/lock.ts'
import { MeContext, meQuery, navigationItem } from './session/me/me.ts'
import { deviceQuery } from './session/till/device.ts'
import { tabKeys } from './terminal/tabs/tabs.ts'
import { FailureScreen, NotFoundScreen } from './ui/parts/failure-screen.tsx'
import { later } from './ui/parts/later.tsx'

interface Context {
  queryClient: QueryClient
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundScreen,
  errorComponent: FailureScreen,
})

/** Only local paths, so that signing in never redirects to another site. */
const localPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    throw redirect({ to: me === null ? '/entrar' : homeOf(me), replace: true })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/entrar',
  validateSearch: searchOf({ regreso: localPath }),
  // What the entrance asks for depends on the device. A failed lookup shows the entrance that works
  // everywhere.
  loader: ({ context }) => context.queryClient.ensureQueryData(deviceQuery).catch(() => null),
  component: lazyRouteComponent(() => import('./session/entrance/sign-in-page.tsx'), 'SignInPage'),
})

const activate = createRoute({
  getParentRoute: () => root,
  path: '/caja/activar',
  component: lazyRouteComponent(() => import('./session/till/activate-page.tsx'), 'ActivatePage'),
})

const customerDisplay = createRoute({
  getParentRoute: () => root,
  path: '/caja/pantalla',
  component: lazyRouteComponent(
    () => import('./customer-display/customer-display-page.tsx'),
    'CustomerDisplayPage',
  ),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/configurar',
  component: lazyRouteComponent(() => import('./session/entrance/setup-page.tsx'), 'SetupPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invitacion',
  component: lazyRouteComponent(() => import('./session/entrance/invite-page.tsx'), 'InvitePage'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/recuperar',
  component: lazyRouteComponent(() => import('./session/entrance/reset-page.tsx'), 'ResetPage'),
})

const keepFactor = createRoute({
  getParentRoute: () => root,
  path: '/verificacion',
  component: lazyRouteComponent(() => import('./session/entrance/keep-factor-page.tsx'), 'KeepFactorPage'),
})

const SessionEffects = later(async () => (await import('./session-effects.tsx')).SessionEffects)
const LockScreen = later(async () => (await import('./session/lock-screen/lock-screen.tsx')).LockScreen)

/** Pages that need a session. When it ends, people are sent to the entrance and back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/entrar', search: { regreso: location.href } })
    return { me }
  },
  component: SignedIn,
})

function SignedIn() {
  const lock = useLock()
  // A locked screen has no session to ask with.
  const { data: me } = useQuery({ ...meQuery, enabled: lock === null })
  if (me === null || me === undefined) return null
  return (
    <MeContext value={me}>
      {lock === null && <SessionEffects />}
      {lock === null ? <Outlet /> : <LockScreen lock={lock} />}
    </MeContext>
  )
}

const terminal = createRoute({
  getParentRoute: () => signedIn,
  path: '/caja',
  validateSearch: searchOf({ tab: oneOf(tabKeys) }),
  component: lazyRouteComponent(() => import('./terminal/frame/terminal-page.tsx'), 'TerminalPage'),
})

const desk = createRoute({
  getParentRoute: () => signedIn,
  id: 'desk',
  // Rights can change while a person works: every page asks for them again, and shows the known ones meanwhile.
  beforeLoad: async ({ context }) => {
    if (!isLocked()) await context.queryClient.ensureQueryData({ ...meQuery, revalidateIfStale: true })
  },
  component: lazyRouteComponent(() => import('./desk/shell/desk-shell.tsx'), 'DeskShell'),
})

const account = createRoute({
  getParentRoute: () => desk,
  path: '/cuenta',
  component: lazyRouteComponent(() => import('./session/account/account-page.tsx'), 'AccountPage'),
})

/** A page of a desk. People without its group get "not found". */
function deskPage<P extends string, S>(
  path: P,
  key: PageKey,
  readSearch: Search<S>,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({
    getParentRoute: () => desk,
    path,
    validateSearch: readSearch,
    beforeLoad: ({ context }) => {
      if (navigationItem(context.me, key) === undefined) throw notFound()
    },
    component,
  })
}

const businessPages = [
  deskPage(
    pages.shifts.to,
    'shifts',
    shiftsSearch,
    lazyRouteComponent(() => import('./backoffice/shop/shifts/shifts-page.tsx'), 'ShiftsPage'),
  ),
  deskPage(
    pages.chips.to,
    'chips',
    chipsSearch,
    lazyRouteComponent(() => import('./backoffice/stock/chips/chips-page.tsx'), 'ChipsPage'),
  ),
  deskPage(
    pages.reports.to,
    'reports',
    reportsSearch,
    lazyRouteComponent(() => import('./backoffice/reporting/reports/reports-page.tsx'), 'ReportsPage'),
  ),
  deskPage(
    pages.dashboard.to,
    'dashboard',
    dashboardSearch,
    lazyRouteComponent(() => import('./backoffice/reporting/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  ),
  deskPage(
    pages.approvals.to,
    'approvals',
    approvalsSearch,
    lazyRouteComponent(() => import('./backoffice/selling/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  ),
  deskPage(
    pages.orders.to,
    'orders',
    ordersSearch,
    lazyRouteComponent(() => import('./backoffice/selling/orders/orders-page.tsx'), 'OrdersPage'),
  ),
  deskPage(
    pages.sales.to,
    'sales',
    salesSearch,
    lazyRouteComponent(() => import('./backoffice/vas/sales/sales-page.tsx'), 'SalesPage'),
  ),
  deskPage(
    pages.products.to,
    'products',
    listSearch,
    lazyRouteComponent(() => import('./backoffice/catalog/products/products-page.tsx'), 'ProductsPage'),
  ),
  deskPage(
    pages.categories.to,
    'categories',
    listSearch,
    lazyRouteComponent(() => import('./backoffice/catalog/categories/categories-page.tsx'), 'CategoriesPage'),
  ),
  deskPage(
    pages.inventory.to,
    'inventory',
    inventorySearch,
    lazyRouteComponent(() => import('./backoffice/stock/inventory/inventory-page.tsx'), 'InventoryPage'),
  ),
  deskPage(
    pages.transfers.to,
    'transfers',
    transfersSearch,
    lazyRouteComponent(() => import('./backoffice/stock/transfers/transfers-page.tsx'), 'TransfersPage'),
  ),
  deskPage(
    pages.counts.to,
    'counts',
    countsSearch,
    lazyRouteComponent(() => import('./backoffice/stock/counts/counts-page.tsx'), 'CountsPage'),
  ),
  deskPage(
    pages.employees.to,
    'employees',
    teamSearch,
    lazyRouteComponent(() => import('./backoffice/shop/staff/team-page.tsx'), 'TeamPage'),
  ),
  deskPage(
    pages.invites.to,
    'invites',
    noSearch,
    lazyRouteComponent(() => import('./backoffice/shop/staff/invites-page.tsx'), 'InvitesPage'),
  ),
  deskPage(
    pages.stores.to,
    'stores',
    listSearch,
    lazyRouteComponent(() => import('./backoffice/shop/stores/stores-page.tsx'), 'StoresPage'),
  ),
  deskPage(
    pages.terminals.to,
    'terminals',
    listSearch,
    lazyRouteComponent(() => import('./backoffice/shop/terminals/terminals-page.tsx'), 'TerminalsPage'),
  ),
  deskPage(
    pages.wallet.to,
    'wallet',
    noSearch,
    lazyRouteComponent(() => import('./backoffice/money/wallet/wallet-page.tsx'), 'WalletPage'),
  ),
  deskPage(
    pages.settlements.to,
    'settlements',
    noSearch,
    lazyRouteComponent(
      () => import('./backoffice/money/settlements/settlements-page.tsx'),
      'SettlementsPage',
    ),
  ),
  deskPage(
    pages.theme.to,
    'theme',
    noSearch,
    lazyRouteComponent(() => import('./backoffice/catalog/theme/theme-page.tsx'), 'ThemePage'),
  ),
  deskPage(
    pages.limits.to,
    'limits',
    noSearch,
    lazyRouteComponent(() => import('./backoffice/settings/limits/limits-page.tsx'), 'LimitsPage'),
  ),
  deskPage(
    pages.connections.to,
    'connections',
    noSearch,
    lazyRouteComponent(() => import('./backoffice/shop/connections/connections-page.tsx'), 'ConnectionsPage'),
  ),
  deskPage(
    pages.apiKeys.to,
    'apiKeys',
    apiKeysSearch,
    lazyRouteComponent(() => import('./backoffice/shop/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  ),
  deskPage(
    pages.webhooks.to,
    'webhooks',
    webhooksSearch,
    lazyRouteComponent(() => import('./backoffice/events/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  deskPage(
    pages.audit.to,
    'audit',
    storeAuditSearch,
    lazyRouteComponent(() => import('./backoffice/audit/audit-page.tsx'), 'AuditPage'),
  ),
]

const platformPages = [
  deskPage(
    pages.restoration.to,
    // Its menu item exists only after a restore; the page says so to whoever opens it at another time.
    'roles',
    noSearch,
    lazyRouteComponent(() => import('./platform/restoration/restoration-page.tsx'), 'RestorationPage'),
  ),
  deskPage(
    pages.queues.to,
    'queues',
    queuesSearch,
    lazyRouteComponent(() => import('./platform/queues/queues-page.tsx'), 'QueuesPage'),
  ),
  deskPage(
    pages.merchants.to,
    'merchants',
    merchantsSearch,
    lazyRouteComponent(() => import('./platform/merchants/merchants-page.tsx'), 'MerchantsPage'),
  ),
  deskPage(
    pages.summaries.to,
    'summaries',
    summariesSearch,
    lazyRouteComponent(() => import('./platform/reporting/summaries/summaries-page.tsx'), 'SummariesPage'),
  ),
  deskPage(
    pages.services.to,
    'services',
    noSearch,
    lazyRouteComponent(() => import('./platform/vas/services/services-page.tsx'), 'ServicesPage'),
  ),
  deskPage(
    pages.giftCards.to,
    'giftCards',
    giftCardsSearch,
    lazyRouteComponent(() => import('./platform/vas/pins/gift-cards-page.tsx'), 'GiftCardsPage'),
  ),
  deskPage(
    pages.roles.to,
    'roles',
    noSearch,
    lazyRouteComponent(() => import('./platform/roles/roles-page.tsx'), 'RolesPage'),
  ),
  deskPage(
    pages.pspCredentials.to,
    'pspCredentials',
    noSearch,
    lazyRouteComponent(() => import('./platform/psp/psp-page.tsx'), 'PspPage'),
  ),
  deskPage(
    pages.settings.to,
    'settings',
    noSearch,
    lazyRouteComponent(() => import('./platform/settings/settings-page.tsx'), 'SettingsPage'),
  ),
  deskPage(
    pages.platformAudit.to,
    'platformAudit',
    auditSearch,
    lazyRouteComponent(() => import('./platform/audit/audit-page.tsx'), 'AuditPage'),
  ),
]

const routeTree = root.addChildren([
  home,
  signIn,
  activate,
  customerDisplay,
  setup,
  invite,
  reset,
  keepFactor,
  signedIn.addChildren([terminal, desk.addChildren([account, ...businessPages, ...platformPages])]),
])

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: FailureScreen,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
