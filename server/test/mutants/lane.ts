import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withClient } from '../../src/database/client.ts'
import { type SqlFile, type SqlSources, sqlSources } from '../../src/database/sources.ts'
import { copyOfRepository } from '../guide.ts'
import { type Leashed, spawnLeashed } from '../leashed.ts'
import { killProgram } from '../programs.ts'
import { createTemplate, startTestPostgres, type TestPostgres } from '../test-postgres.ts'
import { applied, type Found, type Sabotage } from './sabotage.ts'
import { noticedBySimulation } from './simulated.ts'

/** A copy of the repository with a PostgreSQL of its own, where one sabotage after the other is tried. */
export interface Lane {
  try(sabotage: Sabotage): Promise<Found>
  close(): Promise<void>
}

/** Tests over everything that is registered, the fast ones first. */
const laws = [
  'server/test/app.test.ts',
  'server/test/access/rows.test.ts',
  'server/test/access/functions.test.ts',
  'server/test/kill-switches.test.ts',
  'server/test/access/routes.test.ts',
]

export async function openLane(): Promise<Lane> {
  const [{ dir, remove }, postgres] = await Promise.all([copyOfRepository(), startTestPostgres()])
  let runner: Leashed | undefined

  /** Runs tests of the copy until one fails. A runner that ended without an answer is replaced. */
  async function ran(request: Readonly<Record<string, unknown>>): Promise<Found> {
    runner ??= await startRunner(dir)
    runner.send(request)
    const answer = await answerOf(runner)
    if (answer === undefined) runner = undefined
    return answer ?? { fate: 'broken', noticedBy: 'the tests ended without an answer' }
  }

  /** Runs the tests that are likely to notice it, and then the laws. */
  async function fateOf({ file, tests }: Sabotage, template: string): Promise<Found> {
    const project = file.startsWith('web/') ? 'web' : 'server'
    const provided = { adminUrl: postgres.adminUrl, workers: [], template }
    const found = await ran({ project, tests, changed: file, provided })
    return found.fate === 'survived' && project === 'server'
      ? ran({ project, tests: laws, changed: file, provided })
      : found
  }

  return {
    try: async (sabotage) => {
      const at = path.join(dir, sabotage.file)
      const source = await readFile(at, 'utf8')
      await writeFile(at, applied(source, sabotage))
      try {
        if (sabotage.seed !== undefined) return await noticedBySimulation(dir, sabotage.seed)
        return await fateOf(sabotage, await templateWith(sabotage, postgres))
      } catch (error) {
        return { fate: 'broken', noticedBy: (error as Error).message }
      } finally {
        await writeFile(at, source)
        await dropAllBut(postgres)
      }
    },
    close: async () => {
      if (runner !== undefined) await killProgram(runner)
      await postgres.stop()
      await remove()
    },
  }
}

async function startRunner(dir: string): Promise<Leashed> {
  const { VITEST: _, MUTANTS: __, ...env } = process.env
  const program = path.join(dir, 'server/test/mutants/test-runner.mjs')
  const runner = spawnLeashed([program], { cwd: dir, env })
  runner.stdout.resume()
  if ((await answerOf(runner)) === undefined) throw new Error('The tests of the copy did not start')
  return runner
}

/** The next message of a program, or undefined when it has ended. */
async function answerOf(runner: Leashed): Promise<Found | undefined> {
  const ended = new AbortController()
  runner.once('exit', () => ended.abort())
  return once(runner, 'message', { signal: ended.signal }).then(
    ([answer]) => answer as Found,
    () => undefined,
  )
}

/** The database that tests clone: with the sabotage, when it is one of SQL. @throws Error when PostgreSQL refuses it */
async function templateWith(sabotage: Sabotage, { adminUrl, template }: TestPostgres): Promise<string> {
  const own = await sqlSources()
  const isSabotaged = ({ name }: SqlFile) => name === sabotage.file
  const all = [...own.migrations, ...own.functions, ...own.policies]
  if (!all.some(isSabotaged)) return template
  const changed = (files: readonly SqlFile[]) =>
    files.map((file) => (isSabotaged(file) ? withText(file, applied(file.text, sabotage)) : file))
  const sources: SqlSources = {
    migrations: changed(own.migrations),
    functions: changed(own.functions),
    policies: changed(own.policies),
  }
  // A migration that was applied is never run again.
  const from = own.migrations.some(isSabotaged) ? undefined : template
  await createTemplate(adminUrl, 'sabotaged', { sources, ...(from !== undefined && { from }) })
  return 'sabotaged'
}

const withText = ({ name }: SqlFile, text: string): SqlFile => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
})

/** Tests that were stopped leave their databases. */
async function dropAllBut({ adminUrl, template }: TestPostgres): Promise<void> {
  await withClient({ connectionString: adminUrl }, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(datname) as name from pg_database where not datistemplate and datname not in ('postgres', $1)`,
      [template],
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  })
}
