import { filesRoutes } from '../catalog/files/routes.ts'
import { filesService } from '../catalog/files/service.ts'
import { themesRoutes } from '../catalog/themes/routes.ts'
import { themesService } from '../catalog/themes/service.ts'
import type { Database } from '../database/database.ts'
import { webhooksRoutes } from '../events/webhooks/routes.ts'
import { webhooksService } from '../events/webhooks/service.ts'
import type { Route } from '../http/route.ts'
import { bankAccountsRoutes } from '../money/bank-accounts/routes.ts'
import type { BankAccountsService } from '../money/bank-accounts/service.ts'
import { depositsRoutes } from '../money/deposits/routes.ts'
import { depositsService } from '../money/deposits/service.ts'
import { ledgerRoutes } from '../money/ledger/routes.ts'
import { ledgerService } from '../money/ledger/service.ts'
import { settlementsRoutes } from '../money/settlements/routes.ts'
import { settlementsService } from '../money/settlements/service.ts'
import { exportsRoutes } from '../reporting/exports/routes.ts'
import { exportsService } from '../reporting/exports/service.ts'
import { inventoryReportRoutes } from '../reporting/inventory/routes.ts'
import { inventoryReportService } from '../reporting/inventory/service.ts'
import { reportingRoutes } from '../reporting/reports/routes.ts'
import { reportingService } from '../reporting/reports/service.ts'
import { approvalsRoutes } from '../selling/approvals/routes.ts'
import { approvalsService } from '../selling/approvals/service.ts'
import { cartsRoutes } from '../selling/carts/routes.ts'
import { cartsService } from '../selling/carts/service.ts'
import { offlineSalesRoutes } from '../selling/offline-sales/routes.ts'
import { offlineSalesService } from '../selling/offline-sales/service.ts'
import { salesRoutes } from '../selling/orders/routes.ts'
import { salesService } from '../selling/orders/service.ts'
import { refundsRoutes } from '../selling/refunds/routes.ts'
import { refundsService } from '../selling/refunds/service.ts'
import { apiKeysRoutes } from '../shop/api-keys/routes.ts'
import { apiKeysService } from '../shop/api-keys/service.ts'
import { connectionsRoutes } from '../shop/connections/routes.ts'
import type { ConnectionsService } from '../shop/connections/service.ts'
import { shiftsRoutes } from '../shop/shifts/routes.ts'
import { shiftsService } from '../shop/shifts/service.ts'
import { staffRoutes } from '../shop/staff/routes.ts'
import type { StaffService } from '../shop/staff/service.ts'
import { storesRoutes } from '../shop/stores/routes.ts'
import { storesService } from '../shop/stores/service.ts'
import { terminalsRoutes } from '../shop/terminals/routes.ts'
import { terminalsService } from '../shop/terminals/service.ts'
import type { OpenWorkbook } from '../spreadsheet/workbook.ts'
import { chipsRoutes } from '../stock/chips/routes.ts'
import type { ChipsService } from '../stock/chips/service.ts'
import { recordRoutes } from './records.ts'

interface StoreParts {
  readonly database: Database
  readonly sealer: Parameters<typeof webhooksService>[0]['sealer']
  readonly transport: Parameters<typeof webhooksService>[0]['transport']
  readonly openTable: OpenWorkbook
  readonly staff: StaffService
  readonly chips: ChipsService
  readonly connections: ConnectionsService
  readonly bankAccounts: BankAccountsService
}

/** The store plane: money, people, tills, goods, and the reports about them. */
export function storeRoutes(parts: StoreParts): Route[] {
  const { database, sealer, transport, openTable, staff, chips, connections, bankAccounts } = parts
  const reporting = reportingService({ database })
  return [
    ...ledgerRoutes(ledgerService({ database })),
    ...depositsRoutes(depositsService({ database })),
    ...bankAccountsRoutes(bankAccounts),
    ...settlementsRoutes(settlementsService({ database, bankAccounts })),
    ...connectionsRoutes(connections),
    ...storesRoutes(storesService({ database })),
    ...terminalsRoutes(terminalsService({ database, staff })),
    ...shiftsRoutes(shiftsService({ database })),
    ...apiKeysRoutes(apiKeysService({ database })),
    ...staffRoutes(staff),
    ...chipsRoutes(chips),
    ...approvalsRoutes(approvalsService({ database, staff })),
    ...refundsRoutes(refundsService({ database })),
    ...cartsRoutes(cartsService({ database })),
    ...salesRoutes(salesService({ database })),
    ...offlineSalesRoutes(offlineSalesService({ database })),
    ...filesRoutes(filesService({ database })),
    ...themesRoutes(themesService({ database })),
    ...webhooksRoutes(webhooksService({ database, sealer, transport })),
    ...reportingRoutes(reporting),
    ...inventoryReportRoutes(inventoryReportService({ database })),
    ...exportsRoutes(exportsService({ database, reporting })),
    ...recordRoutes(database, openTable),
  ]
}
