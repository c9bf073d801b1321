import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase, databaseOf, type TestDatabase } from '../../test/cluster.ts'
import { NotCopied } from '../database/copy-database.ts'
import { run } from './copy.ts'
import { startFault } from './start-faults.ts'

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

/** What the command prints at its end. */
const outputOf = async (environment: NodeJS.ProcessEnv, args: readonly string[] = []) =>
  run({ DATABASE_ADMIN_URL: target.adminUrl, ...environment }, args).then(
    () => 'copied',
    (error: unknown) => startFault(error, environment),
  )

test('without an address it prints its usage', async () => {
  expect(await outputOf({})).toMatch(
    /^Mostrador cannot start with this configuration:\nUsage: mostrador copy/,
  )
})

test.each([
  'nowhere',
  'https://a:b%25zz@127.0.0.1/x',
  'postgres://a:b%zz@127.0.0.1/x',
])('%s is refused as an address to copy from, and its password is not printed', async (url) => {
  const output = [await outputOf({ COPY_FROM_URL: url }), await outputOf({}, ['--from', url])].join('\n')
  for (const name of ['COPY_FROM_URL', '--from'])
    expect(output).toContain(`${name} has to be an address such as postgres://`)
  expect(output).not.toMatch(/\n\s+at |b%(25)?zz/)
})

test('an address at which no server answers is reported with the name of its setting', async () => {
  const url = 'postgres://a:secret@127.0.0.1:1/x'
  const noServer = 'nothing answers at 127.0.0.1:1.'
  expect(await outputOf({ COPY_FROM_URL: url })).toContain(`COPY_FROM_URL: ${noServer}`)
  expect(await outputOf({}, ['--from', url])).toContain(`--from: ${noServer}`)
})

test('a database to copy that does not exist is reported without the advice to create it', async () => {
  const output = await outputOf({ COPY_FROM_URL: databaseOf(inject('adminUrl'), 'absent') })
  expect(output).toMatch(/COPY_FROM_URL: the database absent does not exist\.$/)
})
