import 'i18next'
import type { approveHereTexts } from './approvals/texts.ts'
import type { productTexts } from './backoffice/catalog/products/texts.ts'
import type { webhookTexts } from './backoffice/events/webhooks/texts.ts'
import type { depositTexts } from './backoffice/money/deposits/texts.ts'
import type { settlementTexts } from './backoffice/money/settlements/texts.ts'
import type { dashboardTexts } from './backoffice/reporting/dashboard/texts.ts'
import type { reportTexts } from './backoffice/reporting/reports/texts.ts'
import type { approvalsTexts } from './backoffice/selling/approvals/texts.ts'
import type { ordersTexts } from './backoffice/selling/orders/texts.ts'
import type { enablingTexts } from './backoffice/shop/devices/enabling-texts.ts'
import type { deviceTexts } from './backoffice/shop/devices/texts.ts'
import type { shiftDeskTexts } from './backoffice/shop/shifts/texts.ts'
import type { staffTexts } from './backoffice/shop/staff/texts.ts'
import type { themeTexts } from './backoffice/shop/theme/texts.ts'
import type { chipTexts } from './backoffice/stock/chips/texts.ts'
import type { countTexts } from './backoffice/stock/counts/texts.ts'
import type { inventoryTexts } from './backoffice/stock/inventory/texts.ts'
import type { transferTexts } from './backoffice/stock/transfers/texts.ts'
import type { connectionTexts } from './backoffice/vas/connections/texts.ts'
import type { backofficeTexts } from './backoffice/words/texts.ts'
import type { drawerTexts } from './cash/texts.ts'
import type { auditTexts } from './desk/audit/texts.ts'
import type { settingTexts } from './desk/settings/texts.ts'
import type { outcomeTexts } from './outcomes/texts.ts'
import type { platformAuditTexts } from './platform/audit/texts.ts'
import type { assignmentTexts } from './platform/identity/assignments/texts.ts'
import type { merchantTexts } from './platform/merchants/texts.ts'
import type { pspTexts } from './platform/psp/texts.ts'
import type { queueTexts } from './platform/queues/texts.ts'
import type { summaryTexts } from './platform/reporting/summaries/texts.ts'
import type { giftCardTexts } from './platform/vas/gift-cards/texts.ts'
import type { termsTexts } from './platform/vas/terms/texts.ts'
import type { platformTexts } from './platform/words/texts.ts'
import type { workTexts } from './platform/work/texts.ts'
import type { problemTexts } from './problems/problem-texts.ts'
import type { refundWayTexts } from './refunds/texts.ts'
import type { lockTexts } from './session/lock-screen/texts.ts'
import type { tillTexts } from './session/till/texts.ts'
import type { sessionTexts } from './session/words/texts.ts'
import type { offlineTexts } from './terminal/offline/texts.ts'
import type { shopTexts } from './terminal/words/shop-texts.ts'
import type { terminalTexts } from './terminal/words/texts.ts'
import type { scannerTexts } from './ui/scanner/texts.ts'
import type { uiTexts } from './ui/texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    returnNull: false
    resources: {
      ui: typeof uiTexts
      scanner: typeof scannerTexts
      session: typeof sessionTexts
      outcome: typeof outcomeTexts
      problem: typeof problemTexts
      audit: typeof auditTexts
      till: typeof tillTexts
      lock: typeof lockTexts
      approveHere: typeof approveHereTexts
      refundWay: typeof refundWayTexts
      setting: typeof settingTexts
      enabling: typeof enablingTexts
      terminal: typeof terminalTexts
      shop: typeof shopTexts
      offline: typeof offlineTexts
      backoffice: typeof backofficeTexts
      device: typeof deviceTexts
      inventory: typeof inventoryTexts
      deposit: typeof depositTexts
      settlement: typeof settlementTexts
      staff: typeof staffTexts
      chip: typeof chipTexts
      shiftDesk: typeof shiftDeskTexts
      drawer: typeof drawerTexts
      report: typeof reportTexts
      dashboard: typeof dashboardTexts
      approvals: typeof approvalsTexts
      orders: typeof ordersTexts
      count: typeof countTexts
      transfer: typeof transferTexts
      product: typeof productTexts
      theme: typeof themeTexts
      connection: typeof connectionTexts
      webhook: typeof webhookTexts
      platform: typeof platformTexts
      platformAudit: typeof platformAuditTexts
      assignments: typeof assignmentTexts
      giftCards: typeof giftCardTexts
      merchant: typeof merchantTexts
      psp: typeof pspTexts
      queues: typeof queueTexts
      summaries: typeof summaryTexts
      terms: typeof termsTexts
      work: typeof workTexts
    }
  }
}
