import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../src/database/sources.ts'

const run = promisify(execFile)

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-clone-'))
  for (const folder of ['db/migrations', 'db/releases'])
    await mkdir(path.join(dir, folder), { recursive: true })
  await git('init', '--quiet')
  await write('package.json', '{"version": "0.2.0"}')
  await write('db/migrations/0001_app.sql', 'create schema app;\n')
  await release('0.2.0')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFile(path.join(dir, file), text)

async function git(...args: readonly string[]): Promise<string> {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.test',
    '-c',
    'commit.gpgsign=false',
  ]
  return (await run('git', [...identity, ...args], { cwd: dir })).stdout
}

async function commit(): Promise<void> {
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'change')
}

/** What `npm run release` writes of these migrations. */
async function release(version: string): Promise<void> {
  const migrations = [{ name: 'db/migrations/0001_app.sql', text: 'create schema app;\n', checksum: '1' }]
  await writeFile(
    path.join(dir, `db/releases/${version}.json.gz`),
    gzipSync(JSON.stringify({ version, sources: { migrations } })),
  )
}

/** The faults, one line each; none: the check succeeds. */
async function faults(): Promise<string[]> {
  const script = path.join(root, 'scripts/migrations.mjs')
  const { stdout } = await run(process.execPath, [script, dir]).catch(
    (error: { code: number; stdout: string }) => {
      expect(error.code, String(error)).toBe(1)
      expect(error.stdout).not.toBe('')
      return error
    },
  )
  return stdout.split('\n').filter((line) => line !== '')
}

const tips = 'db/migrations/0016_tips.sql'

describe('the check of migrations', () => {
  test('lets everything change before the first release', async () => {
    await commit()
    await write('db/migrations/0001_app.sql', '-- a comment\ncreate schema app;\n')
    expect(await faults()).toEqual([])
  })

  test('refuses an edit of a released migration, of one comment too, and its removal', async () => {
    await commit()
    await git('tag', 'v0.2.0')
    expect(await faults()).toEqual([])
    await write('db/migrations/0001_app.sql', '-- a comment\ncreate schema app;\n')
    const words = (what: string) =>
      expect.stringMatching(
        new RegExp(
          `^db/migrations/0001_app.sql is in the release 0.2.0 and was ${what}\\..*git checkout v0.2.0 -- `,
        ),
      )
    expect(await faults()).toEqual([words('changed')])
    await rm(path.join(dir, 'db/migrations/0001_app.sql'))
    expect(await faults()).toEqual([words('removed')])
  })

  test('knows earlier releases in a clone without tags', async () => {
    await write('package.json', '{"version": "0.3.0"}')
    await write('db/migrations/0001_app.sql', 'create schema other;\n')
    expect(await faults()).toEqual([expect.stringContaining('is in the release 0.2.0 and was changed')])
  })

  test('wants a new migration to say which servers may run beside it', async () => {
    await commit()
    await git('tag', 'v0.2.0')
    await write(tips, 'select 1;\n')
    expect(await faults()).toEqual([
      expect.stringContaining(`${tips} does not say which servers may run beside it`),
    ])
    await write(tips, '-- oldest server: soon\nselect 1;\n')
    expect(await faults()).toHaveLength(1)
    await write(tips, '-- oldest server: 0.2.0\nselect 1;\n')
    expect(await faults()).toEqual([])
  })

  test('refuses an edit of a new migration once it was committed, and is content when it is restored', async () => {
    await commit()
    await git('tag', 'v0.2.0')
    await write(tips, '-- oldest server: 0.2.0\nselect 1;\n')
    await commit()
    await write(tips, '-- oldest server: 0.2.0\nselect 2;\n')
    expect(await faults()).toEqual([expect.stringContaining(`${tips} is not as it was committed in`)])
    await commit()
    expect(await faults()).toHaveLength(1)
    await write(tips, '-- oldest server: 0.2.0\nselect 1;\n')
    await commit()
    expect(await faults()).toEqual([])
    await rm(path.join(dir, tips))
    await commit()
    expect(await faults()).toEqual([expect.stringContaining(`${tips} is not as it was committed in`)])
  })

  test('refuses two files with one number, and one without', async () => {
    await write('db/migrations/0001_twice.sql', 'select 1;\n')
    await write('db/migrations/tips.sql', 'select 1;\n')
    const named = await faults()
    expect(named.map((line) => line.split(' ')[0])).toEqual([
      'db/migrations/0001_twice.sql',
      'db/migrations/tips.sql',
    ])
  })
})
