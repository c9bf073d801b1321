import { line } from '../../collections/fields.ts'
import {
  Amount,
  type AsJson,
  closed,
  Day,
  enumeration,
  Id,
  Instant,
  NullableAmount,
  named,
  nullable,
  Quantity,
  versionInput,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { Line } from '../carts/schema.ts'

export const ById = Type.Object({ id: Id }, closed)

export const methods = ['CASH', 'CARD', 'TRANSFER'] as const
export const receiptKinds = ['SALE', 'REFUND', 'RETURN'] as const

/** When an order was sold, and not when it reached the server. */
export const SoldAt = {
  ...Instant,
  description: 'When the customer paid; before `createdAt` for a sale that the till made without a network',
} as typeof Instant

const Paid = Type.Integer({ minimum: 0, maximum: 100_000_000_00, description: 'Whole centavos of MXN' })

const NewPayment = named(
  'NewPayment',
  Type.Object(
    {
      method: enumeration('PaymentMethod', methods),
      amountCentavos: Paid,
      tenderedCentavos: Type.Optional({
        ...Paid,
        description: 'Cash handed over; the excess over the amount is change',
      }),
      reference: Type.Optional({ ...line(60), description: 'Authorization or tracking key' }),
    },
    closed,
  ),
)
export type NewPayment = Static<typeof NewPayment>

export const Finalizing = named(
  'CartFinalization',
  Type.Object(
    {
      version: versionInput('The version of the cart that was shown to the customer'),
      payments: Type.Array(NewPayment, { maxItems: 20 }),
    },
    closed,
  ),
)
export type Finalizing = Static<typeof Finalizing>

const Payment = named(
  'SalePayment',
  Type.Object(
    {
      id: Id,
      method: enumeration('PaymentMethod', methods),
      amountCentavos: Amount,
      tenderedCentavos: NullableAmount,
      changeCentavos: Amount,
      reference: nullable(Type.String()),
    },
    closed,
  ),
)

const orderFields = {
  id: Id,
  storeId: Id,
  cartId: Id,
  folio: Type.String(),
  customerId: nullable(Id),
  shiftId: Id,
  terminalId: nullable(Id),
  membershipId: Id,
  cashierName: Type.String(),
  grossCentavos: Amount,
  discountCentavos: Amount,
  taxCentavos: Amount,
  totalCentavos: Amount,
  roundingCentavos: Type.Unsafe<number>({
    type: 'integer',
    description: 'The difference made by cash rounding: the payments add up to total plus rounding',
  }),
  soldAt: SoldAt,
  soldOn: { ...Day, description: "The business day, in the store's time zone" },
  createdAt: Instant,
  lines: Type.Array(Line),
  chips: Type.Array(
    named(
      'SoldChip',
      Type.Object({ id: Id, productId: Id, iccid: Type.String(), msisdn: nullable(Type.String()) }, closed),
    ),
  ),
}

/** The contents of a receipt. Receipts of refunds have more fields, or fewer. */
const ReceiptContent = Type.Object(
  {
    merchant: named(
      'ReceiptMerchant',
      Type.Object(
        { name: Type.String(), tradeName: nullable(Type.String()), rfc: nullable(Type.String()) },
        { additionalProperties: true },
      ),
    ),
    store: named(
      'ReceiptStore',
      Type.Object(
        {
          name: Type.String(),
          code: Type.String(),
          address: nullable(Type.String()),
          phone: nullable(Type.String()),
        },
        { additionalProperties: true },
      ),
    ),
    timeZone: Type.String(),
    soldAt: Instant,
    folio: Type.String(),
    cashierName: Type.String(),
    terminalName: nullable(Type.String()),
    customer: nullable(
      named(
        'ReceiptCustomer',
        Type.Object({ name: Type.String(), rfc: nullable(Type.String()) }, { additionalProperties: true }),
      ),
    ),
    lines: Type.Array(
      named(
        'ReceiptLine',
        Type.Object(
          {
            productName: Type.String(),
            variantName: nullable(Type.String()),
            sku: nullable(Type.String()),
            quantity: Quantity,
            unit: Type.String(),
            unitPriceCentavos: Amount,
            grossCentavos: Amount,
            discountCentavos: Amount,
            totalCentavos: Amount,
            taxRateBps: Type.Integer(),
            isTaxExempt: Type.Boolean(),
            note: nullable(Type.String()),
          },
          { additionalProperties: true },
        ),
      ),
    ),
    taxes: Type.Array(
      named(
        'ReceiptTax',
        Type.Object(
          { rateBps: Type.Integer(), isExempt: Type.Boolean(), baseCentavos: Amount, taxCentavos: Amount },
          { additionalProperties: true },
        ),
      ),
    ),
    grossCentavos: Amount,
    discountCentavos: Amount,
    taxCentavos: Amount,
    totalCentavos: Amount,
    roundingCentavos: Amount,
    payments: Type.Array(
      named(
        'ReceiptPayment',
        Type.Object(
          {
            method: enumeration('PaymentMethod', methods),
            amountCentavos: Amount,
            tenderedCentavos: NullableAmount,
            changeCentavos: Amount,
            reference: nullable(Type.String()),
          },
          { additionalProperties: true },
        ),
      ),
    ),
    changeCentavos: Amount,
    chips: Type.Array(
      named(
        'ReceiptChip',
        Type.Object(
          { productName: Type.String(), iccid: Type.String(), msisdn: nullable(Type.String()) },
          { additionalProperties: true },
        ),
      ),
    ),
  },
  { additionalProperties: true },
)

export const Receipt = named(
  'Receipt',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      kind: enumeration('ReceiptKind', receiptKinds),
      folio: Type.String(),
      orderId: Id,
      refundId: nullable(Id),
      membershipId: Id,
      createdAt: Instant,
      content: named('ReceiptContent', Type.Partial(ReceiptContent, { additionalProperties: true })),
    },
    closed,
  ),
)
export type Receipt = AsJson<Static<typeof Receipt>>

/** The answer to finalizing a cart. */
export const Sale = named(
  'Sale',
  Type.Object(
    {
      order: named('SaleOrder', Type.Object(orderFields, closed)),
      payments: Type.Array(Payment),
      receipt: Receipt,
    },
    closed,
  ),
)
export type Sale = AsJson<Static<typeof Sale>>

/** An order with everything that followed. */
export const Order = named(
  'SalesOrder',
  Type.Object(
    {
      ...orderFields,
      payments: Type.Array(Payment),
      refundedCentavos: Amount,
      refunds: Type.Array(
        named(
          'OrderRefund',
          Type.Object(
            {
              id: Id,
              type: enumeration('RefundType', ['REFUND', 'RETURN']),
              scope: enumeration('DiscountScope', ['LINE', 'CART']),
              folio: Type.String(),
              amountCentavos: Amount,
              taxCentavos: Amount,
              reason: Type.String(),
              cashierName: Type.String(),
              createdAt: Instant,
            },
            closed,
          ),
        ),
      ),
      receiptId: {
        ...nullable(Id),
        description: 'Null for callers who may not read it: cashiers can read only their own',
      },
    },
    closed,
  ),
)
export type Order = AsJson<Static<typeof Order>>
