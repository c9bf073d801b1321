import { collection } from '../../collections/collection.ts'
import { computed, line } from '../../collections/fields.ts'
import { Amount, Day, enumeration, Id, Instant, NullableAmount, nullable } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { ordersOfTicket } from './queries.ts'
import { methods, receiptKinds, SoldAt } from './schema.ts'

const NullableId = nullable(Id)

/** History, written by finalizing and refunding. Separate routes return one order and one receipt. */
export const salesOrders = collection('selling.sales_orders', {
  path: '/pos/sales_orders',
  noun: 'sales order',
  plural: 'sales orders',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  till: ['list'],
  hasOwnRead: true,
  storeColumn: 'store_id',
  fields: {
    cartId: computed(Id),
    folio: computed(Type.String()),
    customerId: computed(NullableId),
    shiftId: computed(Id),
    terminalId: computed(NullableId),
    membershipId: computed(Id),
    cashierName: computed(Type.String()),
    grossCentavos: computed(Amount),
    discountCentavos: computed(Amount),
    taxCentavos: computed(Amount),
    totalCentavos: computed(Amount),
    roundingCentavos: computed(Amount),
    soldAt: computed(SoldAt),
    soldOn: computed(Day),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: {
    soldOn: Day,
    shiftId: Id,
    membershipId: Id,
    customerId: Id,
    terminalId: Id,
    cartId: Id,
    folio: line(20),
  },
  isSearched: 'elsewhere',
  alsoFound: ordersOfTicket,
  constraints: {},
})

export const orderPayments = collection('selling.order_payments', {
  path: '/pos/order_payments',
  noun: 'order payment',
  plural: 'order payments',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    orderId: computed(Id),
    position: computed(Type.Integer()),
    method: computed(enumeration('PaymentMethod', methods)),
    amountCentavos: computed(Amount),
    tenderedCentavos: computed(NullableAmount),
    changeCentavos: computed(Amount),
    reference: computed(nullable(Type.String())),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { orderId: Id, method: enumeration('PaymentMethod', methods) },
  isSearched: false,
  constraints: {},
})

const transactionKinds = ['PAYMENT', 'REFUND'] as const

export const transactions = collection('selling.transactions', {
  path: '/pos/transactions',
  keyFamily: 'TRANSACTIONS',
  noun: 'transaction',
  plural: 'transactions',
  tag: 'selling',
  domain: 'sales',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    kind: computed(enumeration('TransactionKind', transactionKinds)),
    method: computed(enumeration('PaymentMethod', methods)),
    amountCentavos: computed(Amount),
    orderId: computed(Id),
    refundId: computed(NullableId),
    orderPaymentId: computed(NullableId),
    shiftId: computed(Id),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: {
    orderId: Id,
    refundId: Id,
    shiftId: Id,
    kind: enumeration('TransactionKind', transactionKinds),
    method: enumeration('PaymentMethod', methods),
  },
  isSearched: false,
  constraints: {},
})

export const receipts = collection('selling.receipts', {
  path: '/pos/receipts',
  noun: 'receipt',
  plural: 'receipts',
  tag: 'selling',
  domain: 'receipts',
  writes: [],
  hasOwnRead: true,
  storeColumn: 'store_id',
  fields: {
    kind: computed(enumeration('ReceiptKind', receiptKinds)),
    folio: computed(Type.String()),
    orderId: computed(Id),
    refundId: computed(NullableId),
    membershipId: computed(Id),
    createdAt: computed(Instant),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: {
    kind: enumeration('ReceiptKind', receiptKinds),
    orderId: Id,
    refundId: Id,
    membershipId: Id,
    folio: line(20),
  },
  isSearched: false,
  constraints: {},
})
