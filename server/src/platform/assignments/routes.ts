import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { AssignmentsService } from './service.ts'

const tag = 'platform'

export function assignmentsRoutes(assignments: AssignmentsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/admin-assignments',
      name: 'listAdminAssignments',
      summary: 'List administrators who oversee some merchants instead of all',
      description:
        'One entry for each of these merchants. An administrator who owns merchants oversees only those and the assigned ones; an owned merchant that nobody assigned has no `assignedBy` and `assignedAt`.',
      tag,
      access: 'platform:admin',
      query: shapes.AssignmentQuery,
      responses: { 200: shapes.AssignmentPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await assignments.assignments(grant, query)),
    }),
    route({
      method: 'POST',
      path: '/platform/admin-assignments',
      name: 'assignAdmin',
      summary: 'Confine an administrator to a merchant, or to one more',
      description:
        'From then on, all routes treat other merchants as absent for the account, and refuse what concerns every merchant.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      body: shapes.NewAssignment,
      responses: { 201: shapes.Assignment },
      problems: ['forbidden', 'mfa_required', 'label_not_held', 'last_admin', 'duplicate_value'],
      handle: async ({ grant, body }) => created(await assignments.assign(grant, body)),
    }),
    route({
      method: 'DELETE',
      path: '/platform/admin-assignments/{accountId}/{merchantId}',
      name: 'unassignAdmin',
      summary: 'Remove an assignment',
      description:
        'Without any assignment, an administrator who owns no merchant oversees every merchant again.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.HeldAssignment,
      responses: { 204: null },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => {
        await assignments.unassign(grant, params)
        return noContent()
      },
    }),
  ]
}
