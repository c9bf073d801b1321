import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase, databaseOf, type TestDatabase } from '../../test/cluster.ts'
import { ConfigError } from '../config.ts'
import { NotCopied } from '../database/copy-database.ts'
import { run } from './copy.ts'

let target: TestDatabase
beforeAll(async () => {
  target = await cloneDatabase()
})
afterAll(() => target.close())

test('the address of the other database is read from a variable, which the list of processes does not show', async () => {
  const environment = {
    DATABASE_ADMIN_URL: target.adminUrl,
    COPY_FROM_URL: databaseOf(inject('adminUrl'), 'postgres'),
  }
  await expect(run(environment, [])).rejects.toThrow(new NotCopied('The database to copy is no Mostrador’s.'))
  await expect(run(environment, ['--from', target.adminUrl])).rejects.toThrow('Both are the same database.')
})

test('without an address, or with one that is none, it says how it is used', async () => {
  for (const COPY_FROM_URL of [undefined, 'nowhere'])
    await expect(run({ DATABASE_ADMIN_URL: target.adminUrl, COPY_FROM_URL }, [])).rejects.toThrow(ConfigError)
})
