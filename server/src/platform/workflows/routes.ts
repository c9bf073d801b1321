import { ok, type Route, route } from '../../http/route.ts'
import { Started } from '../../jobs/shapes.ts'
import * as shapes from './schema.ts'
import type { WorkflowsService } from './service.ts'

const tag = 'platform'

export function workflowsRoutes(workflows: WorkflowsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/workflows/{id}',
      name: 'getWorkflow',
      summary: 'Retrieve durable work: its progress and its result',
      tag,
      access: 'authenticated',
      description:
        'Operators can read any; supervisors and managers the work started for their store. It is deleted ninety days after its end, unless it waits for a decision.',
      params: shapes.WorkflowParams,
      responses: { 200: shapes.Workflow },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await workflows.workflow(grant, params.id)),
    }),
    route({
      method: 'GET',
      path: '/workflows/{id}/steps',
      name: 'listWorkflowSteps',
      summary: 'List the steps of durable work in order: each attempt and each pause',
      tag,
      access: 'authenticated',
      description: 'Operators can read any; supervisors and managers the work started for their store.',
      params: shapes.WorkflowParams,
      responses: { 200: shapes.WorkflowSteps },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await workflows.steps(grant, params.id)),
    }),
    route({
      method: 'GET',
      path: '/platform/workflows',
      name: 'listGivenUpWork',
      summary: 'List durable work that has failed all attempts, newest first',
      tag,
      access: 'platform:operator',
      query: shapes.GivenUpQuery,
      responses: { 200: shapes.GivenUpPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await workflows.givenUp(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/platform/workflows/stalled',
      name: 'listStalledWork',
      summary: 'List stalled durable work, longest first; a hundred at most',
      tag,
      access: 'platform:operator',
      responses: { 200: shapes.StalledWorks },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok({ items: await workflows.stalled(grant) }),
    }),
    route({
      method: 'POST',
      path: '/platform/workflows/{id}/retry',
      name: 'retryWork',
      summary: 'Start failed work again, with all its attempts',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      responses: { 200: shapes.GivenUpWork },
      problems: ['forbidden', 'mfa_required', 'invalid_transition'],
      handle: async ({ grant, params }) => ok(await workflows.retry(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/platform/workflows/{id}/dismiss',
      name: 'dismissWork',
      summary: 'Dismiss failed work and leave it undone',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Dismissal,
      responses: { 200: shapes.GivenUpWork },
      problems: ['forbidden', 'mfa_required', 'invalid_transition'],
      handle: async ({ grant, params, body }) => ok(await workflows.dismiss(grant, params.id, body.reason)),
    }),
    route({
      method: 'POST',
      path: '/vas/admin/catalog/sync',
      name: 'syncVasCatalog',
      summary: 'Synchronize the catalog with the aggregator now, as every night',
      tag: 'platform',
      access: 'platform:operator',
      confirmed: true,
      responses: { 202: Started },
      problems: ['forbidden', 'mfa_required', 'aggregator_unavailable'],
      handle: async ({ grant }) => {
        const started = await workflows.syncCatalog(grant)
        return { status: 202, body: started, headers: { location: `/workflows/${started.workflowId}` } }
      },
    }),
  ]
}
