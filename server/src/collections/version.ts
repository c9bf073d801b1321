import { createHash } from 'node:crypto'

/** The version of an answer that is not one row, for its `ETag`: changes when the text changes. */
export function versionOfText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** A list that is not paged, with the version of the whole. */
export interface VersionedList<T> {
  readonly items: T[]
  readonly version: string
}
