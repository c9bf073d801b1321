import {
  Amount,
  AmountInput,
  closed,
  enumeration,
  Id,
  Instant,
  list,
  NullableAmount,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { Pin } from '../pins/schema.ts'
import { vasKinds } from './aggregator.ts'
import { failureCodes } from './failure.ts'
import { saleStatuses } from './sale-state.ts'

export const VasKind = enumeration('VasKind', vasKinds)
export const SaleStatus = enumeration('VasSaleStatus', saleStatuses)

const paymentMethods = ['CASH', 'CARD', 'TRANSFER'] as const

export const SaleRequest = named(
  'NewVasSale',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      productId: Id,
      reference: Type.Optional(text(60)),
      amountCentavos: Type.Optional(AmountInput),
      totalCentavos: Type.Optional({
        ...AmountInput,
        description:
          'The total that the customer was shown, with the fee; a sale at another total is refused',
      } as typeof AmountInput),
      quoteId: Type.Optional(Id),
      statementReference: Type.Optional({
        ...text(90),
        description: 'The statement of the quote to pay; default: the one with this amount, or the oldest',
      }),
      terminalId: Type.Optional(Id),
      shiftId: Type.Optional({
        ...Id,
        description: 'Your open shift that the sale belongs to; default: the one that is open',
      }),
      payment: Type.Optional(
        named(
          'NewVasSalePayment',
          Type.Object(
            {
              method: enumeration('PaymentMethod', paymentMethods),
              tenderedCentavos: Type.Optional(AmountInput),
            },
            closed,
          ),
        ),
      ),
      funding: Type.Optional(
        named(
          'NewVasSaleFunding',
          Type.Object(
            { source: Type.Literal('PLATFORM_BALANCE'), connectionId: Id },
            {
              ...closed,
              description: 'The merchant’s own account at the provider that pays; default: the wallet',
            },
          ),
        ),
      ),
      confirmDuplicate: Type.Optional(
        Type.Boolean({
          description:
            'Sell although the same sale was made a few minutes ago, or the debt of the quote is paid',
        }),
      ),
    },
    closed,
  ),
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

const Outcome = named(
  'VasOutcome',
  Type.Object(
    {
      variant: enumeration('VasOutcomeVariant', outcomeVariants),
      message: Type.String({ description: 'For the cashier, in Spanish' }),
      actions: Type.Array(enumeration('VasOutcomeAction', outcomeActions)),
    },
    closed,
  ),
)

const Provider = named('VasProvider', Type.Object({ name: Type.String(), slug: Type.String() }, closed))

export const SaleView = named(
  'VasSale',
  Type.Object(
    {
      id: Id,
      folio: Type.String(),
      storeId: Id,
      storeName: Type.String(),
      terminalId: nullable(Id),
      shiftId: nullable(Id),
      cashier: named('VasSaleCashier', Type.Object({ membershipId: Id, name: Type.String() }, closed)),
      kind: VasKind,
      product: named(
        'VasSaleProduct',
        Type.Object({ id: Id, name: Type.String(), provider: Provider }, closed),
      ),
      reference: nullable(Type.String()),
      amountCentavos: Amount,
      feeCentavos: Amount,
      totalCentavos: Amount,
      payment: named(
        'VasSalePayment',
        Type.Object(
          {
            method: enumeration('PaymentMethod', paymentMethods),
            tenderedCentavos: NullableAmount,
            changeCentavos: NullableAmount,
          },
          closed,
        ),
      ),
      funding: named(
        'VasSaleFunding',
        Type.Object(
          {
            source: enumeration('FundingSource', ['WALLET', 'PLATFORM_BALANCE']),
            connectionId: nullable(Id),
          },
          closed,
        ),
      ),
      status: SaleStatus,
      outcome: Outcome,
      authorization: nullable(Type.String()),
      failure: nullable(
        named(
          'VasFailure',
          Type.Object(
            { code: enumeration('VasFailureCode', failureCodes), retryable: Type.Boolean() },
            closed,
          ),
        ),
      ),
      pin: nullable(Pin),
      receipt: Type.Array(
        named('VasReceiptLine', Type.Object({ label: Type.String(), value: Type.String() }, closed)),
      ),
      expectedBy: Instant,
      createdAt: Instant,
      completedAt: nullable(Instant),
    },
    closed,
  ),
)
export type SaleView = Static<typeof SaleView>

export const SaleQuery = Type.Object({
  storeId: Type.Optional(Id),
  status: Type.Optional(SaleStatus),
  q: Type.Optional({ ...text(60), description: 'A folio, or a complete phone number or reference' }),
  idempotencyKey: Type.Optional({
    ...text(255, 8),
    description: 'The sale that your `POST /vas/sale` with this key has made, if any',
  }),
  ...pageQuery,
})
export const SalePage = page(SaleView)

export const CatalogQuery = Type.Object({ kind: VasKind, storeId: Type.Optional(Id) })

const Range = named(
  'AmountRange',
  Type.Object({ minCentavos: Amount, maxCentavos: Amount, incrementCentavos: Amount }, closed),
)
const Reference = named(
  'ReferenceFormat',
  Type.Object(
    {
      label: Type.String(),
      help: Type.String(),
      pattern: Type.String(),
      minLength: Type.Integer(),
      maxLength: Type.Integer(),
      scannable: Type.Boolean(),
    },
    closed,
  ),
)
export const CatalogEntry = named(
  'VasProduct',
  Type.Object(
    {
      id: Id,
      kind: VasKind,
      subkind: enumeration('VasSubkind', ['topup', 'package', 'giftcard', 'bill']),
      provider: named(
        'VasProductProvider',
        Type.Object(
          {
            id: Id,
            name: Type.String(),
            slug: Type.String(),
            health: enumeration('ProviderHealth', ['UP', 'DEGRADED', 'DOWN']),
          },
          closed,
        ),
      ),
      name: Type.String(),
      description: nullable(Type.String()),
      amountCentavos: NullableAmount,
      range: nullable(Range),
      currency: Type.Literal('MXN'),
      feeCentavos: Amount,
      commissionBps: Type.Optional(Type.Integer({ description: 'Only for supervisors and above' })),
      reference: nullable(Reference),
      validity: nullable(
        named('VasValidity', Type.Object({ quantity: Type.Integer(), unit: Type.String() }, closed)),
      ),
      lookup: Type.Boolean(),
      paymentModes: Type.Array(Type.String()),
      postingPeriod: nullable(
        named(
          'PostingPeriod',
          Type.Object({ quantity: Type.Integer(), unit: Type.String(), type: Type.String() }, closed),
        ),
      ),
      notes: nullable(Type.String()),
    },
    closed,
  ),
)
export const ProvidersQuery = Type.Object({ storeId: Type.Optional(Id) })
export const ProviderState = named(
  'VasProviderStatus',
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      slug: Type.String(),
      kinds: Type.Array(VasKind),
      health: enumeration('ProviderHealth', ['UP', 'DEGRADED', 'DOWN']),
    },
    closed,
  ),
)
export const Providers = list(ProviderState)
export type ProviderState = Static<typeof ProviderState>
export const Catalog = list(CatalogEntry)
export type CatalogEntry = Static<typeof CatalogEntry>
