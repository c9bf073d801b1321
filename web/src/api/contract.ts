/**
 * The HTTP contract in the form that `openapi-typescript` gives it. Amounts are whole centavos (exact
 * in a number: the server keeps them below 10^15), instants RFC 3339 strings.
 */
export interface ProblemDocument {
  type: string
  title: string
  status: number
  code: string
  detail?: string
  requestId: string
  errors?: { path: string; message: string }[]
}

interface Account {
  id: string
  email: string
  name: string
}

interface SignedIn {
  token: string
  account: Account
}

type StoreRole = 'cashier' | 'supervisor' | 'manager'

interface Me {
  account: Account & { secondFactor: boolean }
  labels: string[]
  merchant: { id: string; name: string; status: string; isOwner: boolean } | null
  stores: {
    storeId: string
    merchantId: string
    name: string
    code: string
    role: StoreRole
    scopes: string[]
  }[]
  navigation: {
    group: 'MI_NEGOCIO' | 'ADMINISTRACION'
    items: { key: string; isAllowed: boolean; reason: string | null }[]
  }[]
}

interface InviteFace {
  email: string
  merchantName: string
  storeName: string | null
  role: StoreRole | null
  needsPassword: boolean
  expiresAt: string
}

interface CatalogEntry {
  id: string
  kind: 'airtime' | 'pin' | 'service'
  subkind: 'topup' | 'package' | 'giftcard' | 'bill'
  provider: { id: string; name: string; slug: string; health: 'UP' | 'DEGRADED' | 'DOWN' }
  name: string
  description: string | null
  amountCentavos: number | null
  range: { minCentavos: number; maxCentavos: number; incrementCentavos: number } | null
  currency: 'MXN'
  feeCentavos: number
  commissionBps?: number
  reference: {
    label: string
    help: string
    pattern: string
    minLength: number
    maxLength: number
    checkDigit: 'none' | 'luhn'
    scannable: boolean
  } | null
  validity: { quantity: number; unit: string } | null
  lookup: boolean
  paymentModes: string[]
  postingPeriod: { quantity: number; unit: string; type: string } | null
  notes: string | null
}

type PaymentMethod = 'CASH' | 'CARD' | 'TRANSFER'

interface SaleRequest {
  storeId?: string
  productId: string
  reference?: string
  amountCentavos?: number
  terminalId?: string
  payment?: { method: PaymentMethod; tenderedCentavos?: number }
  confirmDuplicate?: boolean
}

interface SaleView {
  id: string
  folio: string
  storeId: string
  storeName: string
  terminalId: string | null
  cashier: { membershipId: string; name: string }
  kind: 'airtime' | 'pin' | 'service'
  product: { id: string; name: string; provider: { name: string; slug: string } }
  reference: string | null
  amountCentavos: number
  feeCentavos: number
  totalCentavos: number
  payment: { method: PaymentMethod; tenderedCentavos: number | null; changeCentavos: number | null }
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'REVERSED'
  outcome: {
    variant: 'APPROVED' | 'APPROVED_PIN' | 'PENDING' | 'DECLINED' | 'REVERSED'
    message: string
    actions: (
      | 'print'
      | 'new_sale'
      | 'check_again'
      | 'print_provisional'
      | 'correct_and_retry'
      | 'return_cash'
    )[]
  }
  authorization: string | null
  failure: { code: string; retryable: boolean } | null
  pin: null
  receipt: { label: string; value: string }[]
  expectedBy: string
  createdAt: string
  completedAt: string | null
}

interface StoreRecord {
  id: string
  name: string
  code: string
  phone: string | null
  address: string | null
  timeZone: string
  taxRegion: string
  status: string
}

interface ProductRecord {
  id: string
  storeId: string
  name: string
  priceCentavos: number
  sku: string | null
  categoryId: string | null
  description: string | null
  picture: string | null
  costCentavos: number | null
  isActive: boolean
}

interface CategoryRecord {
  id: string
  storeId: string
  name: string
  parentId: string | null
  color: string | null
  picture: string | null
  position: number
}

