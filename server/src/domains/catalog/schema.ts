import { type Static, Type } from 'typebox'
import { closed } from '../../http/shapes.ts'

/** What a price and a quantity are of. Goods by the piece are counted in whole numbers. */
export const units = ['PIECE', 'KILOGRAM', 'LITER', 'METER'] as const

export const BarcodeText = Type.String({
  pattern: '^[0-9A-Za-z._-]{3,48}$',
  description: 'Of 8, 12 or 13 digits the last one is checked; any other code is your own',
})

const TaxRateTemplate = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    rateBps: Type.Integer({ description: 'Basis points: 1600 is 16 %' }),
    isExempt: Type.Boolean(),
  },
  closed,
)
export type TaxRateTemplate = Static<typeof TaxRateTemplate>
export const TaxRateTemplates = Type.Object({ items: Type.Array(TaxRateTemplate) }, closed)
