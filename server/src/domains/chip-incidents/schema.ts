import { type Static, Type } from 'typebox'
import { closed, Id, Instant, nullable, oneOf, page, pageQuery, text } from '../../http/shapes.ts'

const incidentStatuses = ['OPEN', 'CLOSED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const ChipIncident = Type.Object(
  {
    id: Id,
    iccid: Type.String(),
    status: oneOf(incidentStatuses),
    foundAt: Instant,
    closedAt: nullable(Instant),
    closeReason: nullable(Type.String()),
    parties: Type.Array(
      Type.Object(
        {
          merchant: Type.Object({ id: Id, name: Type.String() }, closed),
          unitStatus: oneOf(['IN_STOCK', 'SOLD', 'ACTIVATED', 'VOID']),
          importedAt: Instant,
        },
        closed,
      ),
      { description: 'Who has it, the first to import it first' },
    ),
  },
  closed,
)
export type ChipIncident = Static<typeof ChipIncident>
export const ChipIncidentPage = page(ChipIncident)

export const ChipIncidentQuery = Type.Object(
  { status: Type.Optional(oneOf(incidentStatuses)), ...pageQuery },
  closed,
)
export type ChipIncidentQuery = Static<typeof ChipIncidentQuery>

export const Closing = Type.Object({ reason: text(500, 5) }, closed)
