import type { DemoApi } from './store-api.ts'

export const cola = '7501055300181'
export const water = '7501055300075'
export const bread = '7501055300280'
const named = { 'Refresco de cola': cola, 'Agua natural 1 L': water, 'Pan blanco': bread }

/** Gives three goods of the demo their codes: for $19.00, $14.00 and $48.50. */
export async function nameGoods(manager: DemoApi): Promise<void> {
  for (const [name, code] of Object.entries(named)) {
    const variantId = await manager.variantOf(name)
    await manager.post('/pos/barcodes', { storeId: manager.storeId, variantId, code })
  }
}

/** Enough for a ticket longer than a screen. */
export const manyGoods = [
  'Aceite vegetal',
  'Arroz',
  'Atún',
  'Azúcar',
  'Cacahuates',
  'Café soluble',
  'Chocolate de mesa',
  'Cloro',
] as const
