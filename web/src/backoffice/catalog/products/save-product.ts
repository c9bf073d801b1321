import { answer, api } from '../../../api/client.ts'
import { emptyToNull } from '../../../desk/records/empty-to-null.ts'
import { isOpen, type Values } from './product-values.ts'

/** What of a new product the server has already. */
export interface Saved {
  id: string | null
  /** The code of a new product. */
  hasCode: boolean
}

/**
 * Saves a product and, when it is new, its code and first stock. After a refusal it can be called again with the same
 * `saved`, and repeats nothing that was saved.
 *
 * @param saved is updated after each step
 */
export async function saveProduct(storeId: string, values: Values, saved: Saved): Promise<void> {
  const { code, firstStock, ...fields } = values
  const body = {
    ...fields,
    name: fields.name.trim(),
    priceCentavos: fields.priceCentavos ?? 0,
    sku: emptyToNull(fields.sku),
    description: emptyToNull(fields.description),
    tracksStock: fields.kind === 'GOODS' && fields.tracksStock,
    isPriceOpen: isOpen(values),
  }
  const { id: variantId } =
    saved.id === null
      ? await answer(api.POST('/pos/products', { body: { storeId, ...body } }))
      : await answer(api.PATCH('/pos/products/{id}', { params: { path: { id: saved.id } }, body }))
  saved.id = variantId
  if (code.trim() !== '' && !saved.hasCode) {
    await answer(api.POST('/pos/barcodes', { body: { storeId, variantId, code: code.trim() } }))
    saved.hasCode = true
  }
  const quantity = Number(firstStock)
  if (!body.tracksStock || quantity === 0) return
  const cost = fields.costCentavos === null ? {} : { unitCostCentavos: fields.costCentavos }
  await answer(
    api.POST('/pos/inventory/receipts', {
      // A product's first stock is received once, however often this is sent.
      params: { header: { 'idempotency-key': variantId } },
      body: { storeId, lines: [{ variantId, quantity, ...cost }] },
    }),
  )
}
