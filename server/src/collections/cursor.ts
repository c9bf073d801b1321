import { createHash } from 'node:crypto'
import { Problem } from '../problem/problem.ts'
import type { SortType } from './collection.ts'

/** Where a page ended: the sort key of its last record, as text without loss, and its id. */
export interface Position {
  readonly key: string
  readonly id: string
}

/** Names one list: what, for whom, in which order, narrowed how. A cursor is good for its own list only. */
export function listName(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
}

export function encodeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, position.id, position.key])).toString('base64url')
}

/** @throws Problem `invalid_cursor` */
export function decodeCursor(list: string, type: SortType, cursor: string): Position {
  const [of, id, key] = parts(cursor)
  if (of !== list || id === undefined || !uuid.test(id) || key === undefined || !isKey[type](key))
    throw new Problem('invalid_cursor', { detail: 'Ask for the first page again, without cursor.' })
  return { id, key }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What PostgreSQL will take as a value of the sort key: a cursor comes back from outside. */
const isKey: Readonly<Record<SortType, (key: string) => boolean>> = {
  text: (key) => key.length <= 2_000 && !key.includes('\0'),
  integer: (key) => /^-?\d{1,15}$/.test(key),
  instant: (key) => /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/.test(key) && isOnCalendar(key),
}

function isOnCalendar(key: string): boolean {
  const at = new Date(key)
  // February 30th parses, as March 2nd.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === key.slice(0, 19)
}

function parts(cursor: string): (string | undefined)[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : []
  } catch {
    return []
  }
}
