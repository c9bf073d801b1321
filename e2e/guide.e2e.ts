import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apply, type Block, blocksOf, copyOfRepository } from '../server/test/guide.ts'
import { patient } from '../server/test/patience.ts'
import { startProgram } from '../server/test/programs.ts'

const document = await readFile(path.resolve(import.meta.dirname, '../docs/add-an-endpoint.md'), 'utf8')
const sections = blocksOf(document)
const read = sections.get('A read') ?? []
const write = sections.get('A write') ?? []

let copy: Awaited<ReturnType<typeof copyOfRepository>>
beforeAll(async () => {
  copy = await copyOfRepository()
})
afterAll(() => copy?.remove())

const filesOf = (blocks: readonly Block[]) => [...new Set(blocks.map(({ file }) => file))]

/** Runs a program of the copy. Returns its output if it fails, otherwise an empty text. */
async function run(args: readonly string[]): Promise<string> {
  const { VITEST: _, ...env } = process.env
  const child = startProgram(args, { cwd: copy.dir, env, stderr: 'pipe' })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return code === 0 ? '' : `${args.join(' ')} ended with ${code}:\n${said}`
}

test('a read with its test takes five files of one noun', () => {
  expect(filesOf(read)).toHaveLength(5)
  expect(new Set(filesOf(read).map((file) => path.dirname(file)))).toEqual(
    new Set(['server/src/catalog/products']),
  )
  expect(filesOf(read).filter((file) => file.endsWith('.test.ts'))).toHaveLength(1)
})

test(
  'the examples of docs/add-an-endpoint.md generate, compile, lint and pass their tests',
  async () => {
    for (const block of [...read, ...write]) await apply(copy.dir, block)
    const files = filesOf([...read, ...write])
    expect(await run(['scripts/generate.mjs'])).toBe('')
    expect(await run(['scripts/check.mjs', 'statements', 'squawk'])).toBe('')
    // Nothing in the other workspaces calls the new operations.
    for (const workspace of ['client', 'server'])
      expect(await run(['node_modules/typescript/bin/tsc', '--noEmit', '-p', workspace])).toBe('')
    const code = files.filter((file) => file.endsWith('.ts'))
    expect(
      await run(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...code]),
    ).toBe('')
    const tests = files.filter((file) => file.endsWith('.test.ts'))
    const laws = 'server/test/areas.test.ts'
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server']
    expect(await run([...vitest, ...tests, laws])).toBe('')
    const definers = (await readFile(path.join(copy.dir, 'db/schema.sql'), 'utf8')).match(
      /^-- .*security definer/gm,
    )
    expect(definers).toContainEqual(expect.stringMatching(/^-- catalog\.print_price_tag\(/))
  },
  patient(120_000),
)
