import 'i18next'
import type { approvalsTexts } from './backoffice/approvals/texts.ts'
import type { chipTexts } from './backoffice/chips/texts.ts'
import type { connectionTexts } from './backoffice/connections/texts.ts'
import type { countTexts } from './backoffice/counts/texts.ts'
import type { dashboardTexts } from './backoffice/dashboard/texts.ts'
import type { depositTexts } from './backoffice/deposits/texts.ts'
import type { enablingTexts } from './backoffice/devices/enabling-texts.ts'
import type { deviceTexts } from './backoffice/devices/texts.ts'
import type { inventoryTexts } from './backoffice/inventory/texts.ts'
import type { ordersTexts } from './backoffice/orders/texts.ts'
import type { productTexts } from './backoffice/products/texts.ts'
import type { reportTexts } from './backoffice/reports/texts.ts'
import type { settlementTexts } from './backoffice/settlements/texts.ts'
import type { shiftDeskTexts } from './backoffice/shifts/texts.ts'
import type { staffTexts } from './backoffice/staff/texts.ts'
import type { backofficeTexts } from './backoffice/texts.ts'
import type { themeTexts } from './backoffice/theme/texts.ts'
import type { transferTexts } from './backoffice/transfers/texts.ts'
import type { webhookTexts } from './backoffice/webhooks/texts.ts'
import type { assignmentTexts } from './platform/assignments/texts.ts'
import type { platformAuditTexts } from './platform/audit/texts.ts'
import type { giftCardTexts } from './platform/gift-cards/texts.ts'
import type { merchantTexts } from './platform/merchants/texts.ts'
import type { pspTexts } from './platform/psp/texts.ts'
import type { queueTexts } from './platform/queues/texts.ts'
import type { summaryTexts } from './platform/summaries/texts.ts'
import type { termsTexts } from './platform/terms/texts.ts'
import type { platformTexts } from './platform/texts.ts'
import type { workTexts } from './platform/work/texts.ts'
import type { approveHereTexts } from './session/approve-here/texts.ts'
import type { auditTexts } from './session/audit-texts.ts'
import type { drawerTexts } from './session/drawer/texts.ts'
import type { lockTexts } from './session/lock/texts.ts'
import type { outcomeTexts } from './session/outcome-texts.ts'
import type { problemTexts } from './session/problem-texts.ts'
import type { refundWayTexts } from './session/refund-way/texts.ts'
import type { settingTexts } from './session/settings/texts.ts'
import type { sessionTexts } from './session/texts.ts'
import type { tillTexts } from './session/till/texts.ts'
import type { offlineTexts } from './terminal/offline/texts.ts'
import type { shopTexts } from './terminal/shop-texts.ts'
import type { terminalTexts } from './terminal/texts.ts'
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
