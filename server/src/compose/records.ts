import { collectionRoutes } from '../collections/routes.ts'
import { collectionsService } from '../collections/service.ts'
import type { Database } from '../database/database.ts'
import { approvals, discounts } from '../domains/approvals/collections.ts'
import { carts, lineItems } from '../domains/carts/collections.ts'
import {
  barcodes,
  categories,
  productImports,
  products,
  taxRates,
  variants,
} from '../domains/catalog/collections.ts'
import { catalogRoutes } from '../domains/catalog/routes.ts'
import { catalogService } from '../domains/catalog/service.ts'
import { chipImports, chipUnits } from '../domains/chips/collections.ts'
import { customers } from '../domains/customers/collections.ts'
import { stockLevels, stockMovements, stockReceipts } from '../domains/inventory/collections.ts'
import { inventoryRoutes } from '../domains/inventory/routes.ts'
import { inventoryService } from '../domains/inventory/service.ts'
import { offlineSales } from '../domains/offline-sales/collections.ts'
import { refundLines, refunds } from '../domains/refunds/collections.ts'
import { dailySalesRollups } from '../domains/reporting/collections.ts'
import { orderPayments, receipts, salesOrders, transactions } from '../domains/sales/collections.ts'
import { cashMovements, shiftReports, shifts } from '../domains/shifts/collections.ts'
import { employees } from '../domains/staff/collections.ts'
import { stockCountLines, stockCounts } from '../domains/stock-counts/collections.ts'
import { stockCountsRoutes } from '../domains/stock-counts/routes.ts'
import { stockCountsService } from '../domains/stock-counts/service.ts'
import { stores } from '../domains/stores/collections.ts'
import { terminals } from '../domains/terminals/collections.ts'
import { stockTransferLines, stockTransfers } from '../domains/transfers/collections.ts'
import { transfersRoutes } from '../domains/transfers/routes.ts'
import { transfersService } from '../domains/transfers/service.ts'
import type { Route } from '../http/route.ts'
import type { OpenWorkbook } from '../spreadsheet/workbook.ts'

/**
 * The plain records of a store, and what moves them.
 *
 * @param openTable reads workbooks and CSV
 */
export function recordRoutes(database: Database, openTable: OpenWorkbook): Route[] {
  const collections = collectionsService({ database })
  const catalog = [products, variants, barcodes, categories, taxRates, productImports]
  return [
    ...catalogRoutes(catalogService({ database, openTable })),
    ...inventoryRoutes(inventoryService({ database })),
    ...transfersRoutes(transfersService({ database })),
    ...stockCountsRoutes(stockCountsService({ database })),
    ...[
      stores,
      terminals,
      employees,
      ...catalog,
      stockLevels,
      stockMovements,
      stockReceipts,
      stockTransfers,
      stockTransferLines,
      stockCounts,
      stockCountLines,
      chipUnits,
      chipImports,
      shifts,
      cashMovements,
      shiftReports,
      carts,
      lineItems,
      offlineSales,
      salesOrders,
      orderPayments,
      transactions,
      receipts,
      customers,
      approvals,
      discounts,
      refunds,
      refundLines,
      dailySalesRollups,
    ].flatMap((each) => collectionRoutes(each, collections)),
  ]
}
