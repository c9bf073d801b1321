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
      summary: 'Whether a merchant is verified, and by which facts',
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
      summary: 'Confirm that the business is what it says',
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
      summary: 'Derive the status from the facts, now',
      description:
        'Always runs, whatever durable work is queued, running or failed: for a merchant that is lapsed or verified wrongly, and after every change that was made directly in the database.',
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
      summary: 'Vouch for a bank account of the merchant',
      description: 'Refused for a verified account: when its merchant is stale, resync is the way.',
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
      summary: 'Take the verification back, with all its facts',
      description: 'Outweighs everything until it is unlocked.',
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
      summary: 'End a revocation or a lock; every fact has to be given again',
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