interface TerminalRecord {
  id: string
  storeId: string
  name: string
  status: 'ENABLED' | 'DISABLED'
}

interface EmployeeRecord {
  id: string
  storeId: string
  name: string
  email: string | null
  phone: string | null
  position: string | null
}

interface Membership {
  id: string
  storeId: string
  accountId: string
  name: string
  email: string
  role: StoreRole
  createdAt: string
}

interface Invite {
  id: string
  storeId: string
  email: string
  role: StoreRole
  expiresAt: string
}

interface WalletEntry {
  entryNo: number
  postedAt: string
  kind: string
  reference: string | null
  memo: string | null
  amountCentavos: number
  balanceAfterCentavos: number
  folio: string | null
}

interface AuditEntry {
  id: string
  at: string
  action: string
  entity: string
  entityId: string | null
  before: unknown
  after: unknown
  userId: string | null
  userName: string | null
  storeId: string | null
}

interface Merchant {
  id: string
  name: string
  tradeName: string | null
  rfc: string | null
  owner: Account
  status: string
  statusReason: string | null
  isVerified: boolean
  verificationStatus: string
  databaseId: string
  createdAt: string
}

interface PlatformRole {
  accountId: string
  email: string
  name: string
  label: string
  grantedAt: string
  grantedBy: string | null
}

interface Setting {
  key: string
  type: string
  value: unknown
  default: unknown
  meaning: string
  updatedAt: string | null
}

type Page<T> = { items: T[]; nextCursor: string | null }
type Paging = { limit?: number; cursor?: string }
type InStore = Paging & { storeId?: string; q?: string; sort?: string }

type Json<T> = { content: { 'application/json': T } }
type Refusal = { content: { 'application/problem+json': ProblemDocument } }
type Responses<R> = { [S in keyof R]: R[S] extends null ? { content?: never } : Json<R[S]> } & {
  default: Refusal
}
type Read<Query, Body> = { parameters: { query?: Query }; responses: Responses<{ 200: Body }> }
type ReadOne<Body> = { parameters: { path: { id: string } }; responses: Responses<{ 200: Body }> }
type Send<Body, R> = {
  parameters: { header?: { 'idempotency-key'?: string; prefer?: string } }
  requestBody: Json<Body>
  responses: Responses<R>
}
type SendOne<Body, R> = {
  parameters: { path: { id: string } }
  requestBody: Json<Body>
  responses: Responses<R>
}
type Drop = { parameters: { path: { id: string } }; responses: Responses<{ 204: null }> }
type Bare<R> = { parameters: object; responses: Responses<R> }
type Nullable<T> = { [K in keyof T]?: T[K] | null }
type Draft<T, Required extends keyof T> = Pick<T, Required> & Nullable<Omit<T, Required | 'id' | 'storeId'>>

interface Collection<T extends { id: string }, Create> {
  '': { get: Read<InStore, Page<T>>; post: Send<Create, { 201: T }> }
  one: { get: ReadOne<T>; patch: SendOne<Partial<Create>, { 200: T }>; delete: Drop }
}
type Products = Collection<
  ProductRecord,
  { storeId: string } & Draft<ProductRecord, 'name' | 'priceCentavos'>
>
type Categories = Collection<CategoryRecord, { storeId: string } & Draft<CategoryRecord, 'name'>>
type Terminals = Collection<
  TerminalRecord,
  { storeId: string; name: string; status?: 'ENABLED' | 'DISABLED' }
>
type Employees = Collection<EmployeeRecord, { storeId: string } & Draft<EmployeeRecord, 'name'>>
type StoreDraft = Draft<StoreRecord, 'name' | 'code'>

