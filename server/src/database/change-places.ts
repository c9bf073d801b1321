import type pg from 'pg'
import { Problem } from '../problem/problem.ts'
import { hasCitus } from './citus.ts'
import { type Node, NodeSilent, nodesOf, takeIn, takeOut } from './citus-nodes.ts'
import { withAdmin } from './client.ts'
import { asProblem } from './errors.ts'
import { refusePooler } from './pooler.ts'

/** A place as `mostrador places` shows it. */
export interface PlaceLoad {
  readonly id: string
  readonly isOpen: boolean
  /** Since when its nodes are out of the cluster; null: they are in it. */
  readonly downAt: Date | null
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
        `select id, is_open as "isOpen", down_at as "downAt", nodes, merchant_count::int as "merchantCount"
           from platform.place_loads() order by id`,
      )
      return rows
    },
    add: (id: string, nodes: readonly string[]) => change('select platform.add_place($1, $2)', [id, nodes]),
    /** False: it was so already. */
    setOpen: (id: string, isOpen: boolean) =>
      change('select platform.set_place_open($1, $2) as "isChanged"', [id, isOpen]),
    remove: (id: string) => change('select platform.remove_place($1)', [id]),
    /** Takes the nodes of a place out of the cluster. False: they were out already. */
    takeDown: (id: string) => withNodes(client, id, takeOut, () => change(setDown, [id, true])),
    /** Takes them in again. False: they were in already. */
    async bringUp(id: string): Promise<boolean> {
      if (!(await isDown(client, id))) return change(setDown, [id, false])
      return withNodes(client, id, takeIn, () => change(setDown, [id, false]))
    },
  }
}

const setDown = 'select platform.set_place_down($1, $2) as "isChanged"'

async function isDown(client: pg.Client, place: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from platform.places where id = $1 and down_at is not null',
    [place],
  )
  return rowCount === 1
}

/** Does something to each node of a place as a superuser, and notes it in the registry, together. */
async function withNodes(
  client: pg.Client,
  place: string,
  work: (client: pg.Client, node: Node) => Promise<void>,
  note: () => Promise<boolean>,
): Promise<boolean> {
  await client.query('reset role')
  const nodes = (await hasCitus(client)) ? await nodesOf(client, place) : []
  await client.query('begin')
  try {
    for (const node of nodes) await work(client, node)
    await client.query('set local role mostrador_owner')
    const isChanged = await note()
    await client.query(isChanged ? 'commit' : 'rollback')
    return isChanged
  } catch (error) {
    await client.query('rollback')
    throw error instanceof NodeSilent ? new PlacesUnchanged(error.message) : error
  }
}
