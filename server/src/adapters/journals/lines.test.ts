import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endOfLines, firstLineOf, lastLineOf, linesOf } from './lines.ts'

async function fileOf(text: string) {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-lines-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const file = path.join(dir, 'lines')
  await writeFile(file, text)
  return file
}
const endOf = async (file: string): Promise<number> => {
  const handle = await open(file, 'r')
  return endOfLines(handle).finally(() => handle.close())
}
const all = async (file: string, bytes?: number): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of linesOf(file, bytes)) lines.push(line)
  return lines
}

test('lines of any length are read whole, and one that was not written to its end is none', async () => {
  // Longer than a block, with letters of two bytes across its end.
  const long = `a${'ñ'.repeat(200_000)}`
  const file = await fileOf(`uno\n${long}\n\n${long}dos\ntr`)
  expect(await all(file)).toEqual(['uno', long, '', `${long}dos`])
  expect(await firstLineOf(file)).toBe('uno')
  expect(await lastLineOf(file)).toBe(`${long}dos`)
  expect(await endOf(file)).toBe(Buffer.byteLength(`uno\n${long}\n\n${long}dos\n`))
})

test('only the first bytes are read when they are counted, for a file that grows meanwhile', async () => {
  const file = await fileOf('uno\ndos\ntres\n')
  expect(await all(file, 8)).toEqual(['uno', 'dos'])
  expect(await all(file, 10)).toEqual(['uno', 'dos'])
  expect(await all(file, 0)).toEqual([])
})

test('a file without a whole line has no first one and no last one', async () => {
  for (const text of ['', 'un']) {
    const file = await fileOf(text)
    expect([await all(file), await firstLineOf(file), await lastLineOf(file)]).toEqual([
      [],
      undefined,
      undefined,
    ])
    expect(await endOf(file)).toBe(0)
  }
  expect(await lastLineOf(await fileOf('uno\n'))).toBe('uno')
})
