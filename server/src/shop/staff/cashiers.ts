import type { Grant } from '../../authorization/grant.ts'
import { type Once, once } from '../../idempotency/once.ts'
import * as queries from './code-queries.ts'
import type { CodeParts } from './codes.ts'
import { newPin } from './pin-rules.ts'
import type { Cashier, NewCashier } from './schema.ts'

/** Cashiers added by name: people without an e-mail, whose only way in is code and PIN at a till. */
export function cashiers({ database, hasher }: CodeParts) {
  /**
   * Adds a cashier by name. The PIN is generated, and only in the first answer: a replay has none.
   *
   * @throws Problem `duplicate_value` (the code) · `too_many_cashiers` · `idempotency_key_reused`
   */
  const addCashier = async (
    grant: Grant<'store:supervisor'>,
    order: NewCashier,
    key: string | undefined,
  ): Promise<Once<Cashier>> => {
    // Checked first, because hashing is expensive: callers without permission must not cause it.
    await database.read(grant, async (tx) => tx.storeActor())
    const pin = newPin(order.code)
    const pinHash = await hasher.hashOf(pin)
    const { answer, isReplay } = await database.write(grant, (tx) => {
      const actor = tx.storeActor()
      const asked = { route: 'POST /pos/cashiers', key, actor, request: order, at: 'coordinator' } as const
      return once(tx, asked, async () => ({
        ...(await queries.addCashier(tx, actor, order, pinHash)),
        storeId: actor.storeId,
      }))
    })
    return { answer: { ...answer, pin: isReplay ? null : pin }, isReplay }
  }

  return { addCashier }
}
