import {
  asParameter,
  closed,
  enumeration,
  Id,
  Instant,
  list,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { Progress } from '../../jobs/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const WorkflowParams = Type.Object({ id: asParameter('WorkflowId', text(100)) }, closed)

export const Workflow = named(
  'Workflow',
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      status: enumeration('WorkflowStatus', ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
      createdAt: Instant,
      startedAt: nullable(Instant),
      finishedAt: nullable(Instant),
      attempts: Type.Integer({ description: 'Completed attempts, successful or not' }),
      progress: nullable(Progress),
      result: Type.Unsafe<unknown>({
        description: 'The result of the work; a problem document when it was refused',
      }),
      error: nullable(Type.String({ description: 'The code of the problem, or the last error' })),
    },
    closed,
  ),
)
export type Workflow = Static<typeof Workflow>

export const WorkflowSteps = named(
  'WorkflowStepList',
  Type.Object(
    {
      items: Type.Array(
        named(
          'WorkflowStep',
          Type.Object(
            {
              no: Type.Integer(),
              name: Type.String(),
              startedAt: nullable(Instant),
              finishedAt: nullable(Instant),
              error: nullable(Type.String()),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)

const workStatuses = ['OPEN', 'RETRIED', 'DISMISSED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const GivenUpQuery = Type.Object(
  {
    status: Type.Optional(enumeration('GivenUpWorkStatus', workStatuses)),
    merchantId: Type.Optional(Id),
    ...pageQuery,
  },
  closed,
)
export type GivenUpQuery = Static<typeof GivenUpQuery>

export const GivenUpWork = named(
  'GivenUpWork',
  Type.Object(
    {
      id: Id,
      workflowId: Type.String({ description: 'Send it to retrieve its steps' }),
      name: Type.String(),
      merchant: nullable(named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed))),
      attempts: Type.Integer(),
      lastError: Type.String(),
      firstFailedAt: Instant,
      gaveUpAt: Instant,
      status: enumeration('GivenUpWorkStatus', workStatuses),
      decidedAt: nullable(Instant),
      reason: nullable(Type.String()),
      retryWorkflowId: nullable(Type.String({ description: 'The id under which it was started again' })),
    },
    closed,
  ),
)
export type GivenUpWork = Static<typeof GivenUpWork>
export const GivenUpPage = page(GivenUpWork)

export const StalledWork = named(
  'StalledWork',
  Type.Object(
    {
      workflowId: Type.String({ description: 'Send it to retrieve its steps' }),
      name: Type.String(),
      status: enumeration(
        'StalledWorkStatus',
        ['QUEUED', 'RUNNING'],
        'QUEUED: for 15 minutes; RUNNING: without a completed step for two hours',
      ),
      since: Instant,
    },
    closed,
  ),
)
export type StalledWork = Static<typeof StalledWork>
export const StalledWorks = list(StalledWork)

export const Dismissal = named('DecisionReason', Type.Object({ reason: text(500, 3) }, closed))
