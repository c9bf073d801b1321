import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { ensureDatabase } from '../src/database/create.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import { allRows, type Release, restoreRelease, unpackRelease } from '../src/database/release.ts'
import { root } from '../src/database/sources.ts'
import { readState, standingOf } from '../src/database/standing.ts'
import { compareVersions } from '../src/database/versions.ts'
import { cloneDatabase } from './cluster.ts'
import { patient } from './patience.ts'
import { brokenBetween, surfaceOf } from './surface.ts'
import { wholeSchema } from './whole-schema.ts'

const folder = path.join(root, 'db/releases')
const releases = (await readdir(folder)).filter((name) => name.endsWith('.json.gz')).sort()

/** What `migrate` rewrites from the matrix and the settings registry, whatever the release had. */
const derived = ['authz.matrix', 'authz.role_sets', 'settings.setting_definitions']
const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  'authz.permission_sets': ['may_create', 'may_read', 'may_update', 'may_delete'],
}

let adminUrl: string
let admin: pg.Client
let name: string

beforeEach(async () => {
  name = `r_${randomBytes(5).toString('hex')}`
  adminUrl = await ensureDatabase(inject('adminUrl'), name)
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
})
afterEach(async () => {
  await admin.end()
  const server = new pg.Client({ connectionString: inject('adminUrl') })
  await server.connect()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

const read = async (file: string): Promise<Release> => unpackRelease(await readFile(path.join(folder, file)))

const hint = 'what is released changes by a migration; while it has no tag, run npm run release again'

const breaks =
  'servers of the release run beside the new ones: keep what they use until a later release, or declare in the migration ' +
  'which version they need (docs/releasing.md)'

const upgrade = () => migrate(adminUrl, loginsOf(adminUrl).passwords)

/** Rows with only these columns, in a canonical order. */
function project(rows: readonly Record<string, unknown>[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
}

test('the database of the last released version exists', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  expect(releases).toContain(`${version}.json.gz`)
})

describe.each(releases)('a database of %s', (file) => {
  test(
    'becomes the same as a fresh one, keeps its rows, and what its servers use, or says that they have to stop',
    async () => {
      const release = await read(file)
      await restoreRelease(adminUrl, release)
      const before = await allRows(admin)
      expect(JSON.parse(before['selling.sales_orders'] ?? '[]').length).toBeGreaterThan(10)
      for (const [table, rows] of Object.entries(release.rows))
        expect(JSON.parse(before[table] ?? 'null'), table).toEqual(JSON.parse(rows))
      const used = await surfaceOf(admin)

      await upgrade()

      const state = await readState(admin)
      const mayStay = compareVersions(release.version, state?.oldestServer ?? '') >= 0
      if (mayStay) expect(brokenBetween(used, await surfaceOf(admin)), breaks).toEqual([])

      expect(await standingOf(admin)).toEqual({ kind: 'current' })
      const fresh = await cloneDatabase()
      onTestFinished(() => fresh.close())
      expect(await wholeSchema(adminUrl), hint).toEqual(await wholeSchema(fresh.adminUrl))
      const after = await allRows(admin)
      for (const [table, text] of Object.entries(before)) {
        const [old, now] = [text, after[table] ?? '[]'].map((each) => JSON.parse(each))
        if (derived.includes(table) || old.length === 0) continue
        const columns = Object.keys(old[0]).filter((column) => !derivedColumns[table]?.includes(column))
        expect(project(now, columns), `rows of ${table}`).toEqual(project(old, columns))
      }
      expect(await upgrade()).toEqual({ migrations: [], declarations: [] })
    },
    patient(60_000),
  )
})
