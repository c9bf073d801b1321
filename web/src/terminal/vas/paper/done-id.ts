import type { VasSale } from '@mostrador/client'

/** Names what this device does once when a sale is in a state: open the drawer, and print its ticket. */
export const doneId = (sale: Pick<VasSale, 'id'>, status: VasSale['status']) => `${sale.id} ${status}`
