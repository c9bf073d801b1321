import { closed, named, nullable } from '../http/shapes.ts'
import { type Static, Type } from '../json-schema.ts'

/** The answer to a request that starts durable work: the id by which its progress is read. */
export const Started = named('WorkflowStarted', Type.Object({ workflowId: Type.String() }, closed))

/** Progress of work that counts its steps. */
export const Progress = named(
  'WorkflowProgress',
  Type.Object(
    {
      phase: Type.String({ description: 'The current phase: `checking`, `importing`' }),
      done: Type.Integer(),
      total: nullable(Type.Integer({ description: 'Null while it is not known' })),
    },
    closed,
  ),
)
export type Progress = Static<typeof Progress>
