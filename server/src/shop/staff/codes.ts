import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './code-queries.ts'
import { assertHard, newPin } from './pin-rules.ts'
import type { MintedPin, MintPin } from './schema.ts'

/** Port: a slow hash for PINs; never called in a transaction. */
export interface PinHasher {
  hashOf(pin: string): Promise<string>
  matches(pin: string, pinHash: string | null): Promise<boolean>
}

export interface CodeParts {
  readonly database: Database
  readonly hasher: PinHasher
}

/**
 * Employee codes and PINs for the till. A generated PIN is shown once, to the person who generated it, and works
 * once, to choose another; PINs are stored hashed. Every attempt is charged before it is judged, and five wrong
 * ones lock the code at that till only. An unknown code, a wrong PIN and a former employee get the same answer.
 */
export function codes({ database, hasher }: CodeParts) {
  /**
   * Generates a PIN for an employee, and a code if there is none: supervisors for cashiers, managers for
   * everybody. The PIN can only be used to choose another, once and within three days.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `weak_pin` · `invalid_transition` (no
   * account here) · `duplicate_value` (the code)
   */
  const mintPin = async (
    grant: Grant<'store:supervisor'>,
    id: string,
    order: MintPin,
  ): Promise<MintedPin> => {
    const known = await database.read(grant, async (tx) => {
      const found = await queries.employee(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      return found
    })
    const code = order.code ?? known.code ?? undefined
    const pin = order.pin ?? newPin(code)
    assertHard(pin, { code })
    const pinHash = await hasher.hashOf(pin)
    const minted = await database.write(grant, async (tx) => {
      tx.storeActorIn(known.storeId)
      return queries.mintPin(tx, known, order.code, pinHash)
    })
    return { employeeId: id, code: minted.code, pin, expiresAt: minted.expiresAt }
  }

  /**
   * Clears failed attempts at an employee's code. @throws Problem `not_found` · `forbidden` ·
   * `invalid_transition`
   */
  const unlockEmployee = (grant: Grant<'store:supervisor'>, id: string): Promise<void> =>
    database.write(grant, async (tx) => {
      const found = await queries.employee(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      await queries.unlock(tx, found)
    })

  return { mintPin, unlockEmployee }
}
