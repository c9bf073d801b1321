import type { Grant } from '../../authorization/grant.ts'
import { Problem } from '../../problem/problem.ts'
import { ownCredentials, wrongCode } from './own-credentials.ts'
import type { IdentityParts } from './parts.ts'
import { assertStrong, isLongEnoughAlone, minLength } from './password-rules.ts'
import * as queries from './queries.ts'
import type { ChangePassword, DisableSecondFactor } from './schema.ts'
import { factorsOf, sealedFor, useUp } from './second-factor.ts'
import { newRecoveryCodes, newTotpSecret, otpauthUrl, recoveryCodeHash, tidyCode, totpStep } from './totp.ts'

/** What people do with their own account: change the password, manage the second factor. */
export function ownAccount(parts: IdentityParts) {
  const { database, passwords, sealer, clock } = parts
  const { factorOf } = factorsOf(parts)
  const { begin, confirmPassword } = ownCredentials(parts)

  /**
   * Changes the password; every other session of the account ends.
   *
   * @throws Problem `reauthentication_required` · `weak_password` · `too_many_attempts` · `overloaded`
   */
  const changePassword = async (grant: Grant<'authenticated'>, change: ChangePassword): Promise<void> => {
    const own = await confirmPassword(grant, change.currentPassword)
    // Wrong codes are counted together with wrong passwords, and a right password proves no code: only this attempt is
    // returned.
    await database.write(grant, (tx) => queries.returnAttempts(tx, own.charged))
    assertStrong(change.newPassword, own, '/newPassword')
    const newHash = await passwords.hashOf(change.newPassword)
    await database.write(grant, (tx) =>
      queries.changePassword(tx, { oldHash: own.passwordHash, newHash, sessionId: own.sessionId }),
    )
  }

  /**
   * Starts the enrolment of a second factor, which takes effect with its first code.
   *
   * @throws Problem `reauthentication_required` · `second_factor_enabled` · `too_many_attempts`
   */
  const enrolTotp = async (grant: Grant<'authenticated'>, password: string) => {
    const own = await confirmPassword(grant, password)
    const secret = newTotpSecret()
    const sealed = sealer.seal(Buffer.from(secret), sealedFor(own.accountId))
    await database.write(grant, async (tx) => {
      await queries.forgetAttempts(tx, own.charged)
      await queries.beginTotp(tx, sealed)
    })
    return { secret, otpauthUrl: otpauthUrl(secret, own.email) }
  }

  /**
   * Completes the enrolment with the app's first code, and marks the session as signed in with a second
   * factor.
   *
   * @returns recovery codes, shown only once @throws Problem `invalid_code` · `second_factor_enabled` ·
   * `second_factor_not_enrolled` · `too_many_attempts`
   */
  const confirmTotp = async (grant: Grant<'authenticated'>, code: string) => {
    const own = await begin(grant)
    if (own.hasTotp) throw new Problem('second_factor_enabled')
    if (own.totpSecret === null) throw new Problem('second_factor_not_enrolled')
    const secret = sealer.open(own.totpSecret, sealedFor(own.accountId)).toString()
    const step = totpStep(secret, tidyCode(code), clock.now())
    if (step === undefined) throw wrongCode()
    const recoveryCodes = newRecoveryCodes()
    const enrolment = {
      sealedSecret: own.totpSecret,
      step,
      sessionId: own.sessionId,
      codeHashes: recoveryCodes.map(recoveryCodeHash),
    }
    await database.write(grant, async (tx) => {
      await queries.forgetAttempts(tx, own.charged)
      await queries.confirmTotp(tx, enrolment)
    })
    return { recoveryCodes }
  }

  /**
   * New recovery codes; earlier ones stop working.
   *
   * @returns the codes, shown only once @throws Problem `second_factor_not_enrolled`
   */
  const renewRecoveryCodes = async (grant: Grant<'authenticated'>) => {
    const recoveryCodes = newRecoveryCodes()
    await database.write(grant, (tx) => queries.renewRecoveryCodes(tx, recoveryCodes.map(recoveryCodeHash)))
    return { recoveryCodes }
  }

  /**
   * Removes the second factor; labels then stop working unless the platform waives the second factor.
   *
   * @throws Problem `reauthentication_required` · `invalid_code` · `second_factor_not_enrolled` ·
   * `weak_password` (too short without a second factor) · `too_many_attempts`
   */
  const disableTotp = async (grant: Grant<'authenticated'>, proof: DisableSecondFactor): Promise<void> => {
    const own = await confirmPassword(grant, proof.password)
    if (!own.hasTotp || own.totpSecret === null) throw new Problem('second_factor_not_enrolled')
    const factor = factorOf(own.accountId, own.totpSecret, proof.code)
    if (factor === undefined) throw wrongCode()
    if (!isLongEnoughAlone(proof.password))
      throw new Problem('weak_password', {
        detail: `Without a second factor a password needs ${minLength.alone} characters. Change it first.`,
      })
    await database.write(grant, async (tx) => {
      if (!(await useUp(tx, own.accountId, factor))) throw wrongCode()
      await queries.forgetAttempts(tx, own.charged)
      await queries.disableTotp(tx)
    })
  }

  return { changePassword, enrolTotp, confirmTotp, renewRecoveryCodes, disableTotp }
}
