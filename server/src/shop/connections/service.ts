import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { v7 as uuid } from 'uuid'
import type { Centavos } from '../../amounts/centavos.ts'
import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf, viewed } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Connection, ConnectionQuery, NewConnection } from './schema.ts'

/** A merchant's credentials at its provider; in memory only. */
export interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

/** Port: seals a secret under its own data key; `context` ties it to its owner. */
export interface CredentialSealer {
  sealEnvelope(plain: Uint8Array, context: string): { sealed: Buffer; sealedKey: Buffer }
  openEnvelope(envelope: { sealed: Buffer; sealedKey: Buffer }, context: string): Buffer
}

/** Port: the provider that this installation sells with, called as one of its customers. */
export interface Provider {
  /** The environment: a connection made for another one cannot be used here. */
  readonly mode: 'off' | Connection['environment']
  withCredentials(credentials: Credentials): {
    /** @throws an error whose `status` is 401 or 403 when the provider does not accept the credentials */
    balance(): Promise<{ availableCentavos: Centavos }>
  }
}

interface Dependencies {
  readonly database: Database
  readonly sealer: CredentialSealer
  readonly provider: Provider
}

export type ConnectionsService = ReturnType<typeof connectionsService>

/**
 * A merchant's own provider accounts, with which a store funds its sales (`PLATFORM_BALANCE`). Managers
 * write, the team reads. Credentials are sent only to the provider, whose address clients cannot choose. Owns
 * shop.connections.
 */
