import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

test('ids created by the database are UUIDv7 of the current time, in order of creation', async () => {
  await db.admin.query(`
    create function public.make_ids() returns setof uuid language plpgsql as $$
    begin
      for i in 1 .. 200 loop
        return next app.uuid_v7();
        perform pg_sleep(0.000002);
      end loop;
    end $$`)
  const { rows } = await db.admin.query<{ id: string }>('select id::text from public.make_ids() id')
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(200)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const madeAt = Number.parseInt((ids[0] as string).replaceAll('-', '').slice(0, 12), 16)
  expect(Math.abs(Date.now() - madeAt)).toBeLessThan(60_000)
})
