import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import { receiptText } from './view.ts'

/** Sends receipts of sales to their customers. */
export function receiptMail({ database }: { database: Database }) {
  /**
   * Mails the receipt of a completed sale, composed of what is stored; a PIN in it is masked.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `invalid_transition` · `too_many_attempts`
   */
  const mail = (grant: Grant<'store:cashier'>, id: string, address: string): Promise<void> =>
    database.write(grant, async (tx) => {
      const sale = await queries.sale(tx, id)
      const { merchantId } = tx.storeActorIn(sale.store_id)
      const letter = { id: uuidV7(), address, text: receiptText(sale) }
      await queries.mailReceipt(tx, { merchantId, saleId: id }, letter)
    })

  return { mail }
}
