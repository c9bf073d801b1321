import { type Static, Type } from 'typebox'
import { line } from '../../collections/fields.ts'
import {
  Amount,
  AmountInput,
  closed,
  enumeration,
  Id,
  Instant,
  NullableAmount,
  named,
  nullable,
  Quantity,
  QuantityInput,
} from '../../http/shapes.ts'

export const ById = Type.Object({ id: Id }, closed)
export const ByLine = Type.Object({ id: Id, lineId: Id }, closed)
export const ByDiscount = Type.Object({ id: Id, discountId: Id }, closed)

export const cartStatuses = ['OPEN', 'PARKED', 'FINALIZED', 'CANCELED'] as const
const approvalStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'USED', 'CANCELED', 'EXPIRED'] as const

/** An id that a device made, so that a cart exists once though its request was sent twice. */
const DeviceId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  description: 'UUIDv7 that the device has made: asked again, the same cart is answered',
})
const Barcode = Type.String({ minLength: 1, maxLength: 48, pattern: '^[0-9A-Za-z._-]+$' })
const Note = line(200)
const Label = line(60)

/** What is put into a cart: a variant by its id, or by a barcode of its own. */
export const NewLine = named(
  'NewCartLine',
  Type.Object(
    {
      variantId: Type.Optional(Id),
      barcode: Type.Optional(Barcode),
      quantity: Type.Optional({ ...QuantityInput, default: 1 }),
      note: Type.Optional(Note),
    },
    closed,
  ),
)
export type NewLine = Static<typeof NewLine>

export const NewCart = named(
  'NewCart',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      id: Type.Optional(DeviceId),
      terminalId: Type.Optional(Id),
      customerId: Type.Optional(Id),
      label: Type.Optional(Label),
      lines: Type.Optional(Type.Array(NewLine, { maxItems: 500 })),
    },
    closed,
  ),
)
export type NewCart = Static<typeof NewCart>

export const LineChange = named(
  'CartLineChange',
  Type.Object(
    { quantity: Type.Optional(QuantityInput), note: Type.Optional(nullable(Note)) },
    { ...closed, minProperties: 1 },
  ),
)
export type LineChange = Static<typeof LineChange>

export const CartChange = named(
  'CartChange',
  Type.Object(
    {
      customerId: Type.Optional(nullable(Id)),
      label: Type.Optional(nullable(Label)),
      terminalId: Type.Optional(nullable(Id)),
    },
    { ...closed, minProperties: 1 },
  ),
)
export type CartChange = Static<typeof CartChange>

export const Parking = named('CartParking', Type.Object({ label: Type.Optional(Label) }, closed))
export const Recalling = named('CartRecall', Type.Object({ terminalId: Type.Optional(Id) }, closed))
export const Nothing = named('Empty', Type.Object({}, closed))

export const NewDiscount = named(
  'NewCartDiscount',
  Type.Object(
    {
      scope: enumeration('DiscountScope', ['LINE', 'CART']),
      lineItemId: Type.Optional(Id),
      amountCentavos: Type.Optional({ ...AmountInput, minimum: 1 }),
      percentageBps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: '100 are 1 %' })),
      reason: line(200),
      approvalId: Type.Optional({
        ...Id,
        description: 'An approval that was asked for beforehand, for this very discount',
      }),
    },
    closed,
  ),
)
export type NewDiscount = Static<typeof NewDiscount>

/** A line of a cart or an order: what the catalog said when it was put in, and what it comes to. */
export const Line = named(
  'CartLine',
  Type.Object(
    {
      id: Id,
      position: Type.Integer(),
      productId: Id,
      variantId: Id,
      productName: Type.String(),
      variantName: nullable(Type.String()),
      sku: nullable(Type.String()),
      kind: enumeration('ProductKind', ['GOODS', 'SERVICE', 'CHIP']),
      unit: enumeration('ProductUnit', ['PIECE', 'KILOGRAM', 'LITER', 'METER']),
      quantity: Quantity,
      unitPriceCentavos: Amount,
      taxRateBps: Type.Integer(),
      isTaxExempt: Type.Boolean(),
      isTaxIncluded: Type.Boolean({ description: 'Whether unitPriceCentavos holds the tax' }),
      grossCentavos: Amount,
      discountCentavos: Amount,
      taxCentavos: Amount,
      totalCentavos: Amount,
      note: nullable(Type.String()),
    },
    closed,
  ),
)

const Discount = named(
  'CartDiscount',
  Type.Object(
    {
      id: Id,
      scope: enumeration('DiscountScope', ['LINE', 'CART']),
      lineItemId: nullable(Id),
      amountCentavos: NullableAmount,
      percentageBps: nullable(Type.Integer()),
      reason: Type.String(),
      approvalId: Id,
      approvalStatus: enumeration('DiscountStatus', approvalStatuses),
      isCounted: Type.Boolean({
        description:
          'Whether it is in the price: approved, and the goods are those that it was approved for. One that is ' +
          'not counted has to be removed before the cart is finalized, or approved anew.',
      }),
    },
    closed,
  ),
)

export const Cart = named(
  'Cart',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      membershipId: Id,
      terminalId: nullable(Id),
      customerId: nullable(Id),
      status: enumeration('CartStatus', cartStatuses),
      label: nullable(Type.String()),
      version: Type.Integer({
        description: 'Rises with every change; finalizing names the one that was shown',
      }),
      grossCentavos: Amount,
      discountCentavos: Amount,
      taxCentavos: Amount,
      totalCentavos: Amount,
      cashTotalCentavos: Type.Unsafe<number>({
        type: 'integer',
        description: 'What it costs when all of it is paid in the coins of the store',
      }),
      lines: Type.Array(Line),
      discounts: Type.Array(Discount),
      orderId: nullable(Id),
      createdAt: Instant,
      updatedAt: Instant,
    },
    closed,
  ),
)
export type Cart = Static<typeof Cart>
