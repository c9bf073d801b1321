import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { giftCards } from './gift-cards.ts'
import * as queries from './queries.ts'
import type { Pin, Reprint, ReprintRequest } from './schema.ts'

/** Port: seals a secret under its own data key; `context` ties it to its owner. */
export interface PinSealer {
  sealEnvelope(plain: Uint8Array, context: string): SealedPin
  openEnvelope(envelope: SealedPin, context: string): Buffer
}

interface SealedPin {
  readonly sealed: Buffer
  readonly sealedKey: Buffer
}

/** A code as the provider delivered it. */
export interface ClearPin {
  readonly code: string
  readonly serial: string | null
}

/** What a masked answer needs. */
export interface PinFace {
  readonly lastFour: string
  readonly usageInfo: readonly string[]
  readonly terms: string | null
  readonly isRevealed: boolean
  /** Not seen yet, and this caller may see it here. */
  readonly canBeShown: boolean
}

const mostReprints = 3

export type PinsService = ReturnType<typeof pinsService>

/**
 * Codes delivered by PIN sales. One answer per sale contains the code, for the seller where it was sold; the
 * database picks it among concurrent requests and audits it. A supervisor may reprint it, counted and audited
 * as well. Codes are in clear only in memory: never stored, logged or audited. Owns vas.sale_pins.
 */
export function pinsService({ database, sealer }: { database: Database; sealer: PinSealer }) {
  /** Stores the code of a sale, in the transaction that completes it. */
  const keep = (tx: Tx<'worker'>, sale: queries.SaleKey, pin: ClearPin): Promise<unknown> => {
    const envelope = sealer.sealEnvelope(Buffer.from(JSON.stringify(pin)), contextOf(sale.saleId))
    return queries.keep(tx, sale, { ...envelope, lastFour: lastFourOf(pin.code) })
  }

  /**
   * The PIN in clear for its seller, in the session or at the terminal of the sale, once; masked for
   * everybody else.
   */
  const show = async (tx: Tx<'store:cashier'>, sale: queries.SaleKey): Promise<Pin | null> => {
    const stored = await queries.show(tx, sale)
    return stored === undefined ? null : shown(sale.saleId, stored)
  }

  /**
   * Shows a code again, and audits the reason.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `pin_not_available` · `reprint_limit`
   */
  const reprint = (grant: Grant<'store:supervisor'>, { saleId, reason }: ReprintRequest): Promise<Reprint> =>
    database.write(grant, async (tx) => {
      const { merchantId, storeId } = await queries.placeOf(tx, saleId)
      tx.storeActorIn(storeId)
      const stored = await queries.reprint(tx, { merchantId, saleId }, reason)
      return { saleId, pin: shown(saleId, stored), reprintsLeft: mostReprints - stored.reprints }
    })

  const shown = (saleId: string, stored: queries.StoredPin & { isRevealed?: boolean }): Pin => {
    const masked = maskedPin({ isRevealed: true, ...stored, canBeShown: false })
    if (stored.sealed === null || stored.sealedKey === null) return masked
    const envelope = { sealed: stored.sealed, sealedKey: stored.sealedKey }
    const clear = JSON.parse(sealer.openEnvelope(envelope, contextOf(saleId)).toString()) as ClearPin
    return { ...masked, code: clear.code, serial: clear.serial }
  }

  return { keep, show, reprint, ...giftCards({ database }) }
}

/** A masked PIN. */
export function maskedPin({ lastFour, usageInfo, terms, isRevealed, canBeShown }: PinFace): Pin {
  return {
    code: null,
    masked: `****${lastFour}`,
    serial: null,
    isRevealed,
    canBeShown,
    instructions: [...usageInfo],
    terms,
  }
}

/** The same PIN without its code, for anything that is stored. */
export function withoutCode(pin: Pin): Pin {
  return { ...pin, code: null, serial: null }
}

/** Sealed for one sale: the code of another one does not open in its place. */
const contextOf = (saleId: string) => `pin:${saleId}`

/** The last four characters of a short code would reveal too much. */
function lastFourOf(code: string): string {
  return code.length < 8 ? '' : code.slice(-4)
}
