/** The one line that says where the contract comes from. */
export type { paths } from './schema.d.ts'

import type { paths } from './schema.d.ts'

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type Path = keyof paths
type Operation<P extends Path, M extends string> = M extends keyof paths[P] ? paths[P][M] : never
type Answer<P extends Path, M extends string, S extends number> =
  Operation<P, M> extends { responses: infer R } ? (S extends keyof R ? Json<R[S]> : never) : never
type Body<P extends Path, M extends string> =
  Operation<P, M> extends { requestBody: infer B } ? Json<B> : never
type ItemOf<T> = T extends { items: (infer Item)[] } ? Item : never

export type Me = Answer<'/auth/me', 'get', 200>
export type StoreAbility = Me['stores'][number]
export type NavigationGroup = Me['navigation'][number]
export type StoreRole = StoreAbility['role']
export type InviteFace = Answer<'/auth/invites/lookup', 'post', 200>
export type CatalogEntry = ItemOf<Answer<'/vas/catalog', 'get', 200>>
export type ProviderState = ItemOf<Answer<'/vas/providers', 'get', 200>>
export type SaleRequest = Body<'/vas/sale', 'post'>
export type VasKind = CatalogEntry['kind']
export type Quote = Answer<'/vas/adeudo', 'get', 200>
export type Statement = Quote['items'][number]
export type Sale = Answer<'/vas/sale/{id}', 'get', 200>
/** A code in clear is in one answer of a sale's life: it is kept in memory, and nowhere else. */
export type Pin = NonNullable<Sale['pin']>
export type Reprint = Answer<'/vas/pin/reprint', 'post', 200>
export type SaleStatus = Sale['status']
export type PaymentMethod = Sale['payment']['method']
export type StoreRecord = ItemOf<Answer<'/pos/stores', 'get', 200>>
export type ProductRecord = ItemOf<Answer<'/pos/products', 'get', 200>>
export type CategoryRecord = ItemOf<Answer<'/pos/categories', 'get', 200>>
export type BankAccount = ItemOf<Answer<'/pos/settlements/bank-account', 'get', 200>>
export type Settlement = ItemOf<Answer<'/pos/settlements/requests', 'get', 200>>
export type StockLevel = ItemOf<Answer<'/pos/stock_levels', 'get', 200>>
export type StockMovement = ItemOf<Answer<'/pos/stock_movements', 'get', 200>>
export type TerminalRecord = ItemOf<Answer<'/pos/terminals', 'get', 200>>
export type EmployeeRecord = ItemOf<Answer<'/pos/employees', 'get', 200>>
export type DeviceTerminal = NonNullable<Answer<'/auth/terminal-device', 'get', 200>['terminal']>
export type Membership = ItemOf<Answer<'/pos/memberships', 'get', 200>>
export type Invite = ItemOf<Answer<'/pos/invites', 'get', 200>>
export type WalletEntry = ItemOf<Answer<'/pos/wallet/entries', 'get', 200>>
export type AuditEntry = ItemOf<Answer<'/pos/audit_log', 'get', 200>>
export type Merchant = ItemOf<Answer<'/platform/merchants', 'get', 200>>
export type PlatformRole = ItemOf<Answer<'/platform/roles', 'get', 200>>
export type Setting = ItemOf<Answer<'/platform/settings', 'get', 200>>
export type VariantRecord = ItemOf<Answer<'/pos/variants', 'get', 200>>
export type BarcodeRecord = ItemOf<Answer<'/pos/barcodes', 'get', 200>>
export type Cart = Answer<'/pos/carts/{id}', 'get', 200>
export type CartLine = Cart['lines'][number]
export type CartDiscount = Cart['discounts'][number]
export type Finalizing = Body<'/pos/carts/{id}/finalize', 'post'>
export type OfflineSale = Answer<'/pos/offline_sales', 'post', 201>
export type NewOfflineSale = Body<'/pos/offline_sales', 'post'>
export type OfflineReason = OfflineSale['reasons'][number]
export type TaxRateRecord = ItemOf<Answer<'/pos/tax_rates', 'get', 200>>
export type SoldCart = Answer<'/pos/carts/{id}/finalize', 'post', 201>
export type StoreReceipt = Answer<'/pos/receipts/{id}', 'get', 200>
export type SoldOrder = Answer<'/pos/sales_orders/{id}', 'get', 200>
export type Refunded = Answer<'/pos/sales_orders/{id}/refunds', 'post', 201>
export type Approval = Answer<'/pos/approvals/{id}', 'get', 200>
export type Shift = Answer<'/pos/shifts', 'post', 201>
export type ShiftView = Answer<'/pos/shifts/{id}/report', 'get', 200>
export type ShiftClosing = Answer<'/pos/shifts/{id}/close', 'post', 201>
export type Denominations = Body<'/pos/shifts/{id}/close', 'post'>['denominations']
export type BankAccountCase = ItemOf<Answer<'/pos/settlements/ops/bank-accounts', 'get', 200>>
export type DepositCase = ItemOf<Answer<'/pos/deposits/ops', 'get', 200>>
export type SettlementCase = ItemOf<Answer<'/pos/settlements/ops/requests', 'get', 200>>
export type ReviewCase = ItemOf<Answer<'/vas/ops/reviews', 'get', 200>>
export type GivenUpWork = ItemOf<Answer<'/platform/workflows', 'get', 200>>
export type Verification = Answer<'/pos/admin/merchants/{id}/verification', 'get', 200>
export type Diagnosis = Answer<'/platform/merchants/{id}/diagnosis', 'get', 200>
export type Assistance = Answer<'/platform/merchants/{id}/assistance', 'get', 200>
export type AdminAssignment = ItemOf<Answer<'/platform/admin-assignments', 'get', 200>>
export type GiftCard = ItemOf<Answer<'/platform/gift-cards', 'get', 200>>
export type DurableWork = Answer<'/workflows/{id}', 'get', 200>
export type PspCredentials = ItemOf<Answer<'/admin/psp-credentials', 'get', 200>>
export type StockTransfer = ItemOf<Answer<'/pos/stock_transfers', 'get', 200>>
export type StockTransferLine = ItemOf<Answer<'/pos/stock_transfer_lines', 'get', 200>>
export type StockCount = ItemOf<Answer<'/pos/stock_counts', 'get', 200>>
export type StockCountLine = ItemOf<Answer<'/pos/stock_count_lines', 'get', 200>>
export type Webhook = ItemOf<Answer<'/pos/webhooks', 'get', 200>>
export type WebhookOrder = Body<'/pos/webhooks', 'post'>
export type WebhookDelivery = ItemOf<Answer<'/pos/webhooks/{id}/deliveries', 'get', 200>>
export type Connection = ItemOf<Answer<'/pos/connections', 'get', 200>>
export type Dashboard = Answer<'/pos/reports/dashboard', 'get', 200>
export type SalesReport = Answer<'/pos/reports/sales', 'get', 200>
export type ReportRow = SalesReport['rows'][number]
export type InventoryItem = ItemOf<Answer<'/pos/reports/inventory', 'get', 200>>
export type ProductImport = Answer<'/pos/products/import', 'post', 200>
export type ProductsChange = Body<'/pos/products/bulk-change', 'post'>
export type ProductsChanged = Answer<'/pos/products/bulk-change', 'post', 200>
export type MerchantTheme = ItemOf<Answer<'/pos/merchant_themes', 'get', 200>>
export type DrawerRow = ItemOf<Answer<'/pos/reports/shifts', 'get', 200>>
export type ChipUnit = ItemOf<Answer<'/pos/chip_units', 'get', 200>>
export type ChipRun = Answer<'/vas/chips/import/{id}', 'get', 200>
