import { expect, test } from 'vitest'
import { byId, type Order, type Page, type PageRange, pageOf } from './page.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly amount: bigint
}

const idOf = (no: number) => `01890000-0000-7000-8000-${String(no).padStart(12, '0')}`
const rows: readonly Row[] = [1, 2, 3, 4, 5].map((no) => ({
  id: idOf(no),
  name: 'same',
  amount: BigInt(no % 2),
}))
const caller = (accountId = 'carla') => ({ principal: { accountId } })
const request = (cursor?: string | null) => ({
  list: 'rows',
  narrowedBy: ['store', undefined],
  limit: 2,
  cursor: cursor ?? undefined,
})
const newestFirst = async ({ limit, after }: PageRange) =>
  [...rows]
    .reverse()
    .filter(({ id }) => after === undefined || id < after.id)
    .slice(0, limit)
const byName: Order<Row, 'name' | 'id'> = {
  keys: { name: 'text', id: 'uuid' },
  of: ({ name, id }) => ({ name, id }),
}
const byAmount: Order<Row, 'amount' | 'id'> = {
  keys: { amount: 'integer', id: 'uuid' },
  of: ({ amount, id }) => ({ amount: String(amount), id }),
}

test('pages are consecutive, and contain each row once', async () => {
  const seen: string[][] = []
  let cursor: string | null = null
  do {
    const page: Page<Row> = await pageOf(caller(), request(cursor), byId, newestFirst)
    seen.push(page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual([[idOf(5), idOf(4)], [idOf(3), idOf(2)], [idOf(1)]])
})

test('a full last page has no next page', async () => {
  const page = await pageOf(caller(), { ...request(), limit: 5 }, byId, newestFirst)
  expect([page.items.length, page.nextCursor]).toEqual([5, null])
})

test('a list with several sort keys continues after all of them', async () => {
  const asked: unknown[] = []
  const read = async (range: PageRange<'amount' | 'id'>) => {
    asked.push(range)
    return rows.slice(0, range.limit)
  }
  const { nextCursor } = await pageOf(caller(), request(), byAmount, read)
  await pageOf(caller(), request(nextCursor), byAmount, read)
  expect(asked).toEqual([
    { limit: 3, after: undefined },
    { limit: 3, after: { amount: '0', id: idOf(2) } },
  ])
})

test('a cursor of another caller, another list, another filter or another order is refused', async () => {
  const { nextCursor } = await pageOf(caller(), request(), byId, newestFirst)
  const own = request(nextCursor)
  const read = () => Promise.reject(new Error('nothing is read for a bad cursor'))
  const refused = expect.objectContaining({ code: 'invalid_cursor' })
  await expect(pageOf(caller('olivia'), own, byId, read)).rejects.toEqual(refused)
  await expect(pageOf(caller(), { ...own, list: 'others' }, byId, read)).rejects.toEqual(refused)
  await expect(pageOf(caller(), { ...own, narrowedBy: ['store', 'x'] }, byId, read)).rejects.toEqual(refused)
  await expect(pageOf(caller(), own, byName, read)).rejects.toEqual(refused)
  await expect(pageOf(caller(), own, byAmount, read)).rejects.toEqual(refused)
  expect((await pageOf(caller(), own, byId, newestFirst)).items).toHaveLength(2)
})
