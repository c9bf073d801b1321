import { ok, type Route, route } from '../../http/route.ts'
import { Started, Workflow, WorkflowParams, WorkflowSteps } from './schema.ts'
import type { WorkflowsService } from './service.ts'

const tag = 'Workflows'

export function workflowsRoutes(workflows: WorkflowsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/workflows/{id}',
      name: 'workflow',
      summary: 'Durable work by its id: how far it is, and what became of it',
      tag,
      access: 'platform:operator',
      params: WorkflowParams,
      responses: { 200: Workflow },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await workflows.workflow(grant, params.id)),
    }),
    route({
      method: 'GET',
      path: '/workflows/{id}/steps',
      name: 'workflowSteps',
      summary: 'What durable work has done, in order: each attempt and each pause',
      tag,
      access: 'platform:operator',
      params: WorkflowParams,
      responses: { 200: WorkflowSteps },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await workflows.steps(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/vas/admin/catalog/sync',
      name: 'syncVasCatalog',
      summary: 'Synchronise the catalog with the aggregator now, as every night',
      tag: 'Value-added services',
      access: 'platform:operator',
      responses: { 202: Started },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => {
        const started = await workflows.syncCatalog(grant)
        return { status: 202, body: started, headers: { location: `/workflows/${started.workflowId}` } }
      },
    }),
  ]
}
