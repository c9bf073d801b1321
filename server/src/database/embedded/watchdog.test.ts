import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from '../../../test/patience.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { startEmbeddedPostgres } from './launch.ts'
import { findPostmaster } from './postmaster.ts'
import { forgetOthers, hasOtherUsers, hireWatchdog, type WatchdogKind } from './watchdog.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-watchdog-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

async function clusterIn(dataDir: string): Promise<Cluster> {
  const account = await unprivilegedAccount(dataDir)
  return { dir, account, binaries: await findBinaries(account, path.join(dir, 'copies')) }
}

const kinds: WatchdogKind[] = process.platform === 'win32' ? ['node'] : ['shell', 'node']

test.each(kinds)('a %s watchdog keeps the server for its process, and stops it after', {
  timeout: patient(30_000),
}, async (kind) => {
  const server = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
  const cluster = await clusterIn(server.dataDir)
  const watchdog = await hireWatchdog(cluster, kind)
  expect(await hasOtherUsers(cluster, watchdog)).toBe(true)
  await server.stop()
  expect((await findPostmaster(server.dataDir))?.state).toBe('ready')
  expect(await hasOtherUsers(cluster, watchdog)).toBe(false)
  await watchdog.dismiss()
  expect(await findPostmaster(server.dataDir)).toBeUndefined()
  expect(await readdir(path.join(dir, 'sessions'))).toEqual([])
})

test.each(kinds)('a %s watchdog that leaves while another one lives does not stop the server', {
  timeout: patient(30_000),
}, async (kind) => {
  const server = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
  const watchdog = await hireWatchdog(await clusterIn(server.dataDir), kind)
  await watchdog.dismiss()
  expect((await findPostmaster(server.dataDir))?.state).toBe('ready')
  await server.stop()
  expect(await findPostmaster(server.dataDir)).toBeUndefined()
})

test.each(kinds)('a %s watchdog whose file was lost still stops the server', {
  timeout: patient(30_000),
}, async (kind) => {
  const server = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
  const cluster = await clusterIn(server.dataDir)
  const watchdog = await hireWatchdog(cluster, kind)
  await forgetOthers(cluster, { pid: 0, dismiss: async () => {} })
  await watchdog.dismiss()
  expect(await findPostmaster(server.dataDir)).toBeUndefined()
  await server.stop()
})
