import { Problem } from '../../problem/problem.ts'

const shape = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z) ([0-9a-f-]{36})$/

/** Where a page of sales ended: time and id of its last sale. */
export function cursorOf(createdAt: string, id: string): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

/** @throws Problem `invalid_cursor` */
export function parseCursor(cursor: string | undefined): { createdAt: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, createdAt, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt === undefined || id === undefined)
    throw new Problem('invalid_cursor', { detail: 'Start again without cursor.' })
  return { createdAt, id }
}
