import { createHash } from 'node:crypto'

/** The content of a seal, as signed and as kept in a journal outside the database. Hashes are hex. */
export interface SealStatement {
  readonly no: number
  /** RFC 3339, UTC. */
  readonly at: string
  /** Entries that it covers. */
  readonly count: number
  /** Root of the Merkle tree over their hashes. */
  readonly root: string
  /** Hash of the previous seal; empty in the first. */
  readonly previous: string
  /** Ed25519. */
  readonly publicKey: string
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The text that is signed; its hash identifies the seal in the next one. */
export function textOf({ no, at, count, root, previous, publicKey }: SealStatement): Buffer {
  return Buffer.from(['mostrador audit seal 1', no, at, count, root, previous, publicKey].join('\n'))
}

/** Hash of a seal, in hex. */
export function hashOf(seal: SealStatement): string {
  return sha256(textOf(seal)).toString('hex')
}

/**
 * Root of the Merkle tree of RFC 6962, section 2.1. A node's hash is prefixed with 1 and a leaf's with 0, so
 * that neither can be taken for the other.
 *
 * @param leaves one or more hashes of entries
 */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (only === undefined) throw new RangeError('a tree needs at least one leaf')
  if (leaves.length === 1) return only
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return sha256(Buffer.of(1), merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)))
}
