import type { Grant } from '../../authorization/grant.ts'
import { Problem } from '../../problem/problem.ts'
import { ownCredentials, wrongCode } from './own-credentials.ts'
import type { IdentityParts } from './parts.ts'
import * as queries from './queries.ts'
import type { ConfirmSession, SessionConfirmed } from './schema.ts'
import { factorsOf, useUp } from './second-factor.ts'

/** Confirming, in a session that may be hours old, that its owner is still the one who sits there. */
export function confirming(parts: IdentityParts) {
  const { database } = parts
  const { factorOf } = factorsOf(parts)
  const { confirmPassword } = ownCredentials(parts)

  /**
   * Shows anew what signing in takes, so that this session may do what is dangerous for a while.
   *
   * @throws Problem `reauthentication_required` · `invalid_code` (wrong, used or missing) · `too_many_attempts`
   */
  const confirmSession = async (
    grant: Grant<'authenticated'>,
    proof: ConfirmSession,
  ): Promise<SessionConfirmed> => {
    const own = await confirmPassword(grant, proof.password)
    if (own.hasTotp && proof.totp === undefined) {
      await database.write(grant, (tx) => queries.returnAttempts(tx, own.charged))
      throw new Problem('invalid_code', { detail: 'Send the code of your second factor as totp too.' })
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

  /** What the code amounts to; undefined for an account that has no second factor. @throws Problem `invalid_code` */
  const provenFactor = (own: queries.OwnCredentials & { accountId: string }, totp: string) => {
    if (!own.hasTotp || own.totpSecret === null) return undefined
    const factor = factorOf(own.accountId, own.totpSecret, totp)
    if (factor === undefined) throw wrongCode()
    return factor
  }

  return { confirmSession }
}
