import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { BackupFault, type Content } from './store.ts'

/*
 * The format of an encrypted object, version 1. A header: the eight bytes `MSTRBK01`, four bytes that identify the
 * key (the first of SHA-256 over "mostrador backup key id" and the key), 32 random bytes of salt. Then chunks of
 * 65,536 bytes, of which only the last may be shorter, each encrypted with AES-256-GCM and followed by its tag of 16
 * bytes. Their key is HKDF-SHA-256 of the backup key, with this salt and the info "mostrador backup " and the object's
 * name, so an object opens under its own name only. Their nonce counts the chunks from 0, in eleven bytes, big-endian,
 * followed by 1 for the last chunk and 0 for the others, so that none can be left out, moved or cut off.
 */
const magic = Buffer.from('MSTRBK01')
const keyIdBytes = 4
const saltBytes = 32
const headBytes = magic.length + keyIdBytes + saltBytes
const chunkBytes = 65_536
const tagBytes = 16

/** Sealed with another key than the one at hand. */
class WrongKey extends BackupFault {
  constructor(name: string, sealedWith: string, ours: string) {
    super(
      `${name} was encrypted with another key: BACKUP_KEY has the id ${ours}, and the backup needs the key with the id ${sealedWith}.`,
    )
  }
}

/** Not what was written: a byte was changed, or the end is missing. */
export class Damaged extends BackupFault {
  constructor(name: string, why: string) {
    super(`${name} is damaged: ${why}.`)
  }
}

/** Names a key without revealing it. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256')
    .update('mostrador backup key id')
    .update(key)
    .digest()
    .subarray(0, keyIdBytes)
    .toString('hex')
}

/** @param key 32 bytes */
export async function* encrypted(content: Content, key: Buffer, name: string): Content {
  const salt = randomBytes(saltBytes)
  const chunkKey = derive(key, salt, name)
  yield Buffer.concat([magic, Buffer.from(keyIdOf(key), 'hex'), salt])
  let counter = 0
  for await (const { chunk, isLast } of chunksOf(content, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', chunkKey, nonce(counter++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** @throws WrongKey, Damaged */
export async function* decrypted(content: Content, key: Buffer, name: string): Content {
  const { head, rest } = await headOf(content, name)
  const keyId = head.subarray(magic.length, magic.length + keyIdBytes).toString('hex')
  if (keyId !== keyIdOf(key)) throw new WrongKey(name, keyId, keyIdOf(key))
  const chunkKey = derive(key, head.subarray(headBytes - saltBytes), name)
  let counter = 0
  for await (const { chunk, isLast } of chunksOf(rest, chunkBytes + tagBytes)) {
    if (chunk.length < tagBytes) throw new Damaged(name, 'its end is missing')
    const decipher = createDecipheriv('aes-256-gcm', chunkKey, nonce(counter++, isLast))
    decipher.setAuthTag(chunk.subarray(-tagBytes))
    const plain = decipher.update(chunk.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch {
      throw new Damaged(name, isLast ? 'it was changed, or its end is missing' : 'it was changed')
    }
    yield plain
  }
}

function derive(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `mostrador backup ${name}`, 32))
}

function nonce(counter: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(counter, 5, 6)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

/** Pieces of one size; the last one may be shorter, or empty when there is no content. */
async function* chunksOf(content: Content, size: number): AsyncIterable<{ chunk: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const part of content) {
    held.push(part)
    heldBytes += part.length
    if (heldBytes <= size) continue
    let all = Buffer.concat(held)
    // The last one is only known at the end, so one piece is always held back.
    while (all.length > size) {
      yield { chunk: all.subarray(0, size), isLast: false }
      all = all.subarray(size)
    }
    held = [all]
    heldBytes = all.length
  }
  yield { chunk: Buffer.concat(held), isLast: true }
}

async function headOf(content: Content, name: string): Promise<{ head: Buffer; rest: Content }> {
  const parts = content[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < headBytes) {
    const { done, value } = await parts.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  if (start.length < headBytes || !start.subarray(0, magic.length).equals(magic))
    throw new Damaged(name, 'it is not a file of a backup')
  async function* rest(): Content {
    yield start.subarray(headBytes)
    yield* { [Symbol.asyncIterator]: () => parts }
  }
  return { head: start.subarray(0, headBytes), rest: rest() }
}
