import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ConfigError, parseConfig } from '../config.ts'
import { createdDatabase, installationAt, reachableServer } from '../database/installation.ts'
import { migrate } from '../database/migrate.ts'
import { readArguments } from './arguments.ts'
import { changeEnvironmentFile, type EnvironmentFile, readEnvironmentFile } from './env-file.ts'
import { passwordsOf } from './migrate.ts'

export const usage = `Usage: mostrador setup [--file FILE] [--admin-url URL] [--database NAME] [--public-url URL] [--data-dir DIR] [--start]

  --file        the file for the settings (default: /etc/mostrador.env as root, mostrador.env otherwise)
  --admin-url   a login with CREATEROLE and CREATEDB (or DATABASE_ADMIN_URL); it is not kept
  --database    the database to create (default: mostrador)
  --public-url  the address for browsers (or PUBLIC_URL)
  --data-dir    the folder for the server's files (default: /var/lib/mostrador as root, .mostrador otherwise)
  --start       starts the server afterwards`

/** Written to the file where they are set; nothing else of the environment is. */
const kept = [
  'DATABASE_URL',
  'DATABASE_WORKER_URL',
  'MOSTRADOR_KEY',
  'MOSTRADOR_DATA_DIR',
  'PUBLIC_URL',
] as const

/**
 * `mostrador setup`: makes the key and the logins' passwords, creates database and roles, migrates, and
 * writes the settings to a file. What the file or the environment has already is kept, so a second run
 * changes nothing.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const asked = readArguments(args, usage, form, ({ values }) => values)
  const file = path.resolve(asked.file ?? defaultFile())
  const before = await readEnvironmentFile(file)
  const chosen = {
    PUBLIC_URL: asked['public-url'],
    MOSTRADOR_DATA_DIR: asked['data-dir'] && path.resolve(asked['data-dir']),
  }
  const given = { ...before, ...present(environment), ...present(chosen) }
  const adminUrl = await adminUrlOf(asked['admin-url'] ?? given['DATABASE_ADMIN_URL'])
  parseConfig({ ...given, DATABASE_ADMIN_URL: adminUrl })
  const database = asked.database ?? databaseOf(given['DATABASE_URL']) ?? 'mostrador'
  const server = await reachableServer(adminUrl)
  await refuseStrangers(server, database, given, file)
  const settings = settingsOf(given, server, database)
  // Before the database: a key that was used and then lost would lose what it sealed.
  const changes = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== before[name]),
  )
  const isNew = Object.keys(changes).length > 0
  if (isNew) await changeEnvironmentFile(file, changes)
  const made = await createdDatabase(server, database)
  const report = await migrate(made.url, passwordsOf(parseConfig(settings)))
  const count = report.migrations.length + report.declarations.length
  if (!isNew && !made.isNew && count === 0) console.log('Nothing was left to do.')
  if (isNew)
    console.log(`Wrote ${file}, which only its owner can read. Keep a copy of MOSTRADOR_KEY elsewhere.`)
  if (made.isNew) console.log(`Created the database ${database}.`)
  if (count > 0) console.log(`Applied ${count} migrations and declarations.`)
  if (asked.start || (await wantsStart())) {
    const serve = await import('./serve.ts')
    return serve.run({ ...present(environment), ...before, ...settings }, [])
  }
  console.log(
    `Start the server, which prints a link for the first administrator:\n  mostrador serve --env ${file}`,
  )
}

const form = {
  options: {
    file: { type: 'string' },
    'admin-url': { type: 'string' },
    database: { type: 'string' },
    'public-url': { type: 'string' },
    'data-dir': { type: 'string' },
    start: { type: 'boolean' },
  },
} as const

const defaultFile = () => (process.getuid?.() === 0 ? '/etc/mostrador.env' : 'mostrador.env')

function present(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** A question where there is somebody to answer it. */
async function question(text: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(text)).trim()
  } finally {
    terminal.close()
  }
}

async function adminUrlOf(given: string | undefined): Promise<string> {
  const url =
    given ??
    (await question(
      'PostgreSQL login with CREATEROLE and CREATEDB (postgres://user:password@host:5432/postgres): ',
    ))
  if (url) return url
  throw new ConfigError(
    `setup needs a login that may create roles and databases: --admin-url postgres://user:password@host:5432/postgres\n` +
      `Create one on Debian with: sudo -u postgres createuser --createrole --createdb --pwprompt mostrador_admin\n${usage}`,
  )
}

async function wantsStart(): Promise<boolean> {
  return /^(y|yes|s|si|sí)$/i.test((await question('Start the server now? [y/N] ')) ?? '')
}

function databaseOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : decodeURIComponent(new URL(url).pathname.slice(1)) || undefined
}

/**
 * Never takes over what another file opens: the key of a used database, the logins of another installation. Refuses addresses
 * that lead to another database than the one to set up.
 */
async function refuseStrangers(
  url: string,
  database: string,
  given: EnvironmentFile,
  file: string,
): Promise<void> {
  const { hasLogins, isUsed } = await installationAt(url, database)
  const faults = [
    ...(hasLogins && !(given['DATABASE_URL'] && given['DATABASE_WORKER_URL'])
      ? [
          `The logins mostrador_api and mostrador_worker exist already, and their passwords are not in ${file}: set DATABASE_URL and DATABASE_WORKER_URL to those of their installation, with the name ${database} at the end.`,
        ]
      : []),
    ...(['DATABASE_URL', 'DATABASE_WORKER_URL'] as const).flatMap((name) => {
      const named = databaseOf(given[name]) ?? database
      return named === database
        ? []
        : [
            `${name} leads to the database ${named}, not to ${database}, which is to be set up: change its end to /${database}.`,
          ]
    }),
    ...(isUsed && !given['MOSTRADOR_KEY']
      ? [
          `The database ${database} is in use, and its key is not in ${file}: set MOSTRADOR_KEY to it, or name another database with --database.`,
        ]
      : []),
  ]
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
}

function settingsOf(given: EnvironmentFile, server: string, database: string): Record<string, string> {
  const login = (username: string) =>
    Object.assign(new URL(server), {
      username,
      password: randomBytes(24).toString('hex'),
      pathname: `/${database}`,
    }).href
  const isRoot = process.getuid?.() === 0
  const made: Record<string, string> = {
    DATABASE_URL: login('mostrador_api'),
    DATABASE_WORKER_URL: login('mostrador_worker'),
    MOSTRADOR_KEY: randomBytes(32).toString('base64'),
    // Absolute: the server may be started from anywhere.
    MOSTRADOR_DATA_DIR: isRoot ? '/var/lib/mostrador' : path.resolve('.mostrador'),
  }
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = given[name] ?? made[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
