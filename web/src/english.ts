import type { CustomTypeOptions } from 'i18next'
import { approveHereEnglish } from './approvals/texts.en.ts'
import { productEnglish } from './backoffice/catalog/products/texts.en.ts'
import { webhookEnglish } from './backoffice/events/webhooks/texts.en.ts'
import { depositEnglish } from './backoffice/money/deposits/texts.en.ts'
import { settlementEnglish } from './backoffice/money/settlements/texts.en.ts'
import { dashboardEnglish } from './backoffice/reporting/dashboard/texts.en.ts'
import { reportEnglish } from './backoffice/reporting/reports/texts.en.ts'
import { approvalsEnglish } from './backoffice/selling/approvals/texts.en.ts'
import { ordersEnglish } from './backoffice/selling/orders/texts.en.ts'
import { enablingEnglish } from './backoffice/shop/devices/enabling-texts.en.ts'
import { deviceEnglish } from './backoffice/shop/devices/texts.en.ts'
import { shiftDeskEnglish } from './backoffice/shop/shifts/texts.en.ts'
import { staffEnglish } from './backoffice/shop/staff/texts.en.ts'
import { themeEnglish } from './backoffice/shop/theme/texts.en.ts'
import { chipEnglish } from './backoffice/stock/chips/texts.en.ts'
import { countEnglish } from './backoffice/stock/counts/texts.en.ts'
import { inventoryEnglish } from './backoffice/stock/inventory/texts.en.ts'
import { transferEnglish } from './backoffice/stock/transfers/texts.en.ts'
import { connectionEnglish } from './backoffice/vas/connections/texts.en.ts'
import { backofficeEnglish } from './backoffice/words/texts.en.ts'
import { drawerEnglish } from './cash/texts.en.ts'
import { auditEnglish } from './desk/audit/texts.en.ts'
import { settingEnglish } from './desk/settings/texts.en.ts'
import { outcomeEnglish } from './outcomes/texts.en.ts'
import { platformAuditEnglish } from './platform/audit/texts.en.ts'
import { assignmentEnglish } from './platform/identity/assignments/texts.en.ts'
import { merchantEnglish } from './platform/merchants/texts.en.ts'
import { pspEnglish } from './platform/psp/texts.en.ts'
import { queueEnglish } from './platform/queues/texts.en.ts'
import { summaryEnglish } from './platform/reporting/summaries/texts.en.ts'
import { giftCardEnglish } from './platform/vas/gift-cards/texts.en.ts'
import { termsEnglish } from './platform/vas/terms/texts.en.ts'
import { platformEnglish } from './platform/words/texts.en.ts'
import { workEnglish } from './platform/work/texts.en.ts'
import { problemEnglish } from './problems/problem-texts.en.ts'
import { refundWayEnglish } from './refunds/texts.en.ts'
import { lockEnglish } from './session/lock-screen/texts.en.ts'
import { tillEnglish } from './session/till/texts.en.ts'
import { sessionEnglish } from './session/words/texts.en.ts'
import { offlineEnglish } from './terminal/offline/texts.en.ts'
import { shopEnglish } from './terminal/words/shop-texts.en.ts'
import { terminalEnglish } from './terminal/words/texts.en.ts'
import type { Translated } from './ui/language.ts'
import { scannerEnglish } from './ui/scanner/texts.en.ts'
import { uiEnglish } from './ui/texts.en.ts'

type Catalogs = CustomTypeOptions['resources']

/** Everything that screens say, in English, as one file for those who chose it. */
export const english: { readonly [Name in keyof Catalogs]: Translated<Catalogs[Name]> } = {
  ui: uiEnglish,
  scanner: scannerEnglish,
  session: sessionEnglish,
  outcome: outcomeEnglish,
  problem: problemEnglish,
  audit: auditEnglish,
  terminal: terminalEnglish,
  shop: shopEnglish,
  offline: offlineEnglish,
  backoffice: backofficeEnglish,
  approvals: approvalsEnglish,
  device: deviceEnglish,
  inventory: inventoryEnglish,
  orders: ordersEnglish,
  product: productEnglish,
  count: countEnglish,
  transfer: transferEnglish,
  theme: themeEnglish,
  deposit: depositEnglish,
  settlement: settlementEnglish,
  staff: staffEnglish,
  platform: platformEnglish,
  assignments: assignmentEnglish,
  platformAudit: platformAuditEnglish,
  giftCards: giftCardEnglish,
  merchant: merchantEnglish,
  psp: pspEnglish,
  queues: queueEnglish,
  summaries: summaryEnglish,
  terms: termsEnglish,
  work: workEnglish,
  connection: connectionEnglish,
  chip: chipEnglish,
  drawer: drawerEnglish,
  report: reportEnglish,
  shiftDesk: shiftDeskEnglish,
  dashboard: dashboardEnglish,
  webhook: webhookEnglish,
  enabling: enablingEnglish,
  till: tillEnglish,
  lock: lockEnglish,
  approveHere: approveHereEnglish,
  refundWay: refundWayEnglish,
  setting: settingEnglish,
}
