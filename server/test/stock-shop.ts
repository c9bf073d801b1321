import { expect } from 'vitest'
import { barcodes, categories, products, variants } from '../src/catalog/products/collections.ts'
import { collectionRoutes } from '../src/collections/routes.ts'
import { collectionsService } from '../src/collections/service.ts'
import { stockCountLines, stockCounts } from '../src/stock/counts/collections.ts'
import { stockCountsRoutes } from '../src/stock/counts/routes.ts'
import { stockCountsService } from '../src/stock/counts/service.ts'
import { stockLevels, stockMovements, stockReceipts } from '../src/stock/levels/collections.ts'
import { inventoryRoutes } from '../src/stock/levels/routes.ts'
import { inventoryService } from '../src/stock/levels/service.ts'
import { stockTransferLines, stockTransfers } from '../src/stock/transfers/collections.ts'
import { transfersRoutes } from '../src/stock/transfers/routes.ts'
import { transfersService } from '../src/stock/transfers/service.ts'
import { type App, startApp } from './app.ts'
import type { Member, Merchant, Store } from './world.ts'

/** A store with somebody in each role. */
export interface StockShop {
  readonly store: Store
  readonly manager: Member
  readonly supervisor: Member
  readonly cashier: Member
}

export interface StockApp extends App {
  shop(of?: Merchant): Promise<StockShop>
  /** Goods of the store that are kept in stock, with a first delivery. */
  goods(shop: StockShop, onHand?: number, fields?: Readonly<Record<string, unknown>>): Promise<string>
  onHand(variantId: string): Promise<number>
  /** Whatever the stock disagrees with itself about. */
  faults(): Promise<unknown[]>
}

/** The catalog and all that moves stock, on a server of their own. */
export async function startStockApp(): Promise<StockApp> {
  const app = await startApp({
    poolSize: 30,
    routes: ({ database }) => {
      const collections = collectionsService({ database })
      const documents = [stockReceipts, stockTransfers, stockTransferLines, stockCounts, stockCountLines]
      return [
        ...inventoryRoutes(inventoryService({ database })),
        ...transfersRoutes(transfersService({ database })),
        ...stockCountsRoutes(stockCountsService({ database })),
        ...[products, variants, barcodes, categories, stockLevels, stockMovements, ...documents].flatMap(
          (each) => collectionRoutes(each, collections),
        ),
      ]
    },
  })
  const shop = async (of?: Merchant): Promise<StockShop> => {
    const store = await app.world.store(of)
    const supervisor = await app.world.member(store, 'supervisor')
    const cashier = await app.world.member(store, 'cashier')
    return { store, manager: store.manager, supervisor, cashier }
  }
  const goods: StockApp['goods'] = async ({ store, supervisor }, onHand = 0, fields = {}) => {
    const product = { storeId: store.id, name: 'Arroz', priceCentavos: 3_000, tracksStock: true, ...fields }
    const made = await app.call(supervisor, 'POST', '/pos/products', product)
    expect(made.status, made.text).toBe(201)
    if (onHand > 0) {
      const lines = [{ variantId: made.body.id, quantity: onHand }]
      const order = { storeId: store.id, lines }
      const received = await app.call(supervisor, 'POST', '/pos/inventory/receipts', order)
      expect(received.status, received.text).toBe(201)
    }
    return made.body.id
  }
  const onHand = async (variantId: string) => {
    const { rows } = await app.admin.query('select on_hand from stock.stock_levels where id = $1', [
      variantId,
    ])
    return Number(rows[0]?.on_hand ?? 0)
  }
  const faults = async () => (await app.admin.query('select * from stock.stock_faults()')).rows
  return { ...app, shop, goods, onHand, faults }
}
