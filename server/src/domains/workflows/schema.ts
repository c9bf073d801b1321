import { type Static, Type } from 'typebox'
import { closed, Id, Instant, nullable, oneOf, page, pageQuery, text } from '../../http/shapes.ts'

export const WorkflowParams = Type.Object({ id: text(100) }, closed)

/** How far work is that counts its steps. */
export const Progress = Type.Object(
  {
    phase: Type.String({ description: 'What is being counted: `checking`, `importing`' }),
    done: Type.Integer(),
    total: nullable(Type.Integer({ description: 'Null while it is not known' })),
  },
  closed,
)
export type Progress = Static<typeof Progress>

export const Workflow = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: oneOf(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
    createdAt: Instant,
    startedAt: nullable(Instant),
    finishedAt: nullable(Instant),
    attempts: Type.Integer({ description: 'That have ended, well or not' }),
    progress: nullable(Progress),
    result: Type.Unsafe<unknown>({
      description: 'What the work reports at its end; a problem document when it was refused',
    }),
    error: nullable(Type.String({ description: 'The code of the problem, or the last error' })),
  },
  closed,
)
export type Workflow = Static<typeof Workflow>

export const WorkflowSteps = Type.Object(
  {
    items: Type.Array(
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
  },
  closed,
)

export const Started = Type.Object({ workflowId: Type.String() }, closed)

const workStatuses = ['OPEN', 'RETRIED', 'DISMISSED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const GivenUpQuery = Type.Object(
  { status: Type.Optional(oneOf(workStatuses)), merchantId: Type.Optional(Id), ...pageQuery },
  closed,
)
export type GivenUpQuery = Static<typeof GivenUpQuery>

export const GivenUpWork = Type.Object(
  {
    id: Id,
    workflowId: Type.String({ description: 'By which its steps are read' }),
    name: Type.String(),
    merchant: nullable(Type.Object({ id: Id, name: Type.String() }, closed)),
    attempts: Type.Integer(),
    lastError: Type.String(),
    firstFailedAt: Instant,
    gaveUpAt: Instant,
    status: oneOf(workStatuses),
    decidedAt: nullable(Instant),
    reason: nullable(Type.String()),
    retryWorkflowId: nullable(Type.String({ description: 'What it was started again as' })),
  },
  closed,
)
export type GivenUpWork = Static<typeof GivenUpWork>
export const GivenUpPage = page(GivenUpWork)

export const StalledWork = Type.Object(
  {
    workflowId: Type.String({ description: 'By which its steps are read' }),
    name: Type.String(),
    status: oneOf(
      ['QUEUED', 'RUNNING'],
      'QUEUED: for 15 minutes; RUNNING: and no step of it has ended for two hours',
    ),
    since: Instant,
  },
  closed,
)
export type StalledWork = Static<typeof StalledWork>
export const StalledWorks = Type.Object({ items: Type.Array(StalledWork) }, closed)

export const Dismissal = Type.Object({ reason: text(500, 3) }, closed)
