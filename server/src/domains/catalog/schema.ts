import { type Static, type TSchema, Type } from 'typebox'
import { Amount, closed, Id, NullableAmount, nullable, oneOf, Quantity, Since } from '../../http/shapes.ts'

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

const Text = Type.String()
const list = <S extends TSchema>(shape: S) => Type.Array(shape)

export const kinds = ['GOODS', 'SERVICE', 'CHIP'] as const

export const TillCatalogQuery = Type.Object(
  { storeId: Type.Optional(Id), updatedSince: Type.Optional(Since) },
  closed,
)

/** PostgreSQL writes it; the shape describes it. */
export const TillCatalog = Type.Object(
  {
    storeId: Id,
    syncedTo: Type.String({ format: 'date-time', description: 'The updatedSince of the next time' }),
    products: list(
      Type.Object(
        {
          id: Id,
          categoryId: nullable(Id),
          sku: nullable(Text),
          name: Text,
          description: nullable(Text),
          picture: nullable(Text),
          kind: oneOf(kinds),
          priceCentavos: Amount,
          taxRateId: nullable(Id),
          isTaxIncluded: Type.Boolean(),
          unit: oneOf(units),
          tracksStock: Type.Boolean(),
          isActive: Type.Boolean(),
          variants: list(
            Type.Object(
              {
                id: Id,
                name: nullable(Text),
                sku: nullable(Text),
                priceCentavos: NullableAmount,
                isActive: Type.Boolean(),
                barcodes: list(Text),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    categories: list(
      Type.Object(
        {
          id: Id,
          parentId: nullable(Id),
          name: Text,
          color: nullable(Text),
          picture: nullable(Text),
          position: Type.Integer(),
        },
        closed,
      ),
    ),
    taxRates: list(
      Type.Object(
        { id: Id, name: Text, rateBps: Type.Integer(), isExempt: Type.Boolean(), isDefault: Type.Boolean() },
        closed,
      ),
    ),
    stock: list(Type.Object({ variantId: Id, onHand: Quantity }, closed)),
    deletedIds: list(Id),
  },
  closed,
)
