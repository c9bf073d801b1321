import { expect, test } from 'vitest'
import { backupState, megabytes } from './backup-state.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const good = {
  isConfigured: true,
  lastBackupAt: '2026-11-23T08:30:00Z',
  lastBackupBytes: 5_000_000,
  archivedUntil: '2026-11-23T08:59:30Z',
  waitingBytes: 0,
  isFailing: false,
}

test('a backup of last night with changes of the last minutes is good', () => {
  expect(backupState(good, now)).toBe('good')
})

test('each fault has its own name, and the worst comes first', () => {
  expect(backupState({ ...good, isConfigured: false }, now)).toBe('off')
  expect(backupState({ ...good, lastBackupAt: null, isFailing: true }, now)).toBe('missing')
  expect(backupState({ ...good, isFailing: true }, now)).toBe('behind')
  expect(backupState({ ...good, archivedUntil: null }, now)).toBe('behind')
  expect(backupState({ ...good, archivedUntil: '2026-11-23T08:57:59Z' }, now)).toBe('behind')
  expect(backupState({ ...good, lastBackupAt: '2026-11-22T06:59:00Z' }, now)).toBe('old')
})

test('sizes are in megabytes', () => {
  expect(megabytes(5 * 1024 * 1024 + 200_000)).toBe('5.2 MB')
})
