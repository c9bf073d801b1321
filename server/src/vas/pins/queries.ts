import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

export interface SaleKey {
  readonly merchantId: string
  readonly saleId: string
}

/** The stored code; the sealed parts are null for a caller who may not see it. */
export interface StoredPin {
  readonly sealed: Buffer | null
  readonly sealedKey: Buffer | null
  readonly lastFour: string
  readonly usageInfo: string[]
  readonly terms: string | null
}

const columns = sql`sealed, sealed_key as "sealedKey", last_four as "lastFour", usage_info as "usageInfo", terms`

export function keep(
  tx: Tx<'worker'>,
  { merchantId, saleId }: SaleKey,
  pin: { readonly sealed: Buffer; readonly sealedKey: Buffer; readonly lastFour: string },
): Promise<unknown> {
  return tx.rows(
    sql`select vas.keep_pin(${merchantId}, ${saleId}, ${pin.sealed}, ${pin.sealedKey}, ${pin.lastFour})`,
  )
}

/**
 * The code of a sale: in clear for its seller, where it was sold, once; masked for everybody else. Undefined if the
 * sale has no code.
 */
export function show(
  tx: Tx<'store:cashier'>,
  { merchantId, saleId }: SaleKey,
): Promise<(StoredPin & { readonly isRevealed: boolean }) | undefined> {
  return tx.first(sql<StoredPin & { isRevealed: boolean }>`
    select ${columns}, is_revealed as "isRevealed" from vas.show_pin(${merchantId}, ${saleId})`)
}

/** The place of a sale that the caller can see; otherwise 404. */
export function placeOf(tx: Tx<'store:cashier'>, saleId: string) {
  return tx.one(
    sql<{ merchantId: string; storeId: string }>`
      select merchant_id as "merchantId", store_id as "storeId" from vas.sales where id = ${saleId}`,
  )
}

export function reprint(
  tx: Tx<'store:supervisor'>,
  { merchantId, saleId }: SaleKey,
  reason: string,
): Promise<StoredPin & { readonly reprints: number }> {
  return tx.one(
    sql<
      StoredPin & { reprints: number }
    >`select ${columns}, reprints from vas.reprint_pin(${merchantId}, ${saleId}, ${reason})`,
  )
}
