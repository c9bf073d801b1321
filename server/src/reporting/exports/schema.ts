import { closed, enumeration, exportQuery, Id } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { movementKinds } from '../../stock/levels/schema.ts'
import { SaleStatus, VasKind } from '../../vas/sales/schema.ts'
import { period } from '../reports/schema.ts'

export const OrdersQuery = Type.Object(
  {
    ...period,
    shiftId: Type.Optional(Id),
    membershipId: Type.Optional({ ...Id, description: 'The cashier’s membership' }),
    customerId: Type.Optional(Id),
    terminalId: Type.Optional(Id),
    ...exportQuery,
  },
  closed,
)
export type OrdersQuery = Static<typeof OrdersQuery>

export const ServicesQuery = Type.Object(
  {
    ...period,
    shiftId: Type.Optional(Id),
    kind: Type.Optional(VasKind),
    status: Type.Optional(SaleStatus),
    ...exportQuery,
  },
  closed,
)
export type ServicesQuery = Static<typeof ServicesQuery>

export const MovementsQuery = Type.Object(
  {
    ...period,
    variantId: Type.Optional(Id),
    kind: Type.Optional(enumeration('StockMovementKind', movementKinds)),
    documentId: Type.Optional({
      ...Id,
      description: 'The order, refund, receipt, transfer or count; days do not apply with it',
    }),
    ...exportQuery,
  },
  closed,
)
export type MovementsQuery = Static<typeof MovementsQuery>

export const ShiftReportsQuery = Type.Object({ ...period, ...exportQuery }, closed)
export type ShiftReportsQuery = Static<typeof ShiftReportsQuery>
