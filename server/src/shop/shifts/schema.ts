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
  type JsonIn,
  NullableAmount,
  named,
  nullable,
  page,
  pageQuery,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const shiftStatuses = ['OPEN', 'CLOSED'] as const
export const movementKinds = ['CASH_IN', 'CASH_OUT', 'DROP', 'NO_SALE'] as const
const paymentMethods = ['CASH', 'CARD', 'TRANSFER'] as const
const vasKinds = ['airtime', 'pin', 'service'] as const

/** Mexican coins and notes, in centavos. */
const denominations = [
  5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
] as const

export const ById = Type.Object({ id: Id }, closed)
export const ShiftQuery = Type.Object({ storeId: Type.Optional(Id) }, closed)

export const OpenShift = named(
  'NewShift',
  Type.Object(
    { storeId: Type.Optional(Id), terminalId: Type.Optional(Id), openingFloatCentavos: AmountInput },
    closed,
  ),
)
export type OpenShift = Static<typeof OpenShift>

/** How many of each coin and note; omitted ones count as zero. */
const Denominations = named(
  'Denominations',
  Type.Object(
    Object.fromEntries(
      denominations.map((centavos) => [
        String(centavos),
        Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      ]),
    ),
    {
      ...closed,
      description: 'How many of each coin and note, by value in centavos: {"50000": 2, "1000": 7}',
    },
  ),
)

export const CloseShift = named(
  'ShiftClosing',
  Type.Object(
    {
      denominations: Type.Optional(Denominations),
      countedCentavos: Type.Optional(
        amountInput({ description: 'The counted cash as one total, instead of denominations' }),
      ),
      differenceReason: Type.Optional({
        ...line(300),
        description: 'Required when the count differs from the expected cash, unless it is counted blind',
      }),
    },
    closed,
  ),
)
export type CloseShift = Static<typeof CloseShift>

export const CashMovementOrder = named(
  'NewCashMovement',
  Type.Object(
    {
      kind: enumeration(
        'CashMovementKind',
        movementKinds,
        'DROP: taken out of the drawer to a safe place. NO_SALE: opens the drawer without moving cash',
      ),
      amountCentavos: amountInput({
        description: 'Whole centavos of MXN; NO_SALE requires 0, the others more',
      }),
      reason: line(300),
      vasSaleId: Type.Optional({
        ...Id,
        description:
          'The sale of a service that failed or was reversed after its shift was closed. The customer’s cash ' +
          'is paid back from this drawer, once',
      }),
    },
    closed,
  ),
)
export type CashMovementOrder = Static<typeof CashMovementOrder>

export const Shift = named(
  'Shift',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      membershipId: Id,
      accountId: Id,
      cashierName: Type.String(),
      terminalId: nullable(Id),
      openingFloatCentavos: Amount,
      status: enumeration('ShiftStatus', shiftStatuses),
      openedAt: Instant,
      closedAt: nullable(Instant),
      closedBy: nullable(Id),
      closedByName: nullable(Type.String()),
      updatedAt: Instant,
    },
    closed,
  ),
)
export type Shift = Static<typeof Shift>
export const CurrentShift = named('CurrentShift', Type.Object({ shift: nullable(Shift) }, closed))

export const CashMovement = named(
  'CashMovement',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      shiftId: Id,
      kind: enumeration('CashMovementKind', movementKinds),
      amountCentavos: Amount,
      reason: Type.String(),
      accountId: Id,
      personName: Type.String({ description: 'Who made the movement; the drawer may be another person’s' }),
      vasSaleId: nullable({ ...Id, description: 'The service that was refunded in cash' } as typeof Id),
      createdAt: Instant,
    },
    closed,
  ),
)
export type CashMovement = Static<typeof CashMovement>

const Count = Type.Integer()
const ByMethod = Type.Array(
  named(
    'AmountByMethod',
    Type.Object({ method: enumeration('PaymentMethod', paymentMethods), amountCentavos: Amount }, closed),
  ),
)

