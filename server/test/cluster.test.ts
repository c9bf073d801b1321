import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from './cluster.ts'

test('nobody can connect to the template, so that it can always be cloned', async () => {
  const connectionString = Object.assign(new URL(inject('adminUrl')), {
    pathname: `/${inject('template')}`,
  }).href
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await expect(client.connect()).rejects.toMatchObject({
    message: expect.stringContaining('not currently accepting connections'),
  })
  const clone = await cloneDatabase()
  onTestFinished(() => clone.close())
  expect((await clone.admin.query('select count(*)::int as n from shop.stores')).rows).toEqual([{ n: 0 }])
})
