import type { Database } from '../database/database.ts'
import { approvalsRoutes } from '../domains/approvals/routes.ts'
import { approvalsService } from '../domains/approvals/service.ts'
import { bankAccountsRoutes } from '../domains/bank-accounts/routes.ts'
import type { BankAccountsService } from '../domains/bank-accounts/service.ts'
import { cartsRoutes } from '../domains/carts/routes.ts'
import { cartsService } from '../domains/carts/service.ts'
import { chipsRoutes } from '../domains/chips/routes.ts'
import type { ChipsService } from '../domains/chips/service.ts'
import { codesRoutes } from '../domains/codes/routes.ts'
import type { CodesService } from '../domains/codes/service.ts'
import { connectionsRoutes } from '../domains/connections/routes.ts'
import type { ConnectionsService } from '../domains/connections/service.ts'
import { depositsRoutes } from '../domains/deposits/routes.ts'
import { depositsService } from '../domains/deposits/service.ts'
import { exportsRoutes } from '../domains/exports/routes.ts'
import { exportsService } from '../domains/exports/service.ts'
import { filesRoutes } from '../domains/files/routes.ts'
import { filesService } from '../domains/files/service.ts'
import { inventoryReportRoutes } from '../domains/inventory-report/routes.ts'
import { inventoryReportService } from '../domains/inventory-report/service.ts'
import { ledgerRoutes } from '../domains/ledger/routes.ts'
import { ledgerService } from '../domains/ledger/service.ts'
import { offlineSalesRoutes } from '../domains/offline-sales/routes.ts'
import { offlineSalesService } from '../domains/offline-sales/service.ts'
import { refundsRoutes } from '../domains/refunds/routes.ts'
import { refundsService } from '../domains/refunds/service.ts'
import { reportingRoutes } from '../domains/reporting/routes.ts'
import { reportingService } from '../domains/reporting/service.ts'
import { salesRoutes } from '../domains/sales/routes.ts'
import { salesService } from '../domains/sales/service.ts'
import { settlementsRoutes } from '../domains/settlements/routes.ts'
import { settlementsService } from '../domains/settlements/service.ts'
import { shiftsRoutes } from '../domains/shifts/routes.ts'
import { shiftsService } from '../domains/shifts/service.ts'
import { staffRoutes } from '../domains/staff/routes.ts'
import { staffService } from '../domains/staff/service.ts'
import { storesRoutes } from '../domains/stores/routes.ts'
import { storesService } from '../domains/stores/service.ts'
import { terminalsRoutes } from '../domains/terminals/routes.ts'
import { terminalsService } from '../domains/terminals/service.ts'
import { themesRoutes } from '../domains/themes/routes.ts'
import { themesService } from '../domains/themes/service.ts'
import { webhooksRoutes } from '../domains/webhooks/routes.ts'
import { webhooksService } from '../domains/webhooks/service.ts'
import type { Route } from '../http/route.ts'
import type { OpenWorkbook } from '../spreadsheet/workbook.ts'
import { recordRoutes } from './records.ts'

interface StoreParts {
  readonly database: Database
  /** How browsers reach us. */
  readonly publicUrl: () => string
  readonly sealer: Parameters<typeof webhooksService>[0]['sealer']
  readonly transport: Parameters<typeof webhooksService>[0]['transport']
  readonly openTable: OpenWorkbook
  readonly codes: CodesService
  readonly chips: ChipsService
  readonly connections: ConnectionsService
  readonly bankAccounts: BankAccountsService
}

/** What happens in a store: its money, its people, its tills, its goods, and the reports of it all. */
export function storeRoutes(parts: StoreParts): Route[] {
  const { database, publicUrl, sealer, transport, openTable, codes, chips, connections, bankAccounts } = parts
  const reporting = reportingService({ database })
  return [
    ...ledgerRoutes(ledgerService({ database })),
    ...depositsRoutes(depositsService({ database })),
    ...bankAccountsRoutes(bankAccounts),
    ...settlementsRoutes(settlementsService({ database, bankAccounts })),
    ...connectionsRoutes(connections),
    ...storesRoutes(storesService({ database })),
    ...codesRoutes(codes),
    ...terminalsRoutes(terminalsService({ database, codes })),
    ...shiftsRoutes(shiftsService({ database })),
    ...staffRoutes(staffService({ database, publicUrl })),
    ...chipsRoutes(chips),
    ...approvalsRoutes(approvalsService({ database, codes })),
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
