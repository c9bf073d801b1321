import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { fieldsOf, type Values } from './product-values.ts'

/** What of a product the server has already. */
export interface Saved {
  id: string | null
  /** Its values as the form was opened, or as it was saved last. */
  fields: ReturnType<typeof fieldsOf>
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
  const { code, firstStock } = values
  const fields = fieldsOf(values)
  const variantId = await saveFields(storeId, fields, saved)
  Object.assign(saved, { id: variantId, fields })
  if (code.trim() !== '' && !saved.hasCode) {
    await answer(api.POST('/pos/barcodes', { body: { storeId, variantId, code: code.trim() } }))
    saved.hasCode = true
  }
  const quantity = Number(firstStock)
  if (!fields.tracksStock || quantity === 0) return
  const cost = fields.costCentavos === null ? {} : { unitCostCentavos: fields.costCentavos }
  await answer(
    api.POST('/pos/inventory/receipts', {
      // A product's first stock is received once, however often this is sent.
      params: { header: { 'idempotency-key': variantId } },
      body: { storeId, lines: [{ variantId, quantity, ...cost }] },
    }),
  )
}

/** @returns the product's id, which is also that of its own variant */
async function saveFields(storeId: string, fields: Saved['fields'], saved: Saved): Promise<string> {
  if (saved.id === null) return (await answer(api.POST('/pos/products', { body: { storeId, ...fields } }))).id
  const path = { id: saved.id }
  await sendChanges(saved.fields, fields, (body) =>
    answer(api.PATCH('/pos/products/{id}', { params: { path }, body })),
  )
  return saved.id
}
