import type { CustomTypeOptions } from 'i18next'
import { approvalsEnglish } from './backoffice/approvals/texts.en.ts'
import { chipEnglish } from './backoffice/chips/texts.en.ts'
import { connectionEnglish } from './backoffice/connections/texts.en.ts'
import { countEnglish } from './backoffice/counts/texts.en.ts'
import { dashboardEnglish } from './backoffice/dashboard/texts.en.ts'
import { depositEnglish } from './backoffice/deposits/texts.en.ts'
import { enablingEnglish } from './backoffice/devices/enabling-texts.en.ts'
import { deviceEnglish } from './backoffice/devices/texts.en.ts'
import { inventoryEnglish } from './backoffice/inventory/texts.en.ts'
import { ordersEnglish } from './backoffice/orders/texts.en.ts'
import { productEnglish } from './backoffice/products/texts.en.ts'
import { reportEnglish } from './backoffice/reports/texts.en.ts'
import { settlementEnglish } from './backoffice/settlements/texts.en.ts'
import { shiftDeskEnglish } from './backoffice/shifts/texts.en.ts'
import { staffEnglish } from './backoffice/staff/texts.en.ts'
import { backofficeEnglish } from './backoffice/texts.en.ts'
import { themeEnglish } from './backoffice/theme/texts.en.ts'
import { transferEnglish } from './backoffice/transfers/texts.en.ts'
import { webhookEnglish } from './backoffice/webhooks/texts.en.ts'
import { assignmentEnglish } from './platform/assignments/texts.en.ts'
import { platformAuditEnglish } from './platform/audit/texts.en.ts'
import { giftCardEnglish } from './platform/gift-cards/texts.en.ts'
import { merchantEnglish } from './platform/merchants/texts.en.ts'
import { pspEnglish } from './platform/psp/texts.en.ts'
import { queueEnglish } from './platform/queues/texts.en.ts'
import { summaryEnglish } from './platform/summaries/texts.en.ts'
import { termsEnglish } from './platform/terms/texts.en.ts'
import { platformEnglish } from './platform/texts.en.ts'
import { workEnglish } from './platform/work/texts.en.ts'
import { approveHereEnglish } from './session/approve-here/texts.en.ts'
import { auditEnglish } from './session/audit-texts.en.ts'
import { drawerEnglish } from './session/drawer/texts.en.ts'
import { lockEnglish } from './session/lock/texts.en.ts'
import { outcomeEnglish } from './session/outcome-texts.en.ts'
import { problemEnglish } from './session/problem-texts.en.ts'
import { refundWayEnglish } from './session/refund-way/texts.en.ts'
import { settingEnglish } from './session/settings/texts.en.ts'
import { sessionEnglish } from './session/texts.en.ts'
import { tillEnglish } from './session/till/texts.en.ts'
import { offlineEnglish } from './terminal/offline/texts.en.ts'
import { shopEnglish } from './terminal/shop-texts.en.ts'
import { terminalEnglish } from './terminal/texts.en.ts'
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
