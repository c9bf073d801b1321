import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PlaceFaults } from '../database/place-faults.ts'
import { clockFinding, placesFinding } from './database.ts'
import { diskFinding, journalFinding, validityFinding } from './machine.ts'
import { archiveFinding, backupAgeFinding, markFindings } from './outside.ts'
import { queueFindings } from './queue.ts'
import { replicaFinding } from './replica.ts'

const gigabyte = 1024 ** 3
const hour = 3_600_000
const day = 24 * hour
const now = new Date('2026-11-23T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test.each([
  [100, 20, 'ok'],
  [100, 4, 'warning'],
  [10, 1.5, 'warning'],
  [1_000, 0.4, 'error'],
])('of %d GB, %d are free: %s', (total, free, state) => {
  const disk = { folder: '/data', freeBytes: free * gigabyte, totalBytes: total * gigabyte }
  expect(diskFinding(disk)).toMatchObject({ check: 'disk', state })
})

test('an authority journal that has grown large is to be archived', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mostrador-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await journalFinding(path.join(folder, 'none'))).toBeUndefined()
  // Sparse: they use no disk.
  for (const name of ['a.authority.jsonl', 'b.authority.jsonl']) {
    expect(await journalFinding(folder)).toBeUndefined()
    await writeFile(path.join(folder, name), '')
    await truncate(path.join(folder, name), 0.75 * gigabyte)
  }
  expect(await journalFinding(folder)).toMatchObject({
    check: 'journal',
    state: 'warning',
    text: expect.stringContaining('has 1.5 GB in 2 files'),
  })
})

test.each([
  [10, 'ok'],
  [-1_900, 'ok'],
  [2_500, 'warning'],
  [-45_000, 'error'],
])('a clock that is %d ms ahead: %s', (ms, state) => {
  expect(clockFinding(ms).state).toBe(state)
})

test('a clock that is wrong is told with its direction', () => {
  expect(clockFinding(-45_000).text).toBe("PostgreSQL's clock is 45.0 s behind this machine's.")
  expect(clockFinding(200_000).text).toBe("PostgreSQL's clock is 3 minutes ahead of this machine's.")
})

const inPlace: PlaceFaults = { count: 0, named: [], interrupted: [], down: [] }

test('merchants whose rows are elsewhere than they should be are named, the first of them', () => {
  expect(placesFinding(inPlace)).toMatchObject({ check: 'places', state: 'ok' })
  const named = ['the rows of merchant 1 are at norte and not at primary']
  expect(placesFinding({ ...inPlace, count: 3, named })).toMatchObject({
    state: 'error',
    text: expect.stringMatching(/: the rows of merchant 1 are at norte and not at primary, and 2 more\.$/),
  })
})

test('a place that is down is named, with the command that brings it up', () => {
  const down = [{ place: 'norte', at: ago(hour) }]
  expect(placesFinding({ ...inPlace, down })).toEqual({
    check: 'places',
    state: 'error',
    text: 'Merchants are answered 503: the place norte is down since 2026-11-23T11:00:00.000Z.',
    todo: 'Start its nodes, then: mostrador places up norte',
  })
})

test('a move that was left half-way is named, with the command that finishes it', () => {
  const left = { merchantId: '1', place: 'norte', at: ago(hour) }
  expect(placesFinding({ ...inPlace, interrupted: [left, left] })).toEqual({
    check: 'places',
    state: 'error',
    text: 'The move of merchant 1 to norte was left half-way at 2026-11-23T11:00:00.000Z, and 1 more.',
    todo: 'Finish it: mostrador merchants move 1 norte',
  })
})

test.each([
  [30, 'ok'],
  [10, 'warning'],
  [-1, 'error'],
])('a certificate for %d more days: %s', (days, state) => {
  const seen = { validUntil: ago(-days * day), refusal: undefined }
  expect(validityFinding('https://pos.example.mx', seen, now).state).toBe(state)
})

test.each([
  [10, 'ok'],
  [40, 'warning'],
  [80, 'error'],
])('a backup that is %d hours old: %s', (hours, state) => {
  expect(backupAgeFinding('/backups', ago(hours * hour), now).state).toBe(state)
})

test('an archive of WAL is well when its last copy worked', () => {
  const archive = { isOn: true, lastArchivedAt: ago(hour), lastFailedAt: null }
  expect(archiveFinding(archive, 0, now)).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('60 minutes ago'),
  })
  const failing = { ...archive, lastFailedAt: ago(60_000) }
  expect(archiveFinding(failing, 0, now)).toMatchObject({
    state: 'error',
    text: 'PostgreSQL cannot archive its WAL: an attempt failed 60.0 s ago, and the last success was 60 minutes ago.',
  })
  expect(archiveFinding({ ...failing, lastArchivedAt: null }, 0, now)).toMatchObject({
    state: 'error',
    text: expect.stringContaining('and none has succeeded'),
  })
  expect(archiveFinding({ ...archive, lastArchivedAt: null }, 0, now).state).toBe('warning')
  expect(archiveFinding({ ...archive, isOn: false }, 0, now).todo).toContain('pgBackRest')
})