export interface paths {
  '/auth/sessions': {
    post: Send<{ email: string; password: string; totp?: string }, { 201: SignedIn }>
    delete: Bare<{ 204: null }>
  }
  '/auth/sessions/current': { delete: Bare<{ 204: null }> }
  '/setup': { get: Read<Record<never, never>, { needed: boolean }> }
  '/setup/first-admin': {
    post: Send<{ token: string; email: string; name: string; password: string }, { 201: SignedIn }>
  }
  '/auth/invites/lookup': { post: Send<{ token: string }, { 200: InviteFace }> }
  '/auth/invites/accept': {
    post: Send<{ token: string; name?: string; password?: string }, { 201: SignedIn }>
  }
  '/auth/me': { get: Read<Record<never, never>, Me> }
  '/auth/password': { post: Send<{ currentPassword: string; newPassword: string }, { 204: null }> }
  '/auth/totp': { post: Send<{ password: string }, { 201: { secret: string; otpauthUrl: string } }> }
  '/auth/totp/confirm': { post: Send<{ code: string }, { 200: { recoveryCodes: string[] } }> }
  '/auth/totp/disable': { post: Send<{ password: string; code: string }, { 204: null }> }
  '/vas/catalog': {
    get: {
      parameters: { query: { kind: 'airtime' | 'pin' | 'service'; storeId?: string } }
      responses: Responses<{ 200: { items: CatalogEntry[] } }>
    }
  }
  '/vas/sale': { post: Send<SaleRequest, { 201: SaleView; 202: SaleView }> }
  '/vas/sale/{id}': { get: ReadOne<SaleView> }
  '/vas/sales': { get: Read<Paging & { storeId?: string; status?: SaleView['status'] }, Page<SaleView>> }
  '/pos/stores': { get: Read<InStore, Page<StoreRecord>>; post: Send<StoreDraft, { 201: StoreRecord }> }
  '/pos/stores/{id}': { get: ReadOne<StoreRecord>; patch: SendOne<Partial<StoreDraft>, { 200: StoreRecord }> }
  '/pos/products': Products['']
  '/pos/products/{id}': Products['one']
  '/pos/categories': Categories['']
  '/pos/categories/{id}': Categories['one']
  '/pos/terminals': Terminals['']
  '/pos/terminals/{id}': Terminals['one']
  '/pos/employees': Employees['']
  '/pos/employees/{id}': Employees['one']
  '/pos/memberships': { get: Read<InStore, Page<Membership>> }
  '/pos/memberships/{id}': { patch: SendOne<{ role: StoreRole }, { 200: Membership }>; delete: Drop }
  '/pos/invites': {
    get: Read<InStore, Page<Invite>>
    post: Send<
      { storeId: string; email: string; role: StoreRole },
      { 201: Invite & { token: string; url: string } }
    >
  }
  '/pos/invites/{id}': { delete: Drop }
  '/pos/wallet': { get: Read<{ storeId?: string }, { availableCentavos: number; heldCentavos: number }> }
  '/pos/wallet/entries': { get: Read<Paging & { storeId?: string }, Page<WalletEntry>> }
  '/pos/audit_log': {
    get: Read<Paging & { storeId?: string; entity?: string; action?: string }, Page<AuditEntry>>
  }
  '/pos/merchants': {
    post: Send<
      { name: string; tradeName?: string; rfc?: string; owner: { email: string; name: string } },
      { 201: { merchant: Merchant; invite: { token: string; url: string; expiresAt: string } | null } }
    >
  }
  '/pos/merchants/{id}/status': {
    patch: SendOne<{ status: 'ACTIVE' | 'SUSPENDED'; reason: string }, { 200: Merchant }>
  }
  '/platform/merchants': { get: Read<Paging & { q?: string; status?: string }, Page<Merchant>> }
  '/platform/roles': {
    get: Read<Paging, Page<PlatformRole>>
    post: Send<{ email: string; label: string }, { 201: PlatformRole }>
  }
  '/platform/roles/{accountId}/{label}': {
    delete: {
      parameters: { path: { accountId: string; label: string } }
      responses: Responses<{ 204: null }>
    }
  }
  '/platform/settings': { get: Read<Record<never, never>, { items: Setting[] }> }
  '/platform/settings/{key}': {
    put: {
      parameters: { path: { key: string } }
      requestBody: Json<{ value: unknown }>
      responses: Responses<{ 200: Setting }>
    }
  }
  '/platform/audit': { get: Read<Paging & { entity?: string; action?: string }, Page<AuditEntry>> }
}
