import { collection } from '../../collections/collection.ts'
import { computed } from '../../collections/fields.ts'
import { enumeration, Id } from '../../http/shapes.ts'
import { CashMovement, movementKinds, Shift, ShiftReport, shiftStatuses } from './schema.ts'

/** Read only: commands open and close shifts. A cashier sees only their own. */
export const shifts = collection('shop.shifts', {
  path: '/pos/shifts',
  noun: 'shift',
  plural: 'shifts',
  tag: 'shop',
  domain: 'shifts',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    membershipId: computed(Shift.properties.membershipId),
    accountId: computed(Shift.properties.accountId),
    cashierName: computed(Shift.properties.cashierName),
    terminalId: computed(Shift.properties.terminalId),
    openingFloatCentavos: computed(Shift.properties.openingFloatCentavos),
    status: computed(Shift.properties.status),
    openedAt: computed(Shift.properties.openedAt),
    closedAt: computed(Shift.properties.closedAt),
    closedBy: computed(Shift.properties.closedBy),
    closedByName: computed(Shift.properties.closedByName),
    updatedAt: computed(Shift.properties.updatedAt),
  },
  sorts: { openedAt: { column: 'opened_at', type: 'instant' } },
  defaultSort: '-openedAt',
  filters: { status: enumeration('ShiftStatus', shiftStatuses), membershipId: Id, terminalId: Id },
  isSearched: false,
  constraints: {},
})

/** Read only: a command moves cash. */
export const cashMovements = collection('shop.cash_movements', {
  path: '/pos/cash_movements',
  noun: 'cash movement',
  plural: 'cash movements',
  tag: 'shop',
  domain: 'shifts',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    shiftId: computed(CashMovement.properties.shiftId),
    kind: computed(CashMovement.properties.kind),
    amountCentavos: computed(CashMovement.properties.amountCentavos),
    reason: computed(CashMovement.properties.reason),
    accountId: computed(CashMovement.properties.accountId),
    personName: computed(CashMovement.properties.personName),
    vasSaleId: computed(CashMovement.properties.vasSaleId),
    createdAt: computed(CashMovement.properties.createdAt),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { shiftId: Id, kind: enumeration('CashMovementKind', movementKinds), vasSaleId: Id },
  isSearched: false,
  constraints: {},
})

/** Read only: closing a shift writes its Z report. */
export const shiftReports = collection('shop.shift_reports', {
  path: '/pos/shift_reports',
  noun: 'shift report',
  plural: 'shift reports',
  tag: 'shop',
  domain: 'reporting',
  writes: [],
  storeColumn: 'store_id',
  fields: {
    shiftId: computed(ShiftReport.properties.shiftId),
    folio: computed(ShiftReport.properties.folio),
    expectedCentavos: computed(ShiftReport.properties.expectedCentavos),
    countedCentavos: computed(ShiftReport.properties.countedCentavos),
    differenceCentavos: computed(ShiftReport.properties.differenceCentavos),
    differenceReason: computed(ShiftReport.properties.differenceReason),
    denominations: computed(ShiftReport.properties.denominations),
    totals: computed(ShiftReport.properties.totals),
    createdAt: computed(ShiftReport.properties.createdAt),
  },
  sorts: { createdAt: { column: 'created_at', type: 'instant' } },
  defaultSort: '-createdAt',
  filters: { shiftId: Id },
  isSearched: false,
  constraints: {},
})
