import { airtimeProducts } from './airtime.ts'
import { billProducts } from './bills.ts'
import { pinProducts } from './pins.ts'
import type { SimulatedProduct } from './product.ts'

/** The default catalog of the simulator, sorted by id. */
export const simulatedCatalog: readonly SimulatedProduct[] = [
  ...airtimeProducts,
  ...pinProducts,
  ...billProducts,
].sort((a, b) => a.id - b.id)
