import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore } from '../adapters/backups/folder.ts'
import { type Manifest, readManifests, writeManifest } from './manifest.ts'
import { dataObject, filesObject, stampOf, walObject } from './names.ts'
import { forgetOld } from './retention.ts'
import { contentOf, createVault, type Vault } from './vault.ts'
import { historyName, nameOf } from './wal.ts'

const now = new Date('2026-11-23T02:30:00Z')
const daysBefore = (days: number) => new Date(now.getTime() - days * 86_400_000)
const segmentBytes = 16 * 1024 * 1024
let dir: string
let vault: Vault
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-retention-'))
  vault = createVault(folderStore(dir), randomBytes(32))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const wal = (no: number) => walObject(nameOf({ timeline: 1, no: BigInt(no) }, segmentBytes))
const small = () => contentOf('x')
const segmentOfDay = (days: number) => 10_000 - days * 10

function lsnOfDay(days: number): string {
  const byte = BigInt(segmentOfDay(days)) * BigInt(segmentBytes)
  return `${(byte >> 32n).toString(16)}/${(byte & 0xffff_ffffn).toString(16)}`
}

/** A good backup with its WAL and files, as old as `days`; a younger one has higher segments. */
async function made(days: number, timeline = 1): Promise<string> {
  const at = daysBefore(days)
  const id = stampOf(at)
  const no = segmentOfDay(days)
  const filesFrom = filesObject(`${id}-1`)
  await vault.write(filesFrom, small())
  for (const each of [no, no + 1]) await vault.write(wal(each), small())
  const lsn = lsnOfDay(days)
  const manifest: Manifest = {
    format: 1,
    id,
    startedAt: at.toISOString(),
    finishedAt: at.toISOString(),
    systemIdentifier: '1',
    timeline,
    startLsn: lsn,
    stopLsn: lsn,
    segmentBytes,
    postgresMajor: '18',
    capacities: {},
    data: await vault.write(dataObject(id), small()),
    filesFrom,
  }
  await writeManifest(vault, manifest)
  return id
}

const left = async () => (await readManifests(vault)).map(({ id }) => id)
const isThere = async (name: string) => (await vault.store.size(name)) !== undefined

test('those older than the days go, but the one that the first of these days needs', async () => {
  const ids = []
  for (const days of [30, 20, 15, 3, 2, 1, 0]) ids.push(await made(days))
  const forgotten = await forgetOld(vault, 14, now)
  expect(forgotten.backups).toEqual(ids.slice(0, 2))
  expect(await left()).toEqual(ids.slice(2))
  for (const id of ids.slice(0, 2)) expect(await isThere(dataObject(id))).toBe(false)
})

test('one that a restore has left behind does not stand in for the one that leads to the timeline of now', async () => {
  const [old, before, behind] = [await made(30), await made(20), await made(16)]
  // Restored to a moment between the two.
  await vault.write(walObject(historyName(2)), contentOf(`1\t${lsnOfDay(18)}\tbefore 2026-11-05\n`))
  const since = []
  for (const days of [3, 2, 1, 0]) since.push(await made(days, 2))
  expect((await forgetOld(vault, 14, now)).backups).toEqual([old])
  expect(await left()).toEqual([before, behind, ...since])
  expect(await isThere(wal(segmentOfDay(20)))).toBe(true)
})

test('WAL and files go when no kept backup needs them, and not before', async () => {
  await made(30)
  const kept = await made(15)
  for (const days of [3, 2, 1, 0]) await made(days)
  await forgetOld(vault, 14, now)
  expect(await isThere(wal(segmentOfDay(30)))).toBe(false)
  expect(await isThere(wal(segmentOfDay(30) + 1))).toBe(false)
  expect(await isThere(wal(segmentOfDay(15)))).toBe(true)
  expect(await isThere(filesObject(`${kept}-1`))).toBe(true)
  expect((await vault.store.list('files/')).length).toBe(5)
})

test('the last good backup stays, however old it is', async () => {
  const id = await made(400)
  expect(await forgetOld(vault, 1, now)).toEqual({ backups: [], objectCount: 0 })
  expect(await left()).toEqual([id])
  expect(await isThere(wal(segmentOfDay(400)))).toBe(true)
})

test('without a good backup nothing is deleted', async () => {
  await vault.write(wal(1), small())
  expect(await forgetOld(vault, 1, now)).toEqual({ backups: [], objectCount: 0 })
  expect(await isThere(wal(1))).toBe(true)
})

test('a part of a backup that was never completed goes after two days', async () => {
  await made(0)
  const [old, running] = [dataObject(stampOf(daysBefore(3))), dataObject(stampOf(daysBefore(0.1)))]
  for (const name of [old, running]) await vault.write(name, small())
  await utimes(path.join(dir, ...old.split('/')), daysBefore(3), daysBefore(3))
  await utimes(path.join(dir, ...running.split('/')), daysBefore(0.1), daysBefore(0.1))
  await forgetOld(vault, 14, now)
  expect([await isThere(old), await isThere(running)]).toEqual([false, true])
})

test('what a killed backup was writing goes after two days, and what is being written stays', async () => {
  await made(0)
  const drafts = [3, 0.1].map((days) => ({ days, file: path.join(dir, 'base', `data.part-${days}`) }))
  for (const { days, file } of drafts) {
    await writeFile(file, 'x')
    await utimes(file, daysBefore(days), daysBefore(days))
  }
  await forgetOld(vault, 14, now)
  expect((await readdir(path.join(dir, 'base'))).filter((name) => name.includes('.part-'))).toEqual([
    'data.part-0.1',
  ])
})
