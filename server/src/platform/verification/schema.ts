import { verificationStatuses } from '../../authorization/standing.ts'
import { closed, enumeration, Id, Instant, type JsonIn, named, nullable, text } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)

const outcome = {
  status: enumeration('VerificationStatus', verificationStatuses),
  isVerified: Type.Boolean(),
}

export const Verification = named(
  'Verification',
  Type.Object(
    {
      merchantId: Id,
      ...outcome,
      business: nullable(
        named(
          'BusinessVerification',
          Type.Object({ evidence: Type.String(), confirmedBy: Id, confirmedAt: Instant }, closed),
        ),
      ),
      rejections: Type.Integer({
        description: 'Rejected bank accounts since the last unlock; the fifth locks',
      }),
      lockedAt: nullable(Instant),
      revokedAt: nullable(Instant),
      revokeReason: nullable(Type.String()),
      verifiedAt: nullable(Instant),
      derivedAt: nullable(Instant),
    },
    closed,
  ),
)
export type Verification = JsonIn<Static<typeof Verification>, 'business'>

const Outcome = named('VerificationOutcome', Type.Object(outcome, closed))
export const Resynced = named('VerificationResync', Type.Object({ before: Outcome, after: Outcome }, closed))
export type Resynced = Static<typeof Resynced>

const Evidence = { ...text(1_000, 3), description: 'The evidence, and where it is kept' }
export const Confirmation = named('BusinessConfirmation', Type.Object({ evidence: Evidence }, closed))
export const Attestation = named(
  'BankAccountAttestation',
  Type.Object({ bankAccountId: Id, evidence: Evidence }, closed),
)
export type Attestation = Static<typeof Attestation>
export const Reason = named('DecisionReason', Type.Object({ reason: text(500, 3) }, closed))
