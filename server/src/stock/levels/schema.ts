import {
  Amount,
  amountInput,
  closed,
  enumeration,
  Id,
  Instant,
  list,
  NullableAmount,
  named,
  nullable,
  Quantity,
  QuantityInput,
  text,
} from '../../http/shapes.ts'
import { type Static, type TSchema, Type } from '../../json-schema.ts'

/** The reasons of movements. */
export const movementKinds = [
  'SALE',
  'RETURN',
  'RECEIPT',
  'ADJUSTMENT',
  'WASTE',
  'TRANSFER_OUT',
  'TRANSFER_IN',
  'COUNT',
] as const

/** The maximum lines of a document; each has different goods. */
export const linesOf = <S extends TSchema>(line: S) => Type.Array(line, { minItems: 1, maxItems: 500 })

const storeId = Type.Optional(Id)

export const GoodsReceipt = named(
  'NewStockReceipt',
  Type.Object(
    {
      storeId,
      supplier: Type.Optional(text(160)),
      note: Type.Optional(text(500)),
      lines: linesOf(
        named(
          'NewStockReceiptLine',
          Type.Object(
            {
              variantId: Id,
              quantity: QuantityInput,
              unitCostCentavos: Type.Optional(
                amountInput({
                  description: 'Cost of one unit, in whole centavos of MXN; becomes the cost of the goods',
                }),
              ),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type GoodsReceipt = Static<typeof GoodsReceipt>

export const Adjustment = named(
  'NewStockAdjustment',
  Type.Object(
    {
      storeId,
      kind: enumeration(
        'StockAdjustmentKind',
        ['ADJUSTMENT', 'WASTE'],
        'WASTE: broken, spoilt or stolen; its quantities are negative',
      ),
      reason: text(500, 3),
      lines: linesOf(
        named(
          'NewStockAdjustmentLine',
          Type.Object(
            {
              variantId: Id,
              quantity: Type.Number({
                minimum: -999_999.999,
                maximum: 999_999.999,
                multipleOf: 0.001,
                not: { const: 0 },
                description: 'The difference to the current level: positive for more, negative for less',
              }),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type Adjustment = Static<typeof Adjustment>

export const ReorderPoints = named(
  'ReorderPoints',
  Type.Object(
    {
      storeId,
      lines: linesOf(
        named(
          'ReorderPoint',
          Type.Object(
            {
              variantId: Id,
              reorderPoint: nullable(
                Type.Number({
                  minimum: 0,
                  maximum: 999_999.999,
                  multipleOf: 0.001,
                  description: 'At this level or below the goods have to be reordered; null: never',
                }),
              ),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type ReorderPoints = Static<typeof ReorderPoints>

const MovedLine = named(
  'StockLine',
  Type.Object(
    { variantId: Id, quantity: Quantity, onHand: Quantity, unitCostCentavos: NullableAmount },
    closed,
  ),
)
export type MovedLine = Static<typeof MovedLine>

export const StockReceipt = named(
  'StockReceiptDetails',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      supplier: nullable(Type.String()),
      note: nullable(Type.String()),
      lineCount: Type.Integer(),
      costCentavos: Amount,
      createdAt: Instant,
      lines: Type.Array(MovedLine),
    },
    closed,
  ),
)
export type StockReceipt = Static<typeof StockReceipt>

export const StockAdjustment = named(
  'StockAdjustment',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The documentId of its movements' }),
      storeId: Id,
      kind: enumeration('StockAdjustmentKind', ['ADJUSTMENT', 'WASTE']),
      reason: Type.String(),
      lines: Type.Array(MovedLine),
    },
    closed,
  ),
)
export type StockAdjustment = Static<typeof StockAdjustment>

const StockLevel = named(
  'VariantStockLevel',
  Type.Object(
    { variantId: Id, onHand: Quantity, reorderPoint: nullable(Quantity), isLow: Type.Boolean() },
    closed,
  ),
)
export type StockLevel = Static<typeof StockLevel>
export const StockLevels = list(StockLevel)

/** The quantity of a level or a transfer, and the sum of its movements; null where no quantity applies. */
export interface StockFault {
  readonly merchantId: string
  readonly id: string
  readonly fault: string
  readonly expected: number | null
  readonly found: number | null
}
