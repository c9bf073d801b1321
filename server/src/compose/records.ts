import {
  barcodes,
  categories,
  productImports,
  products,
  taxRates,
  variants,
} from '../catalog/products/collections.ts'
import { catalogRoutes } from '../catalog/products/routes.ts'
import { catalogService } from '../catalog/products/service.ts'
import { collectionRoutes } from '../collections/routes.ts'
import { collectionsService } from '../collections/service.ts'
import type { Database } from '../database/database.ts'
import type { Route } from '../http/route.ts'
import { dailySalesRollups } from '../reporting/reports/collections.ts'
import { approvals, discounts } from '../selling/approvals/collections.ts'
import { carts, lineItems } from '../selling/carts/collections.ts'
import { customers } from '../selling/customers/collections.ts'
import { offlineSales } from '../selling/offline-sales/collections.ts'
import { orderPayments, receipts, salesOrders, transactions } from '../selling/orders/collections.ts'
import { refundLines, refunds } from '../selling/refunds/collections.ts'
import { cashMovements, shiftReports, shifts } from '../shop/shifts/collections.ts'
import { employees } from '../shop/staff/collections.ts'
import { stores } from '../shop/stores/collections.ts'
import { terminals } from '../shop/terminals/collections.ts'
import type { OpenWorkbook } from '../spreadsheet/workbook.ts'
import { chipImports, chipUnits } from '../stock/chips/collections.ts'
import { stockCountLines, stockCounts } from '../stock/counts/collections.ts'
import { stockCountsRoutes } from '../stock/counts/routes.ts'
import { stockCountsService } from '../stock/counts/service.ts'
import { stockLevels, stockMovements, stockReceipts } from '../stock/levels/collections.ts'
import { inventoryRoutes } from '../stock/levels/routes.ts'
import { inventoryService } from '../stock/levels/service.ts'
import { stockTransferLines, stockTransfers } from '../stock/transfers/collections.ts'
import { transfersRoutes } from '../stock/transfers/routes.ts'
import { transfersService } from '../stock/transfers/service.ts'

/**
 * The plain records of a store, and the commands that move them.
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
