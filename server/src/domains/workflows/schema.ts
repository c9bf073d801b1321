import { type Static, Type } from 'typebox'
import { closed, Instant, nullable, oneOf, text } from '../../http/shapes.ts'

export const WorkflowParams = Type.Object({ id: text(100) }, closed)

export const Workflow = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: oneOf(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
    createdAt: Instant,
    startedAt: nullable(Instant),
    finishedAt: nullable(Instant),
    result: Type.Unsafe<unknown>({ description: 'What the work reports when it has succeeded' }),
    error: nullable(Type.String()),
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
