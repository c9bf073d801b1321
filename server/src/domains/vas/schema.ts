import { type Static, Type } from 'typebox'
import {
  Amount,
  AmountInput,
  closed,
  Id,
  Instant,
  NullableAmount,
  nullable,
  oneOf,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { Pin } from '../pins/schema.ts'
import { vasKinds } from './aggregator.ts'
import { failureCodes } from './failure.ts'
import { saleStatuses } from './sale-state.ts'

export const VasKind = oneOf(vasKinds)
export const SaleStatus = oneOf(saleStatuses)

const paymentMethods = ['CASH', 'CARD', 'TRANSFER'] as const

export const SaleRequest = Type.Object(
  {
    storeId: Type.Optional(Id),
    productId: Id,
    reference: Type.Optional(text(60)),
    amountCentavos: Type.Optional(AmountInput),
    quoteId: Type.Optional(Id),
    statementReference: Type.Optional({
      ...text(90),
      description: 'Which statement of the quote; without it the one of this amount, or the oldest',
    }),
    terminalId: Type.Optional(Id),
    shiftId: Type.Optional({
      ...Id,
      description: 'The own open shift that the sale belongs to; without it the one that is open, if any',
    }),
    payment: Type.Optional(
      Type.Object({ method: oneOf(paymentMethods), tenderedCentavos: Type.Optional(AmountInput) }, closed),
    ),
    funding: Type.Optional(
      Type.Object(
        { source: Type.Literal('PLATFORM_BALANCE'), connectionId: Id },
        { ...closed, description: 'The own account at the provider that pays; without it the wallet does' },
      ),
    ),
    confirmDuplicate: Type.Optional(
      Type.Boolean({ description: 'Sell although the same sale was made minutes ago' }),
    ),
  },
  closed,
)
export type SaleRequest = Static<typeof SaleRequest>

export const outcomeVariants = ['APPROVED', 'APPROVED_PIN', 'PENDING', 'DECLINED', 'REVERSED'] as const
export type OutcomeVariant = (typeof outcomeVariants)[number]
export const outcomeActions = [
  'print',
  'new_sale',
  'check_again',
  'print_provisional',
  'correct_and_retry',
  'return_cash',
] as const
export type OutcomeAction = (typeof outcomeActions)[number]

const Outcome = Type.Object(
  {
    variant: oneOf(outcomeVariants),
    message: Type.String({ description: 'For the cashier, in Spanish' }),
    actions: Type.Array(oneOf(outcomeActions)),
  },
  closed,
)

const Provider = Type.Object({ name: Type.String(), slug: Type.String() }, closed)

export const SaleView = Type.Object(
  {
    id: Id,
    folio: Type.String(),
    storeId: Id,
    storeName: Type.String(),
    terminalId: nullable(Id),
    shiftId: nullable(Id),
    cashier: Type.Object({ membershipId: Id, name: Type.String() }, closed),
    kind: VasKind,
    product: Type.Object({ id: Id, name: Type.String(), provider: Provider }, closed),
    reference: nullable(Type.String()),
    amountCentavos: Amount,
    feeCentavos: Amount,
    totalCentavos: Amount,
    payment: Type.Object(
      { method: oneOf(paymentMethods), tenderedCentavos: NullableAmount, changeCentavos: NullableAmount },
      closed,
    ),
    funding: Type.Object(
      { source: oneOf(['WALLET', 'PLATFORM_BALANCE']), connectionId: nullable(Id) },
      closed,
    ),
    status: SaleStatus,
    outcome: Outcome,
    authorization: nullable(Type.String()),
    failure: nullable(Type.Object({ code: oneOf(failureCodes), retryable: Type.Boolean() }, closed)),
    pin: nullable(Pin),
    receipt: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }, closed)),
    expectedBy: Instant,
    createdAt: Instant,
    completedAt: nullable(Instant),
  },
  closed,
)
export type SaleView = Static<typeof SaleView>

export const SaleQuery = Type.Object({
  storeId: Type.Optional(Id),
  status: Type.Optional(SaleStatus),
  idempotencyKey: Type.Optional({
    ...text(255, 8),
    description: 'The sale that the caller’s own `POST /vas/sale` with this key made, if any',
  }),
  ...pageQuery,
})
export const SalePage = page(SaleView)

export const CatalogQuery = Type.Object({ kind: VasKind, storeId: Type.Optional(Id) })

const Range = Type.Object({ minCentavos: Amount, maxCentavos: Amount, incrementCentavos: Amount }, closed)
const Reference = Type.Object(
  {
    label: Type.String(),
    help: Type.String(),
    pattern: Type.String(),
    minLength: Type.Integer(),
    maxLength: Type.Integer(),
    checkDigit: oneOf(['none', 'luhn']),
    scannable: Type.Boolean(),
  },
  closed,
)
export const CatalogEntry = Type.Object(
  {
    id: Id,
    kind: VasKind,
    subkind: oneOf(['topup', 'package', 'giftcard', 'bill']),
    provider: Type.Object(
      { id: Id, name: Type.String(), slug: Type.String(), health: oneOf(['UP', 'DEGRADED', 'DOWN']) },
      closed,
    ),
    name: Type.String(),
    description: nullable(Type.String()),
    amountCentavos: NullableAmount,
    range: nullable(Range),
    currency: Type.Literal('MXN'),
    feeCentavos: Amount,
    commissionBps: Type.Optional(Type.Integer({ description: 'Supervisors and above' })),
    reference: nullable(Reference),
    validity: nullable(Type.Object({ quantity: Type.Integer(), unit: Type.String() }, closed)),
    lookup: Type.Boolean(),
    paymentModes: Type.Array(Type.String()),
    postingPeriod: nullable(
      Type.Object({ quantity: Type.Integer(), unit: Type.String(), type: Type.String() }, closed),
    ),
    notes: nullable(Type.String()),
  },
  closed,
)
export const ProvidersQuery = Type.Object({ storeId: Type.Optional(Id) })
export const ProviderState = Type.Object(
  {
    id: Id,
    name: Type.String(),
    slug: Type.String(),
    kinds: Type.Array(VasKind),
    health: oneOf(['UP', 'DEGRADED', 'DOWN']),
  },
  closed,
)
export const Providers = Type.Object({ items: Type.Array(ProviderState) }, closed)
export type ProviderState = Static<typeof ProviderState>
export const Catalog = Type.Object({ items: Type.Array(CatalogEntry) }, closed)
export type CatalogEntry = Static<typeof CatalogEntry>
