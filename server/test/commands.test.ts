import { expect, test } from 'vitest'
import { ConfigError } from '../src/config.ts'
import { cloneDatabase } from './cluster.ts'
import { runCommand } from './command.ts'

interface Command {
  readonly run: (environment: NodeJS.ProcessEnv, args: readonly string[]) => Promise<void>
  readonly usage: string
}

const { out: list } = await runCommand(['--help'], {})
const names = list
  .split('\n')
  .slice(1)
  .flatMap((line) => /^ {2}([a-z-]+) /.exec(line)?.[1] ?? [])

test('the list of commands has the usual ones', () => {
  expect(names).toEqual(expect.arrayContaining(['serve', 'migrate', 'demo', 'authority', 'simulator']))
})

// Without settings and with a wrong option, a command must not get as far as asking for the settings.
test.each(names)('mostrador %s refuses an option that it does not know, and says its usage', async (name) => {
  const { run, usage }: Command = await import(`../src/commands/${name}.ts`)
  expect(usage).toMatch(new RegExp(`^Usage: mostrador ${name}\\b`))
  const refused = run({}, ['--no-such-option'])
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow('--no-such-option')
  await expect(refused).rejects.toThrow(usage)
})

test('mostrador migrate --dry-run migrates nothing, and exits 1 with the usage', async () => {
  const db = await cloneDatabase()
  try {
    await db.admin.query(`delete from migration.applied where name like 'server/src/vas/sales/%'`)
    const applied = async () =>
      (await db.admin.query('select count(*)::int as count from migration.applied')).rows[0].count
    const before = await applied()
    const { code, out, err } = await runCommand(['migrate', '--dry-run'], {
      DATABASE_ADMIN_URL: db.adminUrl,
      DATABASE_URL: db.apiUrl,
      DATABASE_WORKER_URL: db.workerUrl,
    })
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/--dry-run[\s\S]*Usage: mostrador migrate/)
    expect(await applied()).toBe(before)
  } finally {
    await db.close()
  }
})

test.each([
  'migrate',
  'serve',
  'authority',
  'audit',
])('mostrador %s --help shows its usage, and that of --env', async (name) => {
  const { code, out, err } = await runCommand([name, '--help'], {})
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(new RegExp(`^Usage: mostrador ${name}[\\s\\S]*--env FILE`))
})
