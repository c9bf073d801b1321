import {
  closed,
  enumeration,
  Id,
  Instant,
  type JsonIn,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

const incidentStatuses = ['OPEN', 'CLOSED'] as const

export const ById = Type.Object({ id: Id }, closed)

export const ChipIncident = named(
  'ChipIncident',
  Type.Object(
    {
      id: Id,
      iccid: Type.String(),
      status: enumeration('ChipIncidentStatus', incidentStatuses),
      foundAt: Instant,
      closedAt: nullable(Instant),
      closeReason: nullable(Type.String()),
      parties: Type.Array(
        named(
          'ChipIncidentParty',
          Type.Object(
            {
              merchant: named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed)),
              unitStatus: enumeration('ChipStatus', ['IN_STOCK', 'SOLD', 'ACTIVATED', 'VOID']),
              importedAt: Instant,
            },
            closed,
          ),
        ),
        { description: 'The merchants that have it, in order of import' },
      ),
    },
    closed,
  ),
)
export type ChipIncident = JsonIn<Static<typeof ChipIncident>, 'parties'>
export const ChipIncidentPage = page(ChipIncident)

export const ChipIncidentQuery = Type.Object(
  { status: Type.Optional(enumeration('ChipIncidentStatus', incidentStatuses)), ...pageQuery },
  closed,
)
export type ChipIncidentQuery = Static<typeof ChipIncidentQuery>

export const Closing = named('ChipIncidentClosing', Type.Object({ reason: text(500, 5) }, closed))