test('an archive of WAL that hangs is an error, although no attempt has failed', () => {
  const archive = { isOn: true, lastArchivedAt: ago(hour), lastFailedAt: null }
  expect(archiveFinding(archive, 60_000, now).state).toBe('ok')
  const hanging = {
    state: 'error',
    text: 'PostgreSQL has archived nothing for 60 minutes, although WAL waits: archive_command hangs, or is empty.',
  }
  expect(archiveFinding(archive, hour, now)).toMatchObject(hanging)
  expect(archiveFinding({ ...archive, lastArchivedAt: null }, hour, now)).toMatchObject(hanging)
})

test.each([
  ['no job has said anything', {}, ['warning', 'warning']],
  [
    'both are of last night and of this minute',
    { backupAt: ago(10 * hour), copyAt: ago(60_000) },
    ['ok', 'ok'],
  ],
  ['a night was missed', { backupAt: ago(40 * hour), copyAt: ago(hour) }, ['warning', 'warning']],
  ['nothing has run for days', { backupAt: ago(80 * hour), copyAt: ago(80 * hour) }, ['error', 'error']],
])('the backup of an own PostgreSQL, and the copy of the files, when %s', (_what, marks, states) => {
  const found = markFindings({ backupAt: null, copyAt: null, ...marks }, now)
  expect(found.map(({ check, state }) => [check, state])).toEqual(states.map((state) => ['backup', state]))
  for (const { state, todo } of found) expect(todo === undefined).toBe(state === 'ok')
})

test.each<[string, Record<string, number>, string[]]>([
  ['nothing', {}, ['ok']],
  ['a young sale', { vas_sales_pending: 1, vas_sale_oldest_pending_seconds: 20 }, ['ok']],
  ['an old sale', { vas_sales_pending: 1, vas_sale_oldest_pending_seconds: 2_000 }, ['error']],
  ['work without a worker', { workers: 0, work_queued: 2 }, ['error']],
  ['work with a worker', { workers: 1, work_queued: 2 }, ['ok']],
  ['old work with a worker', { workers: 1, work_queued: 2, work_oldest_queued_seconds: 1_000 }, ['warning']],
  ['stalled work', { work_stalled: 1 }, ['error']],
  [
    'work and sales that wait for people',
    { work_given_up: 1, vas_sales_in_review: 3 },
    ['warning', 'warning'],
  ],
  ['checks of last night', { ledger_last_check_seconds: 90_000, stock_last_check_seconds: 90_000 }, ['ok']],
  ['a ledger that nothing has checked', { ledger_last_check_seconds: 200_000 }, ['warning']],
  ['stock that nothing has checked', { stock_last_check_seconds: 200_000 }, ['warning']],
  ['a restored database', { restored: 1 }, ['error']],
  ['a webhook that does not answer', { webhook_delivery_oldest_seconds: 30_000 }, ['warning']],
  ['acts outside the journal', { authority_unjournaled: 2 }, ['warning']],
])('the queue with %s', (_what, values, states) => {
  const gauges = Object.entries(values).map(([name, value]) => ({ name, value }))
  const found = queueFindings(gauges)
  expect(found.map(({ state }) => state)).toEqual(states)
  for (const { state, todo } of found) expect(todo === undefined).toBe(state === 'ok')
})

test.each([
  [{}, 'ok', /reads the reports/],
  [{ missingBytes: 300 * 1024 ** 2 }, 'warning', /lacks 300 MB of changes\. The primary reads/],
  [{ missingBytes: -1 }, 'warning', /has changes that the primary does not have\. The primary reads/],
  [{ misfit: 'otherTimeline' }, 'warning', /on another timeline than the primary\. The primary reads/],
  [{ misfit: 'notStandby' }, 'warning', /is a primary itself/],
  [{ misfit: 'otherDatabase' }, 'warning', /of another database/],
  [{ fault: 'DATABASE_REPLICA_URL: nothing answers. Start it.' }, 'warning', /nothing answers\. The primary/],
] as const)('a replica with %o: %s', (given, state, text) => {
  const found = replicaFinding({ missingBytes: 1_000, ...given })
  expect(found).toMatchObject({ state, text: expect.stringMatching(text) })
})
