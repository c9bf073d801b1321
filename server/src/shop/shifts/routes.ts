import { created, ok, type Route, route } from '../../http/route.ts'
import { keyOf, replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { ShiftsService } from './service.ts'

const tag = 'shop'

export function shiftsRoutes(shifts: ShiftsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/shifts',
      name: 'openShift',
      summary: 'Open a shift: a drawer with its float',
      description: 'One at a time for a member and for a terminal.',
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
        const { answer, isReplay } = await shifts.open(grant, body, keyOf(headers))
        return replayed(created(answer, `/pos/shifts/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/shifts/current',
      name: 'getCurrentShift',
      summary: 'The caller’s own open shift in a store, or null',
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
      summary: 'Put cash into the drawer of an open shift, or take some out',
      description:
        'A cashier’s own; supervisors and managers any of the store. What is given back for a service that fell after ' +
        'its Z names it in `vasSaleId`; `invalid_transition` says why nothing is owed. No more is taken than the drawer holds by the ' +
        'books.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      params: shapes.ById,
      body: shapes.CashMovementOrder,
      responses: { 201: shapes.CashMovement },
      problems: [
        'forbidden',
        'merchant_suspended',
        'shift_closed',
        'invalid_transition',
        'insufficient_cash',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await shifts.moveCash(grant, params.id, body, keyOf(headers))
        return replayed(created(answer, `/pos/cash_movements/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/reports/shifts',
      name: 'listShiftDrawers',
      summary: 'Shifts with what was expected, counted and missing in their drawers, newest first',
      description:
        'Of every store where the caller works, or of the one named; a cashier reads the own ones.',
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
      domain: 'shifts',
      name: 'getShiftTotals',
      summary: 'What went through a drawer: the X report, or of a closed shift the Z',
      tag,
      access: 'rows',
      till: true,
      params: shapes.ById,
      responses: { 200: shapes.DrawerReport },
      handle: async ({ grant, params }) => ok(await shifts.report(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/shifts/{id}/close',
      domain: 'shifts',
      name: 'closeShift',
      summary: 'Close a shift with the count of its drawer; answers the Z report',
      description:
        'A cashier’s own; supervisors and managers any of the store. A count that differs from what was expected needs its reason. A closed shift takes nothing more.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      params: shapes.ById,
      body: shapes.CloseShift,
      responses: { 201: shapes.ShiftReport },
      problems: [
        'forbidden',
        'merchant_suspended',
        'difference_reason_required',
        'shift_closed',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await shifts.close(grant, params.id, body, keyOf(headers))
        return replayed(created(answer, `/pos/shift_reports/${answer.id}`), isReplay)
      },
    }),
  ]
}
