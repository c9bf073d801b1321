import { v7 as uuidV7 } from 'uuid'
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

test('the least id of a moment is not greater than one that is created then, by the database or by the server', async () => {
  const { rows } = await db.admin.query(
    `select count(*)::int as wrong from generate_series(1, 500)
      where app.first_uuid_at(clock_timestamp()) > app.uuid_v7()`,
  )
  expect(rows).toEqual([{ wrong: 0 }])
  const msecs = Date.parse('2026-11-24T10:00:00.123Z')
  const { rows: least } = await db.admin.query(
    `select app.first_uuid_at('2026-11-24T10:00:00.123999Z') as id, app.first_uuid_at('1969-01-01Z') as before`,
  )
  expect(least[0].id <= uuidV7({ msecs, random: new Uint8Array(16) })).toBe(true)
  expect(least[0].id > uuidV7({ msecs: msecs - 1, random: new Uint8Array(16).fill(255) })).toBe(true)
  expect(least[0].before).toBe('00000000-0000-7000-8000-000000000000')
})
