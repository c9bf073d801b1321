import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Attestation, Verification } from './schema.ts'

/** The current status, and its facts. @throws Problem `not_found` */
export function verification(tx: Tx<'platform:operator'>, merchantId: string): Promise<Verification> {
  return tx.one(sql<Verification>`
    select m.id as "merchantId", m.verification_status as status, m.is_verified as "isVerified",
           case when v.business_confirmed_at is not null then jsonb_build_object('evidence', v.business_evidence,
             'confirmedBy', v.business_confirmed_by, 'confirmedAt', v.business_confirmed_at) end as business,
           coalesce(v.rejections, 0) as rejections, v.locked_at as "lockedAt", v.revoked_at as "revokedAt",
           v.revoke_reason as "revokeReason", v.verified_at as "verifiedAt", v.derived_at as "derivedAt"
      from platform.merchants m left join platform.verifications v on v.merchant_id = m.id
     where m.id = ${merchantId} and app.oversees(m.id)`)
}

/** @throws Problem `not_found` · `merchant_closed` */
export function confirmBusiness(tx: Tx<'platform:operator'>, merchantId: string, evidence: string) {
  return tx.rows(sql`select platform.confirm_business(${merchantId}, ${evidence})`)
}

/**
 * @throws Problem `not_found` (merchant or account) · `forbidden` · `already_verified` · `duplicate_value` ·
 * `merchant_closed`
 */
export function attest(
  tx: Tx<'platform:admin'>,
  merchantId: string,
  { bankAccountId, evidence }: Attestation,
) {
  return tx.rows(sql`select platform.attest_verification(${merchantId}, ${bankAccountId}, ${evidence})`)
}

/** @throws Problem `not_found` · `invalid_transition` · `merchant_closed` */
export function revoke(tx: Tx<'platform:admin'>, merchantId: string, reason: string) {
  return tx.rows(sql`select platform.revoke_verification(${merchantId}, ${reason})`)
}

/** @throws Problem `not_found` · `invalid_transition` · `merchant_closed` */
export function unlock(tx: Tx<'platform:admin'>, merchantId: string, reason: string) {
  return tx.rows(sql`select platform.unlock_verification(${merchantId}, ${reason})`)
}

interface Derived {
  readonly beforeStatus: Verification['status']
  readonly beforeIsVerified: boolean
  readonly afterStatus: Verification['status']
  readonly afterIsVerified: boolean
}

/** @throws Problem `not_found` */
export function resync(tx: Tx<'platform:operator'>, merchantId: string): Promise<Derived> {
  return tx.one(sql<Derived>`
    select before_status as "beforeStatus", before_is_verified as "beforeIsVerified", after_status as "afterStatus",
           after_is_verified as "afterIsVerified"
      from platform.resync_verification(${merchantId})`)
}

/** The work queued by a change of bank accounts. */
export function recompute(
  tx: Tx<'worker'>,
  merchantId: string,
): Promise<{ before: Verification['status']; after: Verification['status'] }> {
  return tx.one(sql<{ before: Verification['status']; after: Verification['status'] }>`
    select before, after from platform.recompute_verification(${merchantId})`)
}
