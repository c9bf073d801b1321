import { line } from '../../collections/fields.ts'
import {
  Amount,
  type AsJson,
  amountInput,
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
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)
export const ByLine = Type.Object({ id: Id, lineId: Id }, closed)
export const ByDiscount = Type.Object({ id: Id, discountId: Id }, closed)

export const cartStatuses = ['OPEN', 'PARKED', 'FINALIZED', 'CANCELED'] as const
const approvalStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'USED', 'CANCELED', 'EXPIRED'] as const

/** An id created by the device, so that a cart exists once even if the request is sent twice. */
const DeviceId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  description: 'UUIDv7 created by the device; repeating the request returns the same cart',
})
const Barcode = Type.String({ minLength: 1, maxLength: 48, pattern: '^[0-9A-Za-z._-]+$' })
const Note = line(200)
const Label = line(60)

/** Goods to add to a cart: a variant by its id or by one of its barcodes. */
export const NewLine = named(
  'NewCartLine',
  Type.Object(
    {
      variantId: Type.Optional(Id),
      barcode: Type.Optional(Barcode),
      quantity: Type.Optional({ ...QuantityInput, default: 1 }),
      amountCentavos: Type.Optional(
        amountInput({
          minimum: 1,
          description:
            'Sell for this amount, instead of `quantity`; only for goods sold by measure whose price includes tax',
        }),
      ),
      unitPriceCentavos: Type.Optional(
        amountInput({
          minimum: 1,
          description:
            'The price entered at the till: required for products with an open price, refused for others',
        }),
      ),
      productName: Type.Optional({
        ...line(200),
        description: 'Replaces the product’s name; only for products with an open price',
      }),
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
      amountCentavos: Type.Optional(amountInput({ minimum: 1 })),
      percentageBps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: '100 are 1 %' })),
      reason: line(200),
      approvalId: Type.Optional({
        ...Id,
        description: 'An approval requested beforehand for exactly this discount',
      }),
    },
    closed,
  ),
)
export type NewDiscount = Static<typeof NewDiscount>

/** A line of a cart or an order: the catalog's values at the time it was added, and its totals. */
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
      amountCentavos: {
        ...NullableAmount,
        description: 'The requested amount; null: a quantity was requested',
      },
      unitPriceCentavos: Amount,
      taxRateBps: Type.Integer(),
      isTaxExempt: Type.Boolean(),
      isTaxIncluded: Type.Boolean({ description: 'Whether unitPriceCentavos includes the tax' }),
      grossCentavos: Amount,
      discountCentavos: Amount,
      taxCentavos: Amount,
      totalCentavos: Amount,
      note: nullable(Type.String()),
      isPriceOpen: Type.Boolean(),
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
          'Whether it is in the price: approved, and the goods have not changed since. One that does ' +
          'not count has to be removed or approved again before the cart is finalized.',
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
        description: 'Increases with every change; send the one that was shown when finalizing',
      }),
      grossCentavos: Amount,
      discountCentavos: Amount,
      taxCentavos: Amount,
      totalCentavos: Amount,
      cashTotalCentavos: Type.Unsafe<number>({
        type: 'integer',
        description: 'The total when everything is paid in cash, rounded to the store’s coins',
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
export type Cart = AsJson<Static<typeof Cart>>
