import { noContent, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { ChipIncidentsService } from './service.ts'

const tag = 'stock'

export function chipIncidentsRoutes(chipIncidents: ChipIncidentsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/chip-incidents',
      name: 'listChipIncidents',
      summary: 'List ICCIDs that more than one merchant has, newest first',
      description: 'The merchants are not notified.',
      tag,
      access: 'platform:operator',
      query: shapes.ChipIncidentQuery,
      responses: { 200: shapes.ChipIncidentPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await chipIncidents.incidents(grant, query)),
    }),
    route({
      method: 'POST',
      path: '/platform/chip-incidents/{id}/close',
      name: 'closeChipIncident',
      summary: 'Close the incident of an ICCID; the merchants’ data does not change',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Closing,
      responses: { 204: null },
      problems: ['forbidden', 'mfa_required', 'invalid_transition'],
      handle: async ({ grant, params, body }) => {
        await chipIncidents.close(grant, params.id, body.reason)
        return noContent()
      },
    }),
  ]
}
