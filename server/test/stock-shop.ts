import { expect } from 'vitest'
import type { RunningProduct } from './app.ts'
import { sharedProduct } from './shared-product.ts'
import type { Member, Merchant, Store } from './world.ts'

/** A store with a person in each role. */
export interface StockShop {
  readonly store: Store
  readonly manager: Member
  readonly supervisor: Member
  readonly cashier: Member
}

export interface StockApp extends RunningProduct {
  shop(of?: Merchant): Promise<StockShop>
  /** Goods tracked in stock, with a first delivery. */
  goods(shop: StockShop, onHand?: number, fields?: Readonly<Record<string, unknown>>): Promise<string>
  onHand(variantId: string): Promise<number>
  /** Inconsistencies in the stock of these shops. */
  faults(): Promise<unknown[]>
}

/** The shared product, with repeated steps of stock tests. */
export async function stockApp(): Promise<StockApp> {
  const app = await sharedProduct()
  const merchants = new Set<string>()
  const shop = async (of?: Merchant): Promise<StockShop> => {
    const store = await app.world.store(of)
    merchants.add(store.merchantId)
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
  const faults = async () =>
    (
      await app.admin.query('select * from stock.stock_faults() where merchant_id = any ($1)', [
        [...merchants],
      ])
    ).rows
  return { ...app, shop, goods, onHand, faults }
}