export function connectionsService({ database, sealer, provider }: Dependencies) {
  /**
   * @throws Problem `invalid_request` (another environment than ours) · `duplicate_value` (the name) · `aggregator_unavailable`
   */
  const add = async (grant: Grant<'store:manager'>, order: NewConnection): Promise<Connection> => {
    const { apiKey, apiSecret, name } = order
    // Checked before any work, so that a caller without permission learns that first.
    await database.read(grant, async (tx) => tx.storeActor())
    const environment = environmentOf(order)
    const id = uuid()
    const plain = Buffer.from(JSON.stringify({ apiKey, apiSecret } satisfies Credentials))
    const of = {
      id,
      provider: order.provider,
      environment,
      name,
      lastFour: apiKey.length < 8 ? '' : apiKey.slice(-4),
      fingerprint: await fingerprint({ apiKey, apiSecret }),
      ...sealer.sealEnvelope(plain, contextOf(id)),
    }
    return database.write(grant, async (tx) => {
      if ((await queries.add(tx, tx.storeActor(), of)) === undefined)
        throw new Problem('duplicate_value', { extras: { field: 'name' } })
      const added = await queries.connection(tx, scopeOf(tx), id)
      await queries.audit(tx, 'connection.created', added)
      return view(added)
    })
  }

  const environmentOf = ({ environment }: NewConnection): Connection['environment'] => {
    const { mode } = provider
    if (mode === 'off') throw unavailable('Value-added services are switched off.')
    if (environment === undefined || environment === mode) return mode
    throw new Problem('invalid_request', {
      errors: [
        { path: '/environment', message: `must be ${provider.mode}: this installation sells only there` },
      ],
    })
  }

  /** Connections of the caller's stores, newest first. @throws Problem `invalid_cursor` */
  const connections = (grant: Grant<'rows'>, query: ConnectionQuery) =>
    database.read(grant, async (tx) => {
      const { storeId, limit, cursor } = query
      const asked = { list: 'connections', narrowedBy: [storeId], limit, cursor }
      const page = await pageOf(tx, asked, byId, (range) =>
        queries.connections(tx, scopeOf(tx, storeId), range),
      )
      return viewed(page, view)
    })

  /** @throws Problem `not_found` */
  const connection = (grant: Grant<'rows'>, id: string): Promise<Connection> =>
    database.read(grant, async (tx) => view(await queries.connection(tx, scopeOf(tx), id)))

  /**
   * It funds no new sales; those that it has funded are still settled. @throws Problem `not_found` ·
   * `forbidden`
   */
  const remove = (grant: Grant<'store:manager'>, id: string): Promise<void> =>
    database.write(grant, async (tx) => {
      const found = await queries.connection(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      if ((await queries.remove(tx, found)) === undefined) throw new Problem('not_found')
      await queries.audit(tx, 'connection.deleted', found)
    })

  /**
   * Resumes a paused connection; the caller becomes responsible for it.
   *
   * @throws Problem `not_found` · `forbidden` · `invalid_transition` (not paused)
   */
  const resume = (grant: Grant<'store:manager'>, id: string): Promise<Connection> =>
    database.write(grant, async (tx) => {
      const found = await queries.connection(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      await queries.resume(tx, found)
      return view(await queries.connection(tx, scopeOf(tx), id))
    })

  /**
   * Asks the provider for the balance of the account, and records it.
   *
   * @throws Problem `not_found` · `forbidden` · `connection_disabled` (made for another environment) ·
   * `connection_refused` (the credentials) · `aggregator_unavailable`
   */
  const check = async (grant: Grant<'store:manager'>, id: string): Promise<Connection> => {
    const found = await database.proveWriting(grant, async (tx) => {
      const row = await queries.connection(tx, scopeOf(tx), id)
      tx.storeActorIn(row.storeId)
      return row
    })
    if (provider.mode === 'off') throw unavailable('Value-added services are switched off.')
    if (found.environment !== provider.mode) {
      throw new Problem('connection_disabled', { detail: `It was created for ${found.environment}.` })
    }
    const known = (await credentials(found.merchantId, id)) as Credentials
    const { availableCentavos } = await provider.withCredentials(known).balance().catch(explain)
    return database.write(grant, async (tx) => {
      tx.storeActorIn(found.storeId)
      await queries.noteBalance(tx, found, availableCentavos)
      return view(await queries.connection(tx, scopeOf(tx), id))
    })
  }

  /**
   * The credentials of a connection, deleted or not, until they are erased; only for calls to its provider.
   */
  const credentials = async (merchantId: string, id: string): Promise<Credentials | undefined> => {
    const sealed = await database.worker((tx) => queries.sealedCredentials(tx, merchantId, id))
    if (sealed === undefined) return undefined
    return JSON.parse(sealer.openEnvelope(sealed, contextOf(id)).toString()) as Credentials
  }

  /** Erases credentials of connections deleted a week ago with nothing left to settle; returns how many. */
  const eraseCredentials = () => database.worker(queries.eraseCredentials)

  return { add, connections, connection, remove, resume, check, credentials, eraseCredentials }
}

function view({
  lastFour,
  fingerprint: mark,
  availableCentavos,
  checkedAt,
  ...row
}: queries.StoredConnection): Connection {
  return {
    id: row.id,
    storeId: row.storeId,
    provider: row.provider,
    environment: row.environment,
    name: row.name,
    credentials: { lastFour, fingerprint: mark },
    balance: availableCentavos === null || checkedAt === null ? null : { availableCentavos, checkedAt },
    createdAt: row.createdAt,
    status: row.pausedAt === null ? 'ACTIVE' : 'PAUSED',
    pausedAt: row.pausedAt,
    pausedReason: row.pausedReason,
    answerableName: row.answerableName,
  }
}

function explain(error: unknown): never {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 401 || status === 403) {
    throw new Problem('connection_refused', {
      detail: 'Delete this connection, and create another with the right key and secret.',
      cause: error,
    })
  }
  throw unavailable('The provider did not show a balance.', error)
}

function unavailable(detail: string, cause?: unknown): Problem {
  return new Problem('aggregator_unavailable', { detail, cause, retryAfterSeconds: 30 })
}

/** Sealed for one connection: the credentials of another one do not open in its place. */
const contextOf = (id: string) => `connection:${id}`

const derive = promisify<string, string, number, Buffer>(scrypt)

/** Slow on purpose, so that a reader of the fingerprint cannot try out secrets. */
async function fingerprint({ apiKey, apiSecret }: Credentials): Promise<string> {
  return (await derive(`${apiKey}:${apiSecret}`, 'mostrador connection', 8)).toString('hex')
}
