import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type {
  NewPspCredentials,
  PspCredentials,
  PspCredentialsChange,
  PspCredentialsQuery,
} from './schema.ts'
import { faceOf, secretFault } from './secrets.ts'

/** Port: seals a secret at rest; `context` ties it to its owner. */
export interface SecretSealer {
  seal(plain: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

/** Credentials at a payment provider; in memory only. */
export interface PspSecrets {
  readonly publicKey: string | null
  readonly secretKey: string
  readonly webhookSecret: string | null
}

export type PspCredentialsService = ReturnType<typeof pspCredentialsService>

/**
 * Credentials of payment providers, of single merchants and of the platform. Administrators write them and
 * nobody can read them back: secrets go only to the provider's adapter; visible are the last four characters
 * and a fingerprint. Owns platform.psp_credentials.
 */
export function pspCredentialsService({ database, sealer }: { database: Database; sealer: SecretSealer }) {
  /**
   * @throws Problem `invalid_request` (a secret that looks masked) · `not_found` (the merchant) · `merchant_closed` ·
   *   `duplicate_value`
   */
  const add = async (
    grant: Grant<'platform:admin'>,
    { secretKey, webhookSecret, ...order }: NewPspCredentials,
  ): Promise<PspCredentials> => {
    await refuseFaults(grant, { secretKey, webhookSecret })
    const id = uuid()
    const kept = { ...order, id, ...(await sealed(id, { secretKey, webhookSecret })) }
    return database.write(grant, async (tx) => {
      await queries.add(tx, kept)
      return queries.one(tx, id)
    })
  }

  /**
   * Omitted fields stay unchanged, including secrets. @throws Problem `invalid_request` (a secret that looks
   * masked) · `not_found`
   */
  const change = async (
    grant: Grant<'platform:admin'>,
    id: string,
    { secretKey, webhookSecret, ...order }: PspCredentialsChange,
  ): Promise<PspCredentials> => {
    await database.read(grant, (tx) => queries.one(tx, id))
    await refuseFaults(grant, { secretKey, webhookSecret })
    const kept = { ...order, id, ...(await sealed(id, { secretKey, webhookSecret })) }
    return database.write(grant, async (tx) => {
      await queries.change(tx, kept)
      return queries.one(tx, id)
    })
  }

  /** Newest first. @throws Problem `invalid_cursor` */
  const list = (grant: Grant<'platform:admin'>, query: PspCredentialsQuery) =>
    database.read(grant, (tx) => {
      const { limit, cursor, ...filter } = query
      const asked = { list: 'psp credentials', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.list(tx, filter, range))
    })

  /**
   * The credentials to call a provider with for a merchant: its own, otherwise the platform's; undefined if
   * there are none.
   */
  const secretsFor = async (of: {
    provider: string
    environment: PspCredentials['environment']
    merchantId: string
  }): Promise<PspSecrets | undefined> => {
    const found = await database.worker((tx) => queries.sealedFor(tx, of))
    if (found === undefined) return undefined
    const { id, publicKey, secret, webhook } = found
    return {
      publicKey,
      secretKey: sealer.open(secret, contexts.secretKey(id)).toString(),
      webhookSecret: webhook && sealer.open(webhook, contexts.webhookSecret(id)).toString(),
    }
  }

  const sealed = async (id: string, secrets: Secrets) => ({
    secretKey: await kept(secrets.secretKey, contexts.secretKey(id)),
    webhookSecret: await kept(secrets.webhookSecret, contexts.webhookSecret(id)),
  })

  const kept = async (secret: string | undefined, context: string) =>
    secret === undefined
      ? undefined
      : { ...(await faceOf(secret)), sealed: sealer.seal(Buffer.from(secret), context) }

  /** Checked first, so that a caller without permission learns only that. */
  const refuseFaults = async (grant: Grant<'platform:admin'>, secrets: Secrets): Promise<void> => {
    await database.read(grant, async () => {})
    const errors = (['secretKey', 'webhookSecret'] as const).flatMap(
      (name) => secretFault(`/${name}`, secrets[name]) ?? [],
    )
    if (errors.length > 0) throw new Problem('invalid_request', { errors })
  }

  return { add, change, list, secretsFor }
}

interface Secrets {
  readonly secretKey: string | undefined
  readonly webhookSecret: string | undefined
}

/** Sealed for one row and one purpose: a secret does not open in another's place. */
const contexts = {
  secretKey: (id: string) => `psp secret:${id}`,
  webhookSecret: (id: string) => `psp webhook:${id}`,
}