/** The totals of a drawer: the X report, or the Z report as of the close. */
export const Totals = named(
  'ShiftTotals',
  Type.Object(
    {
      openingFloatCentavos: Amount,
      sales: named(
        'ShiftSales',
        Type.Object(
          {
            count: Count,
            grossCentavos: Amount,
            discountCentavos: Amount,
            taxCentavos: Amount,
            totalCentavos: Amount,
            roundingCentavos: Amount,
            byMethod: ByMethod,
          },
          closed,
        ),
      ),
      refunds: named(
        'ShiftRefunds',
        Type.Object(
          { count: Count, amountCentavos: Amount, taxCentavos: Amount, byMethod: ByMethod },
          closed,
        ),
      ),
      taxes: Type.Array(
        named(
          'ShiftTax',
          Type.Object(
            { rateBps: Type.Integer(), isExempt: Type.Boolean(), netCentavos: Amount, taxCentavos: Amount },
            closed,
          ),
        ),
        { description: 'Tax of the sales, before refunds' },
      ),
      vas: Type.Array(
        named(
          'ShiftVasSales',
          Type.Object(
            {
              kind: enumeration('VasKind', vasKinds),
              method: enumeration('PaymentMethod', paymentMethods),
              count: Count,
              amountCentavos: Amount,
              pendingCount: Count,
              pendingCentavos: Amount,
            },
            closed,
          ),
        ),
        {
          description:
            'Completed and pending sales of value-added services; the pending ones also separately',
        },
      ),
      cash: named(
        'ShiftCash',
        Type.Object(
          {
            cashInCentavos: Amount,
            cashOutCentavos: Amount,
            dropCentavos: Amount,
            noSaleCount: {
              ...Count,
              description: 'Number of NO_SALE movements',
            },
          },
          closed,
        ),
      ),
      pendingVasCashCentavos: {
        ...Amount,
        description: 'The part of the expected cash whose sales may still fail and be refunded',
      },
      expectedCentavos: {
        ...Amount,
        description: 'The expected cash; negative when more was taken out than came in',
      },
    },
    closed,
  ),
)
export type Totals = AsJson<Static<typeof Totals>>

const CountedDenominations = nullable({
  ...Denominations,
  description: 'null: counted as one total',
} as typeof Denominations)

const report = {
  id: Id,
  storeId: Id,
  shiftId: Id,
  folio: Type.String(),
  expectedCentavos: Amount,
  countedCentavos: Amount,
  differenceCentavos: Amount,
  differenceReason: nullable(Type.String()),
  denominations: CountedDenominations,
  totals: Totals,
  createdAt: Instant,
}
export const ShiftReport = named('ShiftReport', Type.Object(report, closed))
export type ShiftReport = JsonIn<Static<typeof ShiftReport>, 'totals'>

export const DrawerReport = named(
  'DrawerReport',
  Type.Object(
    {
      shift: Shift,
      totals: Totals,
      closing: nullable(
        named(
          'DrawerClosing',
          Type.Object(
            {
              reportId: Id,
              folio: Type.String(),
              countedCentavos: Amount,
              differenceCentavos: Amount,
              differenceReason: nullable(Type.String()),
              denominations: CountedDenominations,
            },
            { ...closed, description: 'Set for a closed shift; its totals are those of the close' },
          ),
        ),
      ),
    },
    closed,
  ),
)
export type DrawerReport = JsonIn<Static<typeof DrawerReport>, 'totals'>

export const DrawersQuery = Type.Object(
  {
    storeId: Type.Optional(Id),
    status: Type.Optional(enumeration('ShiftStatus', shiftStatuses)),
    membershipId: Type.Optional(Id),
    isDifferent: Type.Optional(
      Type.Boolean({ description: 'true: closed with a difference; false: closed without one' }),
    ),
    ...pageQuery,
  },
  closed,
)
export type DrawersQuery = Static<typeof DrawersQuery>

/** A shift with its terminal and the count of its drawer. */
export const Drawer = named(
  'Drawer',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      storeName: Type.String(),
      membershipId: Id,
      accountId: Id,
      cashierName: Type.String(),
      terminalName: nullable(Type.String()),
      openingFloatCentavos: Amount,
      status: enumeration('ShiftStatus', shiftStatuses),
      openedAt: Instant,
      closedAt: nullable(Instant),
      closedBy: nullable(Id),
      closedByName: nullable(Type.String()),
      reportId: nullable({ ...Id, description: 'The Z report; null while the shift is open' } as typeof Id),
      folio: nullable(Type.String()),
      expectedCentavos: NullableAmount,
      countedCentavos: NullableAmount,
      differenceCentavos: NullableAmount,
      differenceReason: nullable(Type.String()),
    },
    closed,
  ),
)
export type Drawer = Static<typeof Drawer>
export const DrawersPage = page(Drawer)
