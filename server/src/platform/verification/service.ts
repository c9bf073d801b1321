import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { Attestation, Resynced, Verification } from './schema.ts'

export type VerificationService = ReturnType<typeof verificationService>

/**
 * Whether a merchant's identity is confirmed and it can be paid. One function of the database derives the
 * status from facts; nobody sets it. The commands give facts, withdraw them, or recompute. Once a withdrawal
 * has returned, nothing that relied on the verification can commit. Owns platform.verifications, and the
 * verification of platform.merchants.
 */
export function verificationService({ database }: { database: Database }) {
  /** The current status with its facts. @throws Problem `not_found` */
  const verification = (grant: Grant<'platform:operator'>, merchantId: string): Promise<Verification> =>
    database.read(grant, (tx) => queries.verification(tx, merchantId))

  /** Confirms the business. @throws Problem `not_found` · `merchant_closed` */
  const confirmBusiness = (
    grant: Grant<'platform:operator'>,
    merchantId: string,
    evidence: string,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.confirmBusiness(tx, merchantId, evidence)
      return queries.verification(tx, merchantId)
    })

  /**
   * Attests a bank account. A revocation or a lock outweighs it.
   *
   * @throws Problem `not_found` · `forbidden` (the caller's own) · `already_verified` · `duplicate_value` ·
   * `merchant_closed`
   */
  const attest = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    attestation: Attestation,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.attest(tx, merchantId, attestation)
      return queries.verification(tx, merchantId)
    })

  /**
   * Revokes the verification and its facts. @throws Problem `not_found` · `invalid_transition` ·
   * `merchant_closed`
   */
  const revoke = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    reason: string,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.revoke(tx, merchantId, reason)
      return queries.verification(tx, merchantId)
    })

  /**
   * Allows verification to start again. @throws Problem `not_found` · `invalid_transition` ·
   * `merchant_closed`
   */
  const unlock = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    reason: string,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.unlock(tx, merchantId, reason)
      return queries.verification(tx, merchantId)
    })

  /** Recomputes the status now, regardless of durable work. @throws Problem `not_found` */
  const resync = (grant: Grant<'platform:operator'>, merchantId: string): Promise<Resynced> =>
    database.write(grant, async (tx) => {
      const done = await queries.resync(tx, merchantId)
      return {
        before: { status: done.beforeStatus, isVerified: done.beforeIsVerified },
        after: { status: done.afterStatus, isVerified: done.afterIsVerified },
      }
    })

  return { verification, confirmBusiness, attest, revoke, unlock, resync }
}
