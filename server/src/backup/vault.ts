import { createHash } from 'node:crypto'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Damaged, decrypted, encrypted, keyIdOf } from './cipher.ts'
import { BackupFault, type BackupStore, type Content } from './store.ts'

/** What was written, for whoever reads it again. */
export interface Written {
  readonly name: string
  /** Compressed and encrypted, as it is in the store. */
  readonly bytes: number
  readonly plainBytes: number
  /** Of the plain content, in hex. */
  readonly sha256: string
}

export type Vault = ReturnType<typeof createVault>

// Most of a data directory compresses well at any level, and the processor is shared with the tills.
const level = 3

/** Compressed and encrypted objects in a store. */
export function createVault(store: BackupStore, key: Buffer) {
  /** The bytes of an object as the store gets them. */
  const sealed = (name: string, content: Content): Content =>
    encrypted(through(content, createGzip({ level })), key, name)

  const opened = (name: string, content: Content): Content => unpacked(decrypted(content, key, name), name)

  const read = (name: string): Content => opened(name, store.get(name))

  /** Stores it, and reads it back. @throws BackupFault when it does not come back as it was */
  const write = async (name: string, content: Content): Promise<Written> => {
    const plain = meter(content)
    const stored = meter(sealed(name, plain.content))
    await store.put(name, stored.content)
    const written = { name, bytes: stored.bytes(), plainBytes: plain.bytes(), sha256: plain.sha256() }
    await compare(name, written.sha256)
    return written
  }

  /** @throws BackupFault */
  const compare = async (name: string, sha256: string): Promise<void> => {
    if ((await digest(read(name))) !== sha256) throw new Damaged(name, 'its checksum differs')
  }

  return {
    store,
    keyId: keyIdOf(key),
    sealed,
    opened,
    read,
    write,
    compare,
  }
}

/** The SHA-256 of it, in hex. */
export async function digest(content: Content): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/** All of it in memory: for small objects only. */
export async function textOf(content: Content): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export async function* contentOf(text: string | Buffer): Content {
  yield Buffer.from(text)
}

function meter(content: Content) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured(): Content {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  return { content: measured(), bytes: () => bytes, sha256: () => hash.digest('hex') }
}

async function* unpacked(content: Content, name: string): Content {
  try {
    yield* through(content, createGunzip())
  } catch (error) {
    throw error instanceof BackupFault ? error : new Damaged(name, (error as Error).message)
  }
}

/** A failure of the content is a failure of what comes out. */
function through(content: Content, transform: Transform): Content {
  pipeline(Readable.from(content, { objectMode: false }), transform, () => {})
  return transform
}
