import { line } from '../../collections/fields.ts'
import {
  Amount,
  AmountInput,
  type AsJson,
  amountInput,
  closed,
  enumeration,
  Id,
  Instant,
  Moment,
  NullableAmount,
  named,
  nullable,
  Quantity,
  QuantityInput,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)
export const offlineStatuses = ['HELD', 'BOOKED', 'DISCARDED'] as const
const methods = ['CASH', 'CARD', 'TRANSFER'] as const

const DeviceId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  description:
    'UUIDv7 created by the device. For a cart that was open when the network failed, the id of that cart',
})
const Paid = Type.Integer({ minimum: 0, maximum: 100_000_000_00, description: 'Whole centavos of MXN' })

/** A line as shown to the customer. */
const SoldLine = named(
  'NewOfflineSaleLine',
  Type.Object(
    {
      variantId: Id,
      productName: { ...line(200), description: 'As it was shown, in case the product has been deleted' },
      quantity: QuantityInput,
      amountCentavos: Type.Optional(
        amountInput({ minimum: 1, description: 'The amount that was requested, if not a quantity' }),
      ),
      unitPriceCentavos: AmountInput,
      taxRateBps: Type.Integer({ minimum: 0, maximum: 10_000 }),
      isTaxExempt: Type.Boolean(),
      isTaxIncluded: Type.Boolean(),
      discountCentavos: Type.Optional(
        amountInput({ description: 'A discount approved while online; it holds the sale for a supervisor' }),
      ),
      note: Type.Optional(line(200)),
    },
    closed,
  ),
)

export const NewOfflineSale = named(
  'NewOfflineSale',
  Type.Object(
    {
      id: DeviceId,
      storeId: Type.Optional(Id),
      terminalId: Type.Optional({
        ...Id,
        description:
          'The terminal that sold it; a device that is enabled as one names itself, or the sale is HELD',
      }),
      shiftId: {
        ...Id,
        description: 'The shift that was open when it was sold; determines whose sale it is',
      },
      soldAt: { ...Moment, description: 'By the clock of the device (RFC 3339)' },
      lines: Type.Array(SoldLine, { minItems: 1, maxItems: 500 }),
      payments: Type.Array(
        named(
          'NewOfflineSalePayment',
          Type.Object(
            {
              method: enumeration('PaymentMethod', methods),
              amountCentavos: Paid,
              tenderedCentavos: Type.Optional(Paid),
              reference: Type.Optional({
                ...line(60),
                description: 'Reference of a card payment or a transfer, as evidence that it was paid',
              }),
            },
            closed,
          ),
        ),
        { minItems: 1, maxItems: 20 },
      ),
    },
    closed,
  ),
)
export type NewOfflineSale = Static<typeof NewOfflineSale>

export const Acceptance = named(
  'OfflineSaleAcceptance',
  Type.Object(
    {
      isCashInDrawer: Type.Optional(
        Type.Boolean({
          description:
            'The cash was not counted with the closed shift, and is put into the open drawer that takes the sale',
        }),
      ),
    },
    closed,
  ),
)
export type Acceptance = Static<typeof Acceptance>
export const Discarding = named(
  'OfflineSaleDiscard',
  Type.Object({ reason: { ...line(300), description: 'What happened to the money' } }, closed),
)

/** Why a sale is held for a supervisor. */
const reasonCodes = [
  'handed_in_by_another',
  'drawer_of_another',
  'another_device',
  'cart_of_another',
  'amount_above_limit',
  'price_lower',
  'price_higher',
  'tax_changed',
  'kind_changed',
  'unit_changed',
  'discounted',
  'open_price',
  'insufficient_stock',
  'product_unavailable',
  'product_gone',
  'shift_closed',
  'rounding_changed',
] as const

const Reason = named(
  'OfflineSaleReason',
  Type.Object(
    {
      code: enumeration('OfflineSaleReasonCode', reasonCodes),
      variantId: Type.Optional(Id),
      productName: Type.Optional(Type.String()),
      personName: Type.Optional(
        Type.String({
          description: 'The person who handed it in, whose drawer it goes to, or who has its cart',
        }),
      ),
      totalCentavos: Type.Optional(Amount),
      limitCentavos: Type.Optional(Amount),
      shownCentavos: Type.Optional({
        ...Amount,
        description: 'The price, or the amount to pay, that was shown',
      }),
      catalogCentavos: Type.Optional({
        ...Amount,
        description: 'The catalog price when it was sold',
      }),
      available: Type.Optional(Quantity),
      wanted: Type.Optional(Quantity),
    },
    closed,
  ),
)

const KeptLine = named(
  'OfflineSaleLine',
  Type.Object(
    {
      variantId: Id,
      productName: Type.String(),
      quantity: Quantity,
      amountCentavos: NullableAmount,
      unitPriceCentavos: Amount,
      catalogPriceCentavos: {
        ...NullableAmount,
        description: 'The catalog price when the sale arrived; null: the product was deleted',
      },
      taxRateBps: Type.Integer(),
      isTaxExempt: Type.Boolean(),
      isTaxIncluded: Type.Boolean(),
      discountCentavos: Amount,
      totalCentavos: Amount,
      note: nullable(Type.String()),
    },
    closed,
  ),
)

const KeptPayment = named(
  'OfflineSalePayment',
  Type.Object(
    {
      method: enumeration('PaymentMethod', methods),
      amountCentavos: Amount,
      tenderedCentavos: { ...NullableAmount, description: 'Only of cash; null: not counted' },
      reference: nullable(Type.String()),
    },
    closed,
  ),
)

export const offlineSaleFields = {
  membershipId: Id,
  accountId: { ...Id, description: 'Who sold' },
  cashierName: Type.String(),
  handedInBy: Id,
  handedInName: Type.String(),
  terminalId: nullable(Id),
  shiftId: Id,
  soldAt: Instant,
  status: enumeration('OfflineSaleStatus', offlineStatuses),
  totalCentavos: Amount,
  differenceCentavos: Type.Unsafe<number>({
    type: 'integer',
    description: 'The total shown minus the total by catalog prices when the sale arrived',
  }),
  lines: Type.Array(KeptLine),
  payments: Type.Array(KeptPayment),
  reasons: Type.Array(Reason),
  orderId: nullable(Id),
  folio: nullable(Type.String()),
  deciderName: nullable(Type.String()),
  decisionReason: nullable(Type.String()),
  decidedAt: nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
}

export const OfflineSale = named(
  'OfflineSale',
  Type.Object({ id: Id, storeId: Id, ...offlineSaleFields }, closed),
)
export type OfflineSale = AsJson<Static<typeof OfflineSale>>
