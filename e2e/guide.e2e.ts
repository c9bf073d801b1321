import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, type Block, copyOfRepository, sectionsOf } from '../server/test/guide.ts'
import { patient } from '../server/test/patience.ts'
import { startProgram } from '../server/test/programs.ts'

const document = await readFile(path.resolve(import.meta.dirname, '../docs/add-an-endpoint.md'), 'utf8')
const sections = sectionsOf(document)

let copy: Awaited<ReturnType<typeof copyOfRepository>>
beforeAll(async () => {
  copy = await copyOfRepository()
})
afterAll(() => copy?.remove())

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

const scaffold = (words: readonly string[]) => run(['scripts/new.mjs', ...words, '--files-only'])

/** Every file of the copy that is written by hand. */
async function texts(): Promise<ReadonlyMap<string, string>> {
  const folders = ['db/migrations', 'server/src', 'server/test', 'web/src']
  const names = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(path.join(copy.dir, folder), { recursive: true, withFileTypes: true })
      return entries.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name))
    }),
  )
  return new Map(
    await Promise.all(
      names
        .flat()
        .map(async (name) => [path.relative(copy.dir, name), await readFile(name, 'utf8')] as const),
    ),
  )
}

/** The number of a migration is the next one that is free. */
const numbered = (file: string, there: ReadonlyMap<string, string>): string => {
  const name = /^db\/migrations\/\d{4}(_.*)$/.exec(file)?.[1]
  return [...there.keys()].find((each) => name !== undefined && each.endsWith(name)) ?? file
}

/** Holds what the command of a section has written against its blocks. */
async function quoted(words: readonly string[], blocks: readonly Block[]): Promise<string[]> {
  const before = await texts()
  expect(await scaffold(words)).toBe('')
  const written = await texts()
  for (const block of blocks)
    expect(written.get(numbered(block.file, written)), block.file).toBe(after(block, before.get(block.file)))
  return [...written].flatMap(([file, text]) => (before.get(file) === text ? [] : [file]))
}

test('npm run new writes nothing when the kind, the area or the noun cannot be', async () => {
  const before = await texts()
  for (const [words, says] of [
    ['reed catalog thing', 'There is no kind reed; the kinds are read, command, collection.'],
    ['read katalog thing', 'There is no area katalog; the areas are audit,'],
    ['command money thing', 'The area money has no records that the roles of a store write'],
    ['read catalog Price', '“Price” is not a noun'],
    ['read catalog ../x', '“../x” is not a noun'],
    ['collection catalog price-tags', 'Give the noun in the singular: price-tag.'],
    ['command catalog product', 'The name is taken by the folder server/src/catalog/products'],
    ['collection selling approval', 'The name is taken by'],
    ['read catalog', 'Name a kind, an area and a noun.'],
  ])
    expect(await scaffold((words as string).split(' '))).toContain(says)
  expect(await texts()).toEqual(before)
})

test(
  'what docs/add-an-endpoint.md has npm run new write, and its changes, generate, compile, lint and pass their tests',
  async () => {
    const touched: string[] = []
    for (const { scaffold: words, blocks } of sections)
      if (words !== undefined) touched.push(...(await quoted(words, blocks)))
      else
        for (const block of blocks) {
          const before = await readFile(path.join(copy.dir, block.file), 'utf8').catch(() => undefined)
          await writeFile(path.join(copy.dir, block.file), after(block, before))
          touched.push(block.file)
        }
    const files = [...new Set(touched)]
    expect(await run(['scripts/generate.mjs'])).toBe('')
    expect(await run(['scripts/check.mjs', 'statements', 'squawk', 'migrations', 'layers'])).toBe('')
    // Nothing in the other workspaces calls the new operations.
    for (const workspace of ['client', 'server'])
      expect(await run(['node_modules/typescript/bin/tsc', '--noEmit', '-p', workspace])).toBe('')
    const code = files.filter((file) => file.endsWith('.ts'))
    expect(
      await run(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...code]),
    ).toBe('')
    const tests = files.filter((file) => file.startsWith('server/src/') && file.endsWith('.test.ts'))
    expect(tests).toHaveLength(3)
    const laws = [
      ...['areas', 'contract', 'places'].map((name) => `server/test/${name}.test.ts`),
      'web/src/desk/audit/audit-words.test.ts',
    ]
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'web']
    expect(await run([...vitest, ...tests, ...laws])).toBe('')
    const definers = (await readFile(path.join(copy.dir, 'db/schema.sql'), 'utf8')).match(
      /^-- .*security definer/gm,
    )
    expect(definers).toContainEqual(expect.stringMatching(/^-- catalog\.create_price_tag_print\(/))
  },
  patient(180_000),
)
