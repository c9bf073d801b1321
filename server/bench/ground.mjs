import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../dist/database/embedded/launch.js'
import { loginsOf } from '../dist/database/login.js'
import { migrate } from '../dist/database/migrate.js'
import { clusterCpuMs } from './cpu.mjs'

/**
 * The run's own PostgreSQL, as durable as in production: nothing is turned off for speed.
 *
 * @param {string} dir a folder that is created if needed and removed afterwards
 */
export async function openGround(dir = tmpdir()) {
  const folder = await mkdtemp(path.join(dir, 'mostrador-bench-'))
  const server = await startEmbeddedPostgres({ dir: folder })

  const postmaster = Number(
    (await readFile(path.join(server.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0],
  )

  const close = async () => {
    await server.stop()
    await Promise.all(
      [folder, path.dirname(server.dataDir)].map((each) => rm(each, { recursive: true, force: true })),
    )
  }

  return { url: server.url, databaseMs: () => clusterCpuMs(postmaster), close }
}

/**
 * A database migrated by this build, or a copy of one without connections.
 *
 * @param {string} serverUrl superuser's
 * @returns {Promise<Database>}
 */
export async function createDatabase(serverUrl, name, template) {
  await asSuperuser(serverUrl, (client) =>
    client.query(`create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`),
  )
  const adminUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  if (template === undefined) await migrate(adminUrl, loginsOf(adminUrl).passwords)
  return databaseAt(adminUrl)
}

/**
 * A database that is there already, migrated by this build.
 *
 * @param {string} adminUrl superuser's
 * @returns {Promise<Database>}
 * @throws Error when the product has been there before
 */
export async function takeDatabase(adminUrl) {
  await asSuperuser(adminUrl, async (client) => {
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'app'`)
    if (rowCount > 0)
      throw new Error(
        `There is a Mostrador in ${new URL(adminUrl).pathname.slice(1)} already: name an empty database.`,
      )
  })
  await migrate(adminUrl, loginsOf(adminUrl).passwords)
  return databaseAt(adminUrl)
}

/**
 * @typedef {object} Database
 * @property {string} adminUrl superuser's address
 * @property {string} apiUrl
 * @property {string} workerUrl
 * @property {string} straightUrl for the baseline of a sale: the two roles of the product in one login
 */

/**
 * @param {string} adminUrl superuser's
 * @returns {Database}
 */
export function databaseAt(adminUrl) {
  const { apiUrl, workerUrl } = loginsOf(adminUrl)
  return {
    adminUrl,
    apiUrl,
    workerUrl,
    straightUrl: Object.assign(new URL(apiUrl), { username: 'bench' }).href,
  }
}

/**
 * Runs `work` on a superuser's connection.
 *
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} work
 */
export async function asSuperuser(url, work) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
