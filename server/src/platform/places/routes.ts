import { ok, type Route, route } from '../../http/route.ts'
import { PlaceList } from './schema.ts'
import type { PlacesService } from './service.ts'

export function placesRoutes(places: PlacesService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/places',
      name: 'listPlaces',
      summary: 'List the places where merchants’ rows can be',
      description:
        'Without a cluster there is one, `primary`. Places are added and closed on the server: `mostrador places`.',
      tag: 'platform',
      access: 'platform:admin',
      responses: { 200: PlaceList },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok(await places.places(grant)),
    }),
  ]
}
