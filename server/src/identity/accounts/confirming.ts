import type { Grant } from '../../authorization/grant.ts'
import { Problem } from '../../problem/problem.ts'
import { ownCredentials, wrongCode } from './own-credentials.ts'
import type { IdentityParts } from './parts.ts'
import * as queries from './queries.ts'
import type { ConfirmSession, SessionConfirmed } from './schema.ts'
import { factorsOf, useUp } from './second-factor.ts'

/** Confirms the identity of the person behind a session that may be hours old. */
export function confirming(parts: IdentityParts) {
  const { database } = parts
  const { factorOf } = factorsOf(parts)
  const { confirmPassword } = ownCredentials(parts)

  /**
   * Checks password and second factor again, and lets this session perform dangerous actions for a while.
   *
   * @throws Problem `reauthentication_required` · `invalid_code` (wrong, used or missing) ·
   * `too_many_attempts`
   */
  const confirmSession = async (
    grant: Grant<'authenticated'>,
    proof: ConfirmSession,
  ): Promise<SessionConfirmed> => {
    const own = await confirmPassword(grant, proof.password)
    if (own.hasTotp && proof.totp === undefined) {
      await database.write(grant, (tx) => queries.returnAttempts(tx, own.charged))
      throw new Problem('invalid_code', { detail: 'Also send your second-factor code as totp.' })
    }
    const factor = proof.totp === undefined ? undefined : provenFactor(own, proof.totp)
    const confirmedUntil = await database.write(grant, async (tx) => {
      if (factor !== undefined && !(await useUp(tx, own.accountId, factor))) throw wrongCode()
      await queries.forgetAttempts(tx, own.charged)
      const { sessionId, passwordHash: oldHash } = own
      return queries.confirmSession(tx, { sessionId, oldHash, showedFactor: factor !== undefined })
    })
    return { confirmedUntil }
  }

  /**
   * How the code checks out; undefined for an account without a second factor. @throws Problem `invalid_code`
   */
  const provenFactor = (own: queries.OwnCredentials & { accountId: string }, totp: string) => {
    if (!own.hasTotp || own.totpSecret === null) return undefined
    const factor = factorOf(own.accountId, own.totpSecret, totp)
    if (factor === undefined) throw wrongCode()
    return factor
  }

  return { confirmSession }
}
