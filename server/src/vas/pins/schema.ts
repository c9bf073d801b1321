import { type Static, Type } from 'typebox'
import { closed, Id, named, nullable, text } from '../../http/shapes.ts'

/** A code as an answer shows it; in clear in one answer of the sale's life, and in audited reprints. */
export const Pin = named(
  'GiftPin',
  Type.Object(
    {
      code: nullable(Type.String({ description: 'In clear once; null in every other answer' })),
      masked: Type.String({ description: '`****1234`' }),
      serial: nullable(Type.String({ description: 'Comes with the code' })),
      isRevealed: Type.Boolean({ description: 'The code was shown, by this answer or before' }),
      canBeShown: Type.Boolean({
        description:
          'Nobody has seen it, and the caller sold it in this session or at this terminal: GET /vas/sale/{id} answers it, once',
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
    { saleId: Id, reason: Type.String({ ...text(200, 3), description: 'Kept in the audit trail' }) },
    closed,
  ),
)
export type ReprintRequest = Static<typeof ReprintRequest>

export const Reprint = named(
  'PinReprint',
  Type.Object({ saleId: Id, pin: Pin, reprintsLeft: Type.Integer({ minimum: 0 }) }, closed),
)
export type Reprint = Static<typeof Reprint>
