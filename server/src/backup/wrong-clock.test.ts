import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HandClock } from '../../test/hand-clock.ts'
import { patient } from '../../test/patience.ts'
import { folderStore } from '../adapters/backups/folder.ts'
import { collectFiles, fileShipping } from './files.ts'
import { newestBackupId, readManifests, writeManifest } from './manifest.ts'
import { dataObject, filesObject, stampOf } from './names.ts'
import { forgetOld } from './retention.ts'
import { contentOf, createVault, type Vault } from './vault.ts'
import { verifyBackups } from './verify.ts'

// A shop's computer whose battery is empty starts in an earlier year; another one runs ahead until somebody sets it.
const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs
let dir: string
let journals: string
let vault: Vault
let clock: HandClock
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-files-'))
  journals = path.join(dir, 'journals')
  const target = path.join(dir, 'target')
  for (const each of [journals, target]) await mkdir(each)
  vault = createVault(folderStore(target), randomBytes(32))
  clock = new HandClock()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** As each start of a process makes one. */
const started = () =>
  fileShipping({
    vault,
    files: [{ name: 'journals', place: journals, extension: '.jsonl' }],
    texts: {},
    clock,
  })
const journal = (name: string) => path.join(journals, `${name}.jsonl`)

/** What a restore from this object on brings back, by the names of the journals. */
async function restored(from: string): Promise<Record<string, string>> {
  const collected = await mkdtemp(path.join(dir, 'collected-'))
  const names = await collectFiles(vault, from, collected)
  const texts = await Promise.all(names.map((name) => readFile(path.join(collected, name), 'utf8')))
  return Object.fromEntries(names.map((name, no) => [path.basename(name, '.jsonl'), texts[no] as string]))
}

test('a clock that is a year behind at a start loses nothing of what it was behind for', async () => {
  await writeFile(journal('old'), 'one ')
  const from = await started().all()
  clock.pass(-yearMs)
  await writeFile(journal('new'), 'two ')
  await appendFile(journal('old'), 'three ')
  const files = started()
  await files.added()
  clock.pass(yearMs)
  for (const each of ['old', 'new']) await appendFile(journal(each), 'four')
  await files.added()
  expect(await restored(from)).toEqual({ old: 'one three four', new: 'two four' })
})

test('a clock that was an hour ahead holds nothing up after it was set, and keeps the order', async () => {
  const files = started()
  clock.pass(hourMs)
  await writeFile(journal('old'), 'one ')
  const from = await files.all()
  clock.pass(-hourMs)
  await appendFile(journal('old'), 'two ')
  const at = performance.now()
  await files.added()
  await appendFile(journal('old'), 'three')
  await files.added()
  // Counting to the last one a millisecond at a time takes twelve seconds.
  expect(performance.now() - at).toBeLessThan(patient(5_000))
  expect(await restored(from)).toEqual({ old: 'one two three' })
})

test('a full copy by another process while the clock is behind is continued, and not overtaken', async () => {
  const server = started()
  await writeFile(journal('old'), 'one ')
  await server.all()
  clock.pass(-hourMs)
  const from = await started().all()
  await appendFile(journal('old'), 'two ')
  const next = await server.added()
  expect([next, from].sort()).toEqual([from, next])
  expect(next).not.toBe(from)
  expect(await restored(from)).toEqual({ old: 'one two ' })
})

test('a full copy leaves no hole where another process shipped while it began', async () => {
  const [server, command] = [started(), started()]
  await writeFile(journal('old'), 'one ')
  const from = await server.all()
  await command.all()
  const { store } = vault
  const list = store.list.bind(store)
  vi.spyOn(store, 'list').mockImplementationOnce(async (prefix) => {
    await appendFile(journal('old'), 'two ')
    await server.added()
    return list(prefix)
  })
  await command.all()
  await appendFile(journal('old'), 'three')
  await server.added()
  expect(await restored(from)).toEqual({ old: 'one two three' })
})

/** A good backup of this time, with nothing in it. */
async function made(at: Date, filesFrom = filesObject(`${stampOf(at)}-1`)): Promise<string> {
  const [id, segmentBytes] = [stampOf(at), 16 * 1024 * 1024]
  await writeManifest(vault, {
    format: 1,
    id,
    startedAt: at.toISOString(),
    finishedAt: at.toISOString(),
    systemIdentifier: '1',
    timeline: 1,
    startLsn: '0/1000000',
    stopLsn: '0/1000000',
    segmentBytes,
    postgresMajor: '18',
    capacities: {},
    data: await vault.write(dataObject(id), contentOf('x')),
    filesFrom,
  })
  return id
}

test('the newest backup is not one of a clock that was ahead, unless there is no other', async () => {
  const now = clock.now()
  expect(await newestBackupId(vault, now)).toBeUndefined()
  const ahead = await made(new Date(now.getTime() + hourMs))
  expect(await newestBackupId(vault, now)).toBe(ahead)
  const right = await made(now)
  expect(await newestBackupId(vault, now)).toBe(right)
})

test('a verification reads the files of every backup, also when a later one has the time of an earlier year', async () => {
  const now = clock.now()
  const broken = filesObject(`${stampOf(now)}-1`)
  await vault.store.put(broken, contentOf('nothing that we have written'))
  await made(now, broken)
  await made(new Date(now.getTime() - yearMs), filesObject(`${stampOf(new Date(now.getTime() + 1))}-2`))
  const { faults } = await verifyBackups(vault, undefined)
  expect(faults.join('\n')).toContain(broken)
})

test('a backup while the clock is a year ahead deletes none of the last fourteen days', async () => {
  const dayMs = 24 * hourMs
  const start = clock.now().getTime()
  const right: string[] = []
  for (let day = 0; day <= 14; day++) right.push(await made(new Date(start + day * dayMs)))
  const left = async () => (await readManifests(vault)).map(({ id }) => id)
  // The following nights, until somebody notices.
  for (const day of [15, 16, 17]) {
    const at = new Date(start + day * dayMs + yearMs)
    await made(at)
    await forgetOld(vault, 14, at)
    const needed = right.slice(day - 14)
    expect((await left()).filter((id) => right.includes(id))).toEqual(needed)
  }
  const set = new Date(start + 18 * dayMs)
  await made(set)
  await forgetOld(vault, 14, set)
  expect((await left())[0]).toBe(right[3])
})

test('a clock that is a year ahead for two days of hourly backups costs no more than one day', async () => {
  const start = clock.now().getTime()
  const right: string[] = []
  for (let hour = 0; hour <= 72; hour++) right.push(await made(new Date(start + hour * hourMs)))
  const left = async () => (await readManifests(vault)).map(({ id }) => id)
  for (let hour = 73; hour <= 120; hour++) {
    const at = new Date(start + hour * hourMs + yearMs)
    await made(at)
    if (hour % 12 === 0) await forgetOld(vault, 4, at)
  }
  expect((await left()).filter((id) => right.includes(id))).toEqual(right.slice(24 + 23))
})

test('what a running backup has written stays while the clock is a year ahead', async () => {
  await made(clock.now())
  const running = dataObject(stampOf(new Date(clock.now().getTime() + hourMs)))
  await vault.write(running, contentOf('x'))
  const file = path.join(dir, 'target', ...running.split('/'))
  await utimes(file, clock.now(), clock.now())
  const ahead = new Date(clock.now().getTime() + yearMs)
  await made(ahead)
  await forgetOld(vault, 14, ahead)
  expect(await vault.store.size(running)).toBeDefined()
})
