/** A place for backups: a folder, or a bucket of an S3-compatible store. Names have slashes as in `wal/…`. */
export interface BackupStore {
  /** As people know it: the folder's path, or `s3://bucket/prefix`. */
  readonly place: string
  /** Stores it whole or not at all, replacing what has the name. @throws StoreFault */
  put(name: string, content: Content): Promise<void>
  /** @throws StoreFault when it is not there, or cannot be read */
  get(name: string): Content
  /** The size in bytes; undefined: there is no such object. @throws StoreFault */
  size(name: string): Promise<number | undefined>
  /** All whose name starts so, in the order of their names. @throws StoreFault */
  list(prefix: string): Promise<readonly StoredObject[]>
  /** Absent ones are ignored. @throws StoreFault */
  remove(names: readonly string[]): Promise<void>
  /** Deletes what writers that were killed have left, which nobody has written to since `before`. @throws StoreFault */
  removeDrafts(before: Date): Promise<void>
  close(): void
}

export type Content = AsyncIterable<Buffer>

export interface StoredObject {
  readonly name: string
  readonly bytes: number
  /** When it was stored, by the store's clock. */
  readonly storedAt: Date
}

/** What a person has to know or do about backups; printed without a stack. */
export class BackupFault extends Error {
  override readonly name: string = 'BackupFault'
}

/** The store does not answer, refuses, or lacks what it should have. Another attempt may succeed. */
export class StoreFault extends BackupFault {
  override readonly name = 'StoreFault'
}
