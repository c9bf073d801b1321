import { type Static, Type } from 'typebox'
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
} from '../../http/shapes.ts'

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
      maskedPin: nullable(Type.String({ description: '`****1234`; null: none was delivered' })),
      isRevealed: Type.Boolean({ description: 'The code was shown to somebody of the store' }),
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
