import { answer, api } from '../../api/client.ts'
import { type GoodsItem, itemOf } from '../catalog/goods-item.ts'

/** A product that is being added to the catalog, and then its code. */
export interface NewItem {
  /** Sends what the server has not accepted yet. @throws ProblemError when it refuses the product or its code */
  add(name: string, priceCentavos: number): Promise<GoodsItem>
  /** The product without its code, once it is created: it can be sold although its code was refused. */
  uncoded(): GoodsItem | null
}

/** @param code null: it has none */
export function newItem(storeId: string, code: string | null): NewItem {
  let created: GoodsItem | null = null
  return {
    add: async (name, priceCentavos) => {
      created ??= await createdItem(storeId, name, priceCentavos)
      if (code === null) return created
      const { variantId } = created
      await answer(api.POST('/pos/barcodes', { body: { storeId, variantId, code } }))
      return { ...created, barcodes: [code] }
    },
    uncoded: () => created,
  }
}

async function createdItem(storeId: string, name: string, priceCentavos: number): Promise<GoodsItem> {
  const product = await answer(api.POST('/pos/products', { body: { storeId, name, priceCentavos } }))
  const variant = { id: product.id, name: null, sku: null, priceCentavos: null }
  // Without its tax it cannot be sold offline, until this device's copy of the catalog has it.
  return itemOf(product, variant, [], undefined)
}
