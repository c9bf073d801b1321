import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'

/** Hexadecimal digits of the id that stand for the request: 60 bits. */
const tailLength = 15

/** The request that makes a sale, by its `Idempotency-Key`. */
export interface KeyedRequest {
  readonly merchantId: string
  /** The owner of the key: `keyOwnerOf`. */
  readonly keyOwnerId: string
  readonly key: string
}

/**
 * The id of a new sale, which is also its id at the provider: a UUIDv7 whose random part is derived from the
 * request that makes it. So a sale that the database has lost is recognized by the request that repeats it.
 */
export function saleIdOf(request: KeyedRequest | undefined): string {
  const id = uuid()
  return request === undefined ? id : withTail(id, requestTail(request))
}

/** The part of a sale's id that is derived from its request. */
export function requestTail({ merchantId, keyOwnerId, key }: KeyedRequest): string {
  return createHash('sha256')
    .update(`mostrador sale\n${merchantId}\n${keyOwnerId}\n${key}`)
    .digest('hex')
    .slice(0, tailLength)
}

function withTail(id: string, tail: string): string {
  // The digit before the tail holds the variant.
  return `${id.slice(0, 20)}${tail.slice(0, 3)}-${tail.slice(3)}`
}
