import { ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { VerificationService } from './service.ts'

const tag = 'platform'
const base = '/pos/admin/merchants/{id}/verification'

export function verificationRoutes(verification: VerificationService): Route[] {
  return [
    route({
      method: 'GET',
      path: base,
      name: 'getVerification',
      summary: 'Retrieve a merchant’s verification and its facts',
      tag,
      access: 'platform:operator',
      params: shapes.ById,
      responses: { 200: shapes.Verification },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await verification.verification(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: `${base}/confirm-business`,
      name: 'confirmBusiness',
      summary: 'Confirm a merchant’s business',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Confirmation,
      responses: { 200: shapes.Verification },
      problems: ['forbidden', 'mfa_required', 'merchant_closed'],
      handle: async ({ grant, params, body }) =>
        ok(await verification.confirmBusiness(grant, params.id, body.evidence)),
    }),
    route({
      method: 'POST',
      path: `${base}/resync`,
      name: 'resyncVerification',
      summary: 'Recompute the verification status from the facts',
      description:
        'Runs regardless of queued, running or failed durable work. For a merchant whose status is wrong, and after changes made directly in the database.',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      responses: { 200: shapes.Resynced },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await verification.resync(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: `${base}/attest`,
      name: 'attestBankAccount',
      summary: 'Attest a bank account of the merchant',
      description: 'Refused for a verified account. If the merchant’s status is outdated, use resync.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Attestation,
      responses: { 200: shapes.Verification },
      problems: ['forbidden', 'mfa_required', 'already_verified', 'duplicate_value', 'merchant_closed'],
      handle: async ({ grant, params, body }) => ok(await verification.attest(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: `${base}/revoke`,
      name: 'revokeVerification',
      summary: 'Revoke the verification with all its facts',
      description: 'Takes precedence over all facts until it is unlocked.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Reason,
      responses: { 200: shapes.Verification },
      problems: ['forbidden', 'mfa_required', 'invalid_transition', 'merchant_closed'],
      handle: async ({ grant, params, body }) => ok(await verification.revoke(grant, params.id, body.reason)),
    }),
    route({
      method: 'POST',
      path: `${base}/unlock`,
      name: 'unlockVerification',
      summary: 'End a revocation or a lock; all facts must be provided again',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Reason,
      responses: { 200: shapes.Verification },
      problems: ['forbidden', 'mfa_required', 'invalid_transition', 'merchant_closed'],
      handle: async ({ grant, params, body }) => ok(await verification.unlock(grant, params.id, body.reason)),
    }),
  ]
}
