import { closed, list, named } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const Place = named(
  'Place',
  Type.Object(
    {
      id: Type.String({ description: '`databaseId` of its merchants' }),
      isOpen: Type.Boolean({ description: 'It takes new merchants, unless it is down' }),
      isDown: Type.Boolean({ description: 'Its nodes do not answer, and its merchants wait' }),
    },
    closed,
  ),
)
export type Place = Static<typeof Place>
export const PlaceList = list(Place)
