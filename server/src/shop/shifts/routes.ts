import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { ShiftsService } from './service.ts'

const tag = 'shop'

export function shiftsRoutes(shifts: ShiftsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/shifts',
      apiKey: 'POS_SHIFTS_WRITE',
      name: 'openShift',
      summary: 'Open a shift with the float of its drawer',
      description: 'A member and a terminal each have one open shift at a time.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'body',
      idempotent: true,
      body: shapes.OpenShift,
      responses: { 201: shapes.Shift },
      problems: [
        'shift_open',
        'terminal_in_use',
        'terminal_disabled',
        'invalid_transition',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await shifts.open(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/shifts/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/shifts/current',
      apiKey: 'POS_SHIFTS_READ',
      name: 'getCurrentShift',
      summary: 'Retrieve your open shift in a store, or null',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'query',
      query: shapes.ShiftQuery,
      responses: { 200: shapes.CurrentShift },
      handle: async ({ grant }) => ok({ shift: await shifts.current(grant) }),
    }),
    route({
      method: 'POST',
      path: '/pos/shifts/{id}/cash_movements',
      domain: 'shifts',
      name: 'createCashMovement',
      summary: 'Put cash into the drawer of an open shift, take cash out, or open it without a sale',
      description:
        'Cashiers use their own shift; supervisors and managers any of the store. The refund of a service that failed after ' +
        'its Z report names it in `vasSaleId`; `invalid_transition` says why nothing is owed, also in `isCounted` and `isRefunded`. ' +
        'No more can be taken than the drawer holds by the ' +
        'books. `NO_SALE` is recorded before the drawer opens; cashiers need the setting `shifts.cashiers_open_drawer`.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      params: shapes.ById,
      body: shapes.CashMovementOrder,
      responses: { 201: shapes.CashMovement },
      problems: ['shift_closed', 'invalid_transition', 'insufficient_cash', 'idempotency_key_reused'],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await shifts.moveCash(grant, params.id, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/cash_movements/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/reports/shifts',
      apiKey: 'POS_SHIFTS_READ',
      apiKeyReads: ['POS_REPORTS_READ', 'POS_STORES_READ'],
      name: 'listShiftDrawers',
      summary: 'List shifts with the expected, counted and missing cash of their drawers, newest first',
      description:
        'Covers every store where the caller works, or the given one; cashiers see their own shifts.',
      tag: 'shop',
      access: 'rows',
      store: 'query',
      query: shapes.DrawersQuery,
      responses: { 200: shapes.DrawersPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await shifts.drawers(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/shifts/{id}/report',
      apiKey: 'POS_SHIFTS_READ',
      apiKeyReads: ['POS_SALES_READ', 'POS_REPORTS_READ'],
      domain: 'shifts',
      name: 'getShiftTotals',
      summary: 'Retrieve the report of a shift: X while open, Z once closed',
      description:
        'Where cashiers count blind (`cashiersCountBlind` of the store), they get `counted_blind` until their shift is closed.',
      tag,
      access: 'rows',
      till: true,
      params: shapes.ById,
      responses: { 200: shapes.DrawerReport },
      problems: ['counted_blind'],
      handle: async ({ grant, params }) => ok(await shifts.report(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/shifts/{id}/close',
      apiKey: 'POS_SHIFTS_WRITE',
      apiKeyReads: ['POS_STORES_READ'],
      domain: 'shifts',
      name: 'closeShift',
      summary: 'Close a shift with the count of its drawer; returns the Z report',
      description:
        'Cashiers close their own shift; supervisors and managers any of the store. ' +
        'The count is `denominations` or `countedCentavos`. One that differs from the expected cash needs a reason, except from ' +
        'cashiers who count blind (`cashiersCountBlind` of the store). The report is mailed to the store’s ' +
        '`shiftReportEmails`. A closed shift accepts nothing more.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      params: shapes.ById,
      body: shapes.CloseShift,
      responses: { 201: shapes.ShiftReport },
      problems: ['difference_reason_required', 'shift_closed', 'idempotency_key_reused'],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await shifts.close(grant, params.id, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/shift_reports/${answer.id}`), isReplay)
      },
    }),
  ]
}
