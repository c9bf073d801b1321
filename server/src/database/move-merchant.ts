import pg from 'pg'
import { Problem } from '../problem/problem.ts'
import { hasCitus } from './citus.ts'
import { admitReplication, moveShard, nodeFaults, removeLeftovers, shardOf } from './citus-moves.ts'
import { type Node, nodesOf } from './citus-nodes.ts'
import { withAdmin, withClient } from './client.ts'
import { asProblem } from './errors.ts'
import { refusePooler } from './pooler.ts'

/** The merchant was not moved, or not wholly. The message says why, and what to do. */
export class MerchantNotMoved extends Error {}

interface Move {
  readonly merchantId: string
  /** The id of the place to which it goes. */
  readonly place: string
}

const retried = new Set(['40P01', '55P03'])
const attempts = 5

/**
 * Moves a merchant to another place of a cluster while it sells, as the owner of the tables: there is no caller whose
 * permission could be checked. It can be killed at any moment: called again, it looks where the rows are, and goes on. Moves
 * run one after another.
 *
 * @param adminUrl a superuser of the coordinator
 * @param tell is given a sentence when there is something to wait for
 * @returns false: its rows were there already, and nothing was done
 * @throws MerchantNotMoved
 */
export async function moveMerchant(
  adminUrl: string,
  move: Move,
  tell: (words: string) => void,
): Promise<boolean> {
  return withAdmin(adminUrl, 'merchants', async (client) => {
    await refusePooler(client, 'merchants')
    return withClient(
      { connectionString: adminUrl, application_name: 'mostrador-merchants' },
      async (beside) => {
        try {
          return await moved(client, beside, move, tell)
        } catch (error) {
          throw faultOf(error)
        }
      },
    )
  })
}

async function moved(
  client: pg.Client,
  beside: pg.Client,
  move: Move,
  tell: (words: string) => void,
): Promise<boolean> {
  const { merchantId, place } = move
  const isCluster = await hasCitus(client)
  if (isCluster) {
    await takeTurn(client, move, tell)
    await removeLeftovers(client)
  }
  const target = isCluster ? await targetOf(client, move) : undefined
  if (!(await asOwner(client, 'select platform.begin_move($1, $2) is not null as done', [merchantId, place])))
    return false
  if (target !== undefined) await whileAdmitting(beside, () => moveShard(client, merchantId, target))
  await asOwner(client, 'select platform.end_move($1) is null as done', [merchantId])
  await removeLeftovers(client)
  return true
}

/**
 * Waits until nobody else moves a merchant. A command that was killed may leave its work running on the coordinator for a
 * while, and needs help from here until that ends.
 */
async function takeTurn(client: pg.Client, move: Move, tell: (words: string) => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock(platform.moves_key()) as "isOurs"',
    )
    if (rows[0]?.isOurs === true) return
    const { rows: others } = await client.query<Move>(
      `select merchant_id as "merchantId", to_place as place from platform.merchant_moves
        where status = 'MOVING' order by tried_at desc limit 1`,
    )
    const [other] = others
    if (other !== undefined && (other.merchantId !== move.merchantId || other.place !== move.place))
      throw new MerchantNotMoved(
        `The merchant ${other.merchantId} is being moved to ${other.place}, and moves run one after another. Repeat the command when that one is done.`,
      )
    if (isFirst)
      tell('This merchant is being moved already, perhaps by a command that was ended. Waiting for that.')
    await admitReplication(client)
    await pause()
  }
}

/**
 * The node to which the rows go; undefined: they are at the place.
 *
 * @throws MerchantNotMoved when a node cannot take part: all of them get to know where the rows are
 */
async function targetOf(client: pg.Client, { merchantId, place }: Move): Promise<Node | undefined> {
  const { node } = await shardOf(client, merchantId)
  const [target, ...others] = await nodesOf(client, place)
  if (target === undefined || [target, ...others].some(({ id }) => id === node.id)) return undefined
  const faults = await nodeFaults(client)
  if (faults.length > 0) throw new MerchantNotMoved(`Nothing was moved. ${faults.join(' ')}`)
  return target
}

async function whileAdmitting(beside: pg.Client, work: () => Promise<void>): Promise<void> {
  let isDone = false
  const admitting = async () => {
    while (!isDone) {
      await admitReplication(beside)
      await pause()
    }
  }
  const working = work().finally(() => {
    isDone = true
  })
  await Promise.all([working, admitting()])
}

/** Runs a function that says whether it has done something, until no other transaction is in its way. */
async function asOwner(client: pg.Client, statement: string, values: readonly string[]): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin; set local role mostrador_owner')
    try {
      const { rows } = await client.query<{ done: boolean }>(statement, [...values])
      await client.query('commit')
      return rows[0]?.done === true
    } catch (error) {
      await client.query('rollback')
      const { code = '' } = error as { code?: string }
      if (attempt === attempts || !retried.has(code)) throw error
      await pause()
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 250))

function faultOf(error: unknown): unknown {
  const problem = asProblem(error)
  if (problem instanceof Problem && error instanceof pg.DatabaseError && error.code === 'MO001')
    return new MerchantNotMoved(problem.message, { cause: error })
  if (error instanceof MerchantNotMoved || !(error instanceof pg.DatabaseError)) return error
  return new MerchantNotMoved(
    `The move was interrupted: ${error.message}\nNothing is lost, and the merchant sells where its rows are. Repeat the command, which goes on from there.`,
    { cause: error },
  )
}
