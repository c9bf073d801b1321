import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { passTime } from '../../../test/pass-time.ts'
import { withLock } from './lock.ts'

let dir: string
let file: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-lock-'))
  file = path.join(dir, 'lock')
})

afterEach(() => rm(dir, { recursive: true, force: true }))

test('only one works under a lock at a time, and the lock file is removed', async () => {
  let inside = 0
  let most = 0
  const work = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await passTime(5, 'others would come in')
    inside -= 1
  }
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, 10_000, work)))
  expect(most).toBe(1)
  expect(await readdir(dir)).toEqual([])
})

test('a lock is released after work that failed', async () => {
  await expect(withLock(file, 1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await withLock(file, 0, async () => 'free')).toBe('free')
})

test('a live holder keeps its lock, and the error names it', async () => {
  await writeFile(file, `${process.ppid} another process`)
  await expect(withLock(file, 120, async () => 'taken')).rejects.toThrow(`${file} is held`)
})

test.each([
  ['of a process that has ended', `${2 ** 22 + 1} dead`],
  ['of an earlier process with our pid', `${process.pid} earlier`],
])('a lock %s is ignored, also by concurrent starts', async (_, token) => {
  await writeFile(file, token)
  let inside = 0
  const work = async (): Promise<number> => {
    inside += 1
    const seen = inside
    await passTime(5, 'others would come in')
    inside -= 1
    return seen
  }
  expect(await Promise.all([1, 2, 3].map(() => withLock(file, 5_000, work)))).toEqual([1, 1, 1])
})

test('a lock whose heartbeat has stopped is ignored, even if its pid is in use', async () => {
  await writeFile(file, `${process.ppid} frozen`)
  const past = new Date(Date.now() - 60_000)
  await utimes(file, past, past)
  expect(await withLock(file, 0, async () => 'taken')).toBe('taken')
})
