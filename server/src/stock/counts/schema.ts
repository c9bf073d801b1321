import { closed, enumeration, Id, Instant, list, named, nullable, Quantity, text } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { linesOf } from '../levels/schema.ts'

export const countStatuses = ['OPEN', 'CLOSED', 'CANCELED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const OpenCount = named(
  'NewStockCount',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      categoryId: Type.Optional(Id),
      variantIds: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 500,
          description: 'Omit both this and categoryId to count everything that the store tracks in stock',
        }),
      ),
      note: Type.Optional(text(500)),
    },
    closed,
  ),
)
export type OpenCount = Static<typeof OpenCount>

const quantityFound = { minimum: 0, maximum: 999_999.999, multipleOf: 0.001 }

export const RecordCount = named(
  'CountedLines',
  Type.Object(
    {
      lines: linesOf(
        named(
          'CountedLine',
          Type.Object(
            {
              variantId: Id,
              counted: nullable(
                Type.Number({ ...quantityFound, description: 'The quantity found; null removes the count' }),
              ),
              countedBefore: Type.Optional(
                nullable(
                  Type.Number({
                    ...quantityFound,
                    description:
                      'The count that `counted` was based on, or null if there was none. Refused when the line has another ' +
                      'count. Omit it to overwrite any count',
                  }),
                ),
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
export type RecordCount = Static<typeof RecordCount>

const CountLine = named(
  'CountLine',
  Type.Object(
    {
      variantId: Id,
      expected: Type.Number({ description: 'The stock level when the sheet was opened' }),
      counted: nullable(Quantity),
      difference: nullable(
        Type.Number({ description: 'Compared with the stock level at the moment of counting' }),
      ),
      countedAt: nullable(Instant),
    },
    closed,
  ),
)
export type CountLine = Static<typeof CountLine>
export const CountLines = list(CountLine)

export const StockCount = named(
  'StockCountDetails',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      categoryId: nullable(Id),
      note: nullable(Type.String()),
      status: enumeration('StockCountStatus', countStatuses),
      lineCount: Type.Integer(),
      countedLineCount: Type.Integer(),
      differenceCount: Type.Integer({ description: 'Lines that differ' }),
      openedAt: Instant,
      endedAt: nullable(Instant),
    },
    closed,
  ),
)
export type StockCount = Static<typeof StockCount>
