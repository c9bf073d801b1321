import { createHash } from 'node:crypto'
import { Problem } from '../problem/problem.ts'

/** The types of values in a cursor. Instants are UTC, with microseconds. */
export type KeyType = 'uuid' | 'text' | 'integer' | 'instant'

/** Identifies one list: collection, caller, order and filters. A cursor is valid only for its own list. */
export function listName(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
}

/** @param position where the page ended: the sort keys of its last row, as lossless text */
export function encodeCursor(list: string, position: readonly string[]): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url')
}

/** @throws Problem `invalid_cursor` */
export function decodeCursor(list: string, types: readonly KeyType[], cursor: string): string[] {
  const [of, ...position] = parts(cursor)
  const isPosition =
    position.length === types.length && types.every((type, at) => isKey[type](position[at] ?? ''))
  if (of !== list || !isPosition)
    throw new Problem('invalid_cursor', { detail: 'Request the first page again, without cursor.' })
  return position
}

/** Which values PostgreSQL accepts for the sort key: a cursor is untrusted input. */
const isKey: Readonly<Record<KeyType, (key: string) => boolean>> = {
  uuid: (key) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(key),
  text: (key) => key.length <= 2_000 && !key.includes('\0'),
  integer: (key) => /^-?\d{1,15}$/.test(key),
  instant: (key) => /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(key) && isOnCalendar(key),
}

function isOnCalendar(key: string): boolean {
  const at = new Date(key)
  // JavaScript parses February 30th as March 2nd.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === key.slice(0, 19)
}

function parts(cursor: string): string[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : []
  } catch {
    return []
  }
}
