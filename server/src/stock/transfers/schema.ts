import {
  closed,
  enumeration,
  Id,
  Instant,
  type JsonIn,
  list,
  NullableAmount,
  named,
  nullable,
  Quantity,
  QuantityInput,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { linesOf } from '../levels/schema.ts'

export const directions = ['OUT', 'IN'] as const
export const transferStatuses = ['SENT', 'RECEIVED', 'CANCELED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const DestinationQuery = Type.Object({ storeId: Type.Optional(Id) }, closed)
const Destination = named(
  'TransferDestination',
  Type.Object(
    {
      storeId: Id,
      name: Type.String(),
      code: Type.String(),
      isOpen: Type.Boolean({ description: 'Whether goods can be sent there now' }),
    },
    closed,
  ),
)
export type Destination = Static<typeof Destination>
export const Destinations = list(Destination)

export const SendTransfer = named(
  'NewStockTransfer',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      toStoreId: Id,
      note: Type.Optional(text(500)),
      lines: linesOf(
        named(
          'NewStockTransferLine',
          Type.Object(
            {
              variantId: Id,
              toVariantId: Type.Optional(
                Type.String({
                  format: 'uuid',
                  description:
                    'The same goods in the other store. Default: the goods with the same SKU, or else the only goods with the same barcode',
                }),
              ),
              quantity: QuantityInput,
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type SendTransfer = Static<typeof SendTransfer>

const ReceivedLine = named(
  'ReceivedLine',
  Type.Object(
    {
      variantId: Type.String({ format: 'uuid', description: 'On the receiving store’s document' }),
      quantity: Type.Number({
        minimum: 0,
        maximum: 999_999.999,
        multipleOf: 0.001,
        description: 'The quantity that arrived',
      }),
    },
    closed,
  ),
)
export type ReceivedLine = Static<typeof ReceivedLine>

/** Nothing, or the lines of which less arrived than was sent. */
export const ReceiveTransfer = nullable(
  named(
    'TransferReception',
    Type.Object({ lines: Type.Optional(Type.Array(ReceivedLine, { maxItems: 500 })) }, closed),
  ),
)
export type ReceiveTransfer = Static<typeof ReceiveTransfer>

export const StockTransfer = named(
  'StockTransferDetails',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      transferId: Type.String({ format: 'uuid', description: 'The same on the documents of both stores' }),
      direction: enumeration('TransferDirection', directions),
      otherStoreId: Id,
      status: enumeration('TransferStatus', transferStatuses),
      note: nullable(Type.String()),
      sentAt: Instant,
      endedAt: nullable(Instant),
      lines: Type.Array(
        named(
          'TransferredLine',
          Type.Object(
            {
              variantId: Id,
              quantity: Quantity,
              receivedQuantity: nullable({
                ...Quantity,
                description: 'The quantity received; null: not received yet',
              }),
              unitCostCentavos: NullableAmount,
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type StockTransfer = JsonIn<Static<typeof StockTransfer>, 'lines'>
