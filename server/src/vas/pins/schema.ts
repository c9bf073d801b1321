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

/** A code in an answer; in clear in one answer per sale, and in audited reprints. */
export const Pin = named(
  'GiftPin',
  Type.Object(
    {
      code: nullable(Type.String({ description: 'In clear once; null in every other answer' })),
      masked: Type.String({ description: '`****1234`' }),
      serial: nullable(Type.String({ description: 'Comes with the code' })),
      isRevealed: Type.Boolean({ description: 'The code has been shown, in this answer or before' }),
      canBeShown: Type.Boolean({
        description:
          'Not seen yet, and sold by the caller in this session or at this terminal: GET /vas/sale/{id} returns it once',
      }),
      instructions: Type.Array(Type.String()),
      terms: nullable(Type.String()),
    },
    closed,
  ),
)
export type Pin = Static<typeof Pin>

export const ReprintRequest = named(
  'PinReprintRequest',
  Type.Object(
    { saleId: Id, reason: Type.String({ ...text(200, 3), description: 'Recorded in the audit log' }) },
    closed,
  ),
)
export type ReprintRequest = Static<typeof ReprintRequest>

export const Reprint = named(
  'PinReprint',
  Type.Object({ saleId: Id, pin: Pin, reprintsLeft: Type.Integer({ minimum: 0 }) }, closed),
)
export type Reprint = Static<typeof Reprint>

const statuses = ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED'] as const

export const GiftCard = named(
  'GiftCard',
  Type.Object(
    {
      id: Id,
      merchant: named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed)),
      storeName: Type.String(),
      folio: Type.String(),
      product: Type.String(),
      provider: Type.String(),
      amountCentavos: Amount,
      status: enumeration('VasSaleStatus', statuses),
      maskedPin: nullable(Type.String({ description: '`****1234`; null: no code was delivered' })),
      isRevealed: Type.Boolean({ description: 'The code was shown in the store' }),
      reprints: Type.Integer({ minimum: 0 }),
      soldAt: Instant,
    },
    closed,
  ),
)
export type GiftCard = Static<typeof GiftCard>
export const GiftCardPage = page(GiftCard)

export const GiftCardQuery = Type.Object(
  {
    merchantId: Type.Optional(Id),
    status: Type.Optional(enumeration('VasSaleStatus', statuses)),
    ...pageQuery,
  },
  closed,
)
export type GiftCardQuery = Static<typeof GiftCardQuery>
