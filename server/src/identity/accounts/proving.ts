import type { Grant } from '../../authorization/grant.ts'
import { Problem } from '../../problem/problem.ts'
import type { IdentityParts } from './parts.ts'
import { isLongEnoughAlone, minLength } from './password-rules.ts'
import * as queries from './queries.ts'
import { type Factor, factorsOf, useUp } from './second-factor.ts'

/** A person who has just proved the password of an account, and its second factor if it has one. */
export interface Proven {
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly hasSecondFactor: boolean
  readonly charged: readonly string[]
}

interface Claim {
  readonly email: string
  readonly password: string
  readonly totp?: string | undefined
}

/**
 * Verifies a person's credentials, for signing in and for accepting an invitation with an existing account.
 */
export function proving(parts: IdentityParts) {
  const { database, passwords } = parts
  const { factorOf } = factorsOf(parts)

  /**
   * Every attempt is charged before it is judged, and refunded when it was right. A wrong password, an
   * unknown account, a blocked one and a used code get the same answer in the same time; from an address that
   * has used up its attempts that answer is a pause.
   *
   * @throws Problem `too_many_attempts` · `invalid_credentials` · `second_factor_required` · `weak_password`
   * (too short without a second factor) · `overloaded`
   */
  const prove = async (grant: Grant<'public'>, client: queries.Client, claim: Claim): Promise<Proven> => {
    const { requestId } = grant
    const attempt = await database.guest(requestId, (tx) =>
      queries.beginSignIn(tx, claim.email, client.address),
    )
    if (attempt.waitSeconds > 0) throw tooManyAttempts(attempt.waitSeconds)

    const { accountId, passwordHash, totpSecret, charged } = attempt
    const refuse = async (reason: string): Promise<never> => {
      await database.guest(requestId, (tx) => queries.refuseSignIn(tx, attempt, reason, client.address))
      throw attempt.spentSeconds > 0
        ? tooManyAttempts(attempt.spentSeconds)
        : new Problem('invalid_credentials')
    }
    const isRight = await passwords.matches(claim.password, passwordHash)
    if (accountId === null) return refuse('unknown_account')
    if (!isRight || passwordHash === null) return refuse('wrong_password')

    if (totpSecret !== null) {
      if (claim.totp === undefined) {
        await database.guest(requestId, (tx) => queries.returnAttempts(tx, charged))
        throw new Problem('second_factor_required')
      }
      const factor = factorOf(accountId, totpSecret, claim.totp)
      if (factor === undefined || !(await spend(grant, accountId, factor))) return refuse('wrong_code')
    } else if (!isLongEnoughAlone(claim.password)) {
      // The password was set while the account had a second factor, which was removed since.
      await database.guest(requestId, (tx) => queries.returnAttempts(tx, charged))
      throw new Problem('weak_password', {
        detail: `Without a second factor a password needs ${minLength.alone} characters. Request a link to set a longer one.`,
      })
    }
    const { email, name } = attempt as { email: string; name: string }
    return { accountId, email, name, passwordHash, hasSecondFactor: totpSecret !== null, charged }
  }

  const spend = (grant: Grant<'public'>, accountId: string, factor: Factor): Promise<boolean> =>
    database.guest(grant.requestId, (tx) => useUp(tx, accountId, factor))

  return { prove }
}

/** @param waitSeconds until the next attempt is judged */
export function tooManyAttempts(waitSeconds: number): Problem {
  return new Problem('too_many_attempts', {
    detail: `Wait ${waitSeconds} seconds, then try again.`,
    retryAfterSeconds: waitSeconds,
  })
}
