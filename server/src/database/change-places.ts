import type pg from 'pg'
import { Problem } from '../problem/problem.ts'
import { withAdmin } from './client.ts'
import { asProblem } from './errors.ts'
import { refusePooler } from './pooler.ts'

/** A place as `mostrador places` shows it. */
export interface PlaceLoad {
  readonly id: string
  readonly isOpen: boolean
  /** `host:port` of each; on a single PostgreSQL none. */
  readonly nodes: readonly string[]
  readonly merchantCount: number
}

/** The registry of places stays as it was. The message says why, and what to do. */
export class PlacesUnchanged extends Error {}

type Registry = ReturnType<typeof registryOf>

/**
 * Reads or changes the registry of places as the owner of the tables: there is no caller whose permission could be
 * checked. Each change is audited.
 *
 * @param adminUrl login that may act as the owner of the tables, as for `migrate`
 * @throws PlacesUnchanged when a change is refused
 */
export async function withPlaces<T>(adminUrl: string, work: (places: Registry) => Promise<T>): Promise<T> {
  return withAdmin(adminUrl, 'places', async (client) => {
    await refusePooler(client, 'places')
    await client.query('set role mostrador_owner')
    return work(registryOf(client))
  })
}

function registryOf(client: pg.Client) {
  const change = async (statement: string, values: readonly unknown[]): Promise<boolean> => {
    try {
      const { rows } = await client.query<{ isChanged: boolean }>(statement, [...values])
      return rows[0]?.isChanged !== false
    } catch (error) {
      const problem = asProblem(error)
      if (problem instanceof Problem) throw new PlacesUnchanged(problem.message, { cause: error })
      throw error
    }
  }
  return {
    all: async (): Promise<PlaceLoad[]> => {
      const { rows } = await client.query<PlaceLoad>(
        `select id, is_open as "isOpen", nodes, merchant_count::int as "merchantCount"
           from platform.place_loads() order by id`,
      )
      return rows
    },
    add: (id: string, nodes: readonly string[]) => change('select platform.add_place($1, $2)', [id, nodes]),
    /** False: it was so already. */
    setOpen: (id: string, isOpen: boolean) =>
      change('select platform.set_place_open($1, $2) as "isChanged"', [id, isOpen]),
    remove: (id: string) => change('select platform.remove_place($1)', [id]),
  }
}
