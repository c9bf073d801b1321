import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cloneDatabase } from './cluster.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs the check of statements on one file. */
async function checked(file: string): Promise<{ code: number; lines: string[] }> {
  const base = await cloneDatabase()
  const args = ['--project', 'server/tsconfig.json', '--under', file, '--url', base.adminUrl]
  try {
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        ['scripts/statements.mjs', ...args],
        { cwd: root },
        // Its findings are on standard output; on the other the compiler's process may say that it was stopped.
        (error, stdout) =>
          resolve({
            code: error === null ? 0 : Number(error.code),
            lines: stdout.trim().split('\n').slice(0, -1),
          }),
      )
    })
  } finally {
    await base.close()
  }
}

test('a statement with wrong types of parameters or rows is reported, with its place and the mismatch', async () => {
  const file = 'server/test/wrong-statements.types.ts'
  const wanted = (await readFile(path.join(root, file), 'utf8'))
    .split('\n')
    .map((line) => /^\s*\/\/ mismatch: (.+)$/.exec(line)?.[1])
    .filter((mismatch) => mismatch !== undefined)
  const { code, lines } = await checked(file)
  const found = lines.map((line) => {
    expect(line).toMatch(/^server\/test\/wrong-statements\.types\.ts:\d+: /)
    return line.replace(/^[^ ]+ /, '')
  })
  expect(found.toSorted()).toEqual(wanted.toSorted())
  expect(code).toBe(1)
})
