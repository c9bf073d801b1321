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
import { homeOf, type PageKey, pages } from './desk/navigation/navigation.ts'
import { readDeskSearch } from './desk/search/desk-search.ts'
import { useLock } from './session/lock/lock.ts'
import { MeContext, meQuery, navigationItem } from './session/me/me.ts'
import { deviceQuery } from './session/till/device.ts'
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

/** Only our own addresses: whoever signs in is not sent elsewhere. */
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
  validateSearch: (search): { regreso?: string } => {
    const regreso = localPath(search['regreso'])
    return regreso === undefined ? {} : { regreso }
  },
  // Who stands before it decides what it asks for. Whoever cannot know shows what works everywhere.
  loader: ({ context }) => context.queryClient.ensureQueryData(deviceQuery).catch(() => null),
  component: lazyRouteComponent(() => import('./session/entrance/sign-in-page.tsx'), 'SignInPage'),
})

const activate = createRoute({
  getParentRoute: () => root,
  path: '/caja/activar',
  component: lazyRouteComponent(() => import('./session/till/activate-page.tsx'), 'ActivatePage'),
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

const MerchantLook = later(async () => (await import('./look/merchant-look.tsx')).MerchantLook)
const LockScreen = later(async () => (await import('./session/lock-screen/lock-screen.tsx')).LockScreen)

/** Pages of people with a session; when it ends, they are led to the entrance and back. */
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
  // Behind a locked screen there is no session to ask with.
  const { data: me } = useQuery({ ...meQuery, enabled: lock === null })
  if (me === null || me === undefined) return null
  return (
    <MeContext value={me}>
      {lock === null && <MerchantLook />}
      {lock === null ? <Outlet /> : <LockScreen lock={lock} />}
    </MeContext>
  )
}

const terminal = createRoute({
  getParentRoute: () => signedIn,
  path: '/caja',
  validateSearch: (search): { tab?: string } =>
    typeof search['tab'] === 'string' ? { tab: search['tab'] } : {},
  component: lazyRouteComponent(() => import('./terminal/frame/terminal-page.tsx'), 'TerminalPage'),
})

const desk = createRoute({
  getParentRoute: () => signedIn,
  id: 'desk',
  component: lazyRouteComponent(() => import('./desk/shell/desk-shell.tsx'), 'DeskShell'),
})

const account = createRoute({
  getParentRoute: () => desk,
  path: '/cuenta',
  component: lazyRouteComponent(() => import('./session/account/account-page.tsx'), 'AccountPage'),
})

/** A page of a desk. To people without its group it does not exist. */
function deskPage<P extends string>(path: P, key: PageKey, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({
    getParentRoute: () => desk,
    path,
    validateSearch: readDeskSearch,
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
    lazyRouteComponent(() => import('./backoffice/shop/shifts/shifts-page.tsx'), 'ShiftsPage'),
  ),
  deskPage(
    pages.chips.to,
    'chips',
    lazyRouteComponent(() => import('./backoffice/stock/chips/chips-page.tsx'), 'ChipsPage'),
  ),
  deskPage(
    pages.reports.to,
    'reports',
    lazyRouteComponent(() => import('./backoffice/reporting/reports/reports-page.tsx'), 'ReportsPage'),
  ),
  deskPage(
    pages.dashboard.to,
    'dashboard',
    lazyRouteComponent(() => import('./backoffice/reporting/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  ),
  deskPage(
    pages.approvals.to,
    'approvals',
    lazyRouteComponent(() => import('./backoffice/selling/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  ),
  deskPage(
    pages.orders.to,
    'orders',
    lazyRouteComponent(() => import('./backoffice/selling/orders/orders-page.tsx'), 'OrdersPage'),
  ),
  deskPage(
    pages.sales.to,
    'sales',
    lazyRouteComponent(() => import('./backoffice/vas/sales/sales-page.tsx'), 'SalesPage'),
  ),
  deskPage(
    pages.products.to,
    'products',
    lazyRouteComponent(() => import('./backoffice/catalog/products/products-page.tsx'), 'ProductsPage'),
  ),
  deskPage(
    pages.categories.to,
    'categories',
    lazyRouteComponent(() => import('./backoffice/catalog/categories/categories-page.tsx'), 'CategoriesPage'),
  ),
  deskPage(
    pages.inventory.to,
    'inventory',
    lazyRouteComponent(() => import('./backoffice/stock/inventory/inventory-page.tsx'), 'InventoryPage'),
  ),
  deskPage(
    pages.transfers.to,
    'transfers',
    lazyRouteComponent(() => import('./backoffice/stock/transfers/transfers-page.tsx'), 'TransfersPage'),
  ),
  deskPage(
    pages.counts.to,
    'counts',
    lazyRouteComponent(() => import('./backoffice/stock/counts/counts-page.tsx'), 'CountsPage'),
  ),
  deskPage(
    pages.employees.to,
    'employees',
    lazyRouteComponent(() => import('./backoffice/shop/staff/team-page.tsx'), 'TeamPage'),
  ),
  deskPage(
    pages.invites.to,
    'invites',
    lazyRouteComponent(() => import('./backoffice/shop/staff/invites-page.tsx'), 'InvitesPage'),
  ),
  deskPage(
    pages.stores.to,
    'stores',
    lazyRouteComponent(() => import('./backoffice/shop/stores/stores-page.tsx'), 'StoresPage'),
  ),
  deskPage(
    pages.terminals.to,
    'terminals',
    lazyRouteComponent(() => import('./backoffice/shop/terminals/terminals-page.tsx'), 'TerminalsPage'),
  ),
  deskPage(
    pages.wallet.to,
    'wallet',
    lazyRouteComponent(() => import('./backoffice/money/wallet/wallet-page.tsx'), 'WalletPage'),
  ),
  deskPage(
    pages.settlements.to,
    'settlements',
    lazyRouteComponent(
      () => import('./backoffice/money/settlements/settlements-page.tsx'),
      'SettlementsPage',
    ),
  ),
  deskPage(
    pages.theme.to,
    'theme',
    lazyRouteComponent(() => import('./backoffice/shop/theme/theme-page.tsx'), 'ThemePage'),
  ),
  deskPage(
    pages.limits.to,
    'limits',
    lazyRouteComponent(() => import('./backoffice/vas/limits/limits-page.tsx'), 'LimitsPage'),
  ),
  deskPage(
    pages.connections.to,
    'connections',
    lazyRouteComponent(() => import('./backoffice/vas/connections/connections-page.tsx'), 'ConnectionsPage'),
  ),
  deskPage(
    pages.webhooks.to,
    'webhooks',
    lazyRouteComponent(() => import('./backoffice/events/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  deskPage(
    pages.audit.to,
    'audit',
    lazyRouteComponent(() => import('./backoffice/audit/audit-page.tsx'), 'AuditPage'),
  ),
]

const platformPages = [
  deskPage(
    pages.queues.to,
    'queues',
    lazyRouteComponent(() => import('./platform/queues/queues-page.tsx'), 'QueuesPage'),
  ),
  deskPage(
    pages.merchants.to,
    'merchants',
    lazyRouteComponent(() => import('./platform/merchants/merchants-page.tsx'), 'MerchantsPage'),
  ),
  deskPage(
    pages.summaries.to,
    'summaries',
    lazyRouteComponent(() => import('./platform/reporting/summaries/summaries-page.tsx'), 'SummariesPage'),
  ),
  deskPage(
    pages.services.to,
    'services',
    lazyRouteComponent(() => import('./platform/vas/services/services-page.tsx'), 'ServicesPage'),
  ),
  deskPage(
    pages.giftCards.to,
    'giftCards',
    lazyRouteComponent(() => import('./platform/vas/gift-cards/gift-cards-page.tsx'), 'GiftCardsPage'),
  ),
  deskPage(
    pages.roles.to,
    'roles',
    lazyRouteComponent(() => import('./platform/identity/roles/roles-page.tsx'), 'RolesPage'),
  ),
  deskPage(
    pages.pspCredentials.to,
    'pspCredentials',
    lazyRouteComponent(() => import('./platform/psp/psp-page.tsx'), 'PspPage'),
  ),
  deskPage(
    pages.settings.to,
    'settings',
    lazyRouteComponent(() => import('./platform/settings/settings-page.tsx'), 'SettingsPage'),
  ),
  deskPage(
    pages.platformAudit.to,
    'platformAudit',
    lazyRouteComponent(() => import('./platform/audit/audit-page.tsx'), 'AuditPage'),
  ),
]

const routeTree = root.addChildren([
  home,
  signIn,
  activate,
  setup,
  invite,
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
