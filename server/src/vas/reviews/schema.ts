import {
  Amount,
  closed,
  enumeration,
  Id,
  Instant,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ReviewQuery = Type.Object(pageQuery)

export const Review = named(
  'VasReview',
  Type.Object(
    {
      id: Id,
      folio: Type.String(),
      merchant: named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed)),
      kind: Type.String(),
      provider: Type.String(),
      product: Type.String(),
      amountCentavos: Amount,
      status: Type.String(),
      phase: Type.String(),
      incident: nullable(Type.String({ description: 'late_completion, amount_mismatch, contradicted, …' })),
      providerTransaction: nullable(Type.String()),
      mode: Type.String(),
      createdAt: Instant,
      expectedBy: Instant,
    },
    closed,
  ),
)
export type Review = Static<typeof Review>
export const ReviewPage = page(Review)

export const Decision = named(
  'VasReviewDecision',
  Type.Object(
    {
      decision: enumeration(
        'VasReviewOutcome',
        ['COMPLETED', 'FAILED', 'REVERSED', 'CLOSED'],
        'COMPLETED and FAILED end a sale in the phase REVIEW, COMPLETED no PIN; REVERSED gives back a completed one that the provider has refused since (contradicted); CLOSED is for the incident of any other sale',
      ),
      authorization: Type.Optional(text(60)),
      reason: text(500, 5),
    },
    closed,
  ),
)
export type Decision = Static<typeof Decision>
