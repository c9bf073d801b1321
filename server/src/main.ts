#!/usr/bin/env node
import { readEnvironmentFile } from './commands/env-file.ts'
import { startFault } from './commands/start-faults.ts'
import { ConfigError } from './config.ts'
import { version } from './version.ts'

interface Command {
  /** Imports the command alone: all of them take a second to load. */
  readonly load: () => Promise<{
    /** @param args the words after its name, without those of `--env` */
    readonly run: (environment: NodeJS.ProcessEnv, args: readonly string[]) => Promise<void>
    /** Its arguments, for `--help`. */
    readonly usage: string
    /** What the port to listen at is set with; absent: the variable of `serve`. */
    readonly portSetting?: string
  }>
  readonly purpose: string
}

/** `mostrador <command>`: one program, several roles. Each resolves when it has started. */
const commands: Record<string, Command> = {
  serve: {
    load: () => import('./commands/serve.ts'),
    purpose: 'the API, the web client and the worker, against DATABASE_URL',
  },
  demo: {
    load: () => import('./commands/demo.ts'),
    purpose: 'the whole product on an embedded PostgreSQL with demo data',
  },
  simulator: {
    load: () => import('./commands/simulator.ts'),
    purpose: 'the aggregator’s simulator, on its own port',
  },
  setup: {
    load: () => import('./commands/setup.ts'),
    purpose: 'key, logins and database for a new installation, kept in a file',
  },
  migrate: {
    load: () => import('./commands/migrate.ts'),
    purpose: 'migrate the database of DATABASE_ADMIN_URL',
  },
  copy: {
    load: () => import('./commands/copy.ts'),
    purpose:
      '`copy`: copy all rows of another database into that of DATABASE_ADMIN_URL, such as a new cluster',
  },
  doctor: {
    load: () => import('./commands/doctor.ts'),
    purpose: '`doctor [--json]`: check the installation: what is wrong with it, and what to do',
  },
  reconcile: {
    load: () => import('./commands/reconcile.ts'),
    purpose: '`reconcile [--day YYYY-MM-DD]`: compare a day’s sales, the books and the provider’s list',
  },
  check: {
    load: () => import('./commands/check.ts'),
    purpose: '`check`: check the ledger against itself, and stock against its movements',
  },
  audit: {
    load: () => import('./commands/audit.ts'),
    purpose: '`audit verify`: verify the audit log against its seals',
  },
  accounts: {
    load: () => import('./commands/accounts.ts'),
    purpose:
      '`accounts recover <e-mail>`: print a one-time link for a new password; can also remove a lost second factor',
  },
  authority: {
    load: () => import('./commands/authority.ts'),
    purpose:
      '`authority reconcile [--apply]`: bring a restored database up to date with the authority journal',
  },
  backup: {
    load: () => import('./commands/backup.ts'),
    purpose: '`backup [list | verify]`: back up the embedded PostgreSQL, and its files',
  },
  restore: {
    load: () => import('./commands/restore.ts'),
    purpose: '`restore --to <time>|latest`: bring the embedded PostgreSQL back to a moment',
  },
  'print-bridge': {
    load: () => import('./commands/print-bridge.ts'),
    purpose: 'on the shop’s computer: print what its browser’s till sends, without a dialog',
  },
  places: {
    load: () => import('./commands/places.ts'),
    purpose:
      '`places [add | open | close | remove | down | up]`: the nodes of a cluster that merchants are given to',
  },
  merchants: {
    load: () => import('./commands/merchants.ts'),
    purpose: '`merchants move <id> <place>`: move a merchant to another place of a cluster while it sells',
  },
  keys: {
    load: () => import('./commands/keys.ts'),
    purpose: '`keys new`: print a new key; `keys rotate`: seal everything again with MOSTRADOR_KEY',
  },
}

const environment: NodeJS.ProcessEnv = {}
const name = process.argv[2] ?? 'help'
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) answer(name)
if (process.argv.slice(3).some((each) => each === '--help' || each === '-h')) {
  const { usage } = await command.load()
  console.log(
    `${usage}\n\n  --env FILE reads settings from a file, as mostrador setup writes one; several are allowed.`,
  )
  process.exit(0)
}
let portSetting: string | undefined
try {
  // For what is told about a fault: the variables that the command was given.
  Object.assign(environment, { ...(await fromFiles()), ...process.env })
  const loaded = await command.load()
  portSetting = loaded.portSetting
  await loaded.run(environment, process.argv.slice(3))
} catch (error) {
  console.error(startFault(error, environment, portSetting) ?? error)
  process.exit(1)
}

/** What is not a command: the version, the list of commands, or a name that is neither. */
function answer(asked: string): never {
  if (['--version', '-v', 'version'].includes(asked)) {
    console.log(version)
    process.exit(0)
  }
  const lines = Object.entries(commands).map(([each, { purpose }]) => `  ${each.padEnd(12)} ${purpose}`)
  const list = ['mostrador <command> [--env FILE]', ...lines].join('\n')
  const isHelp = ['help', '--help', '-h'].includes(asked)
  if (isHelp) console.log(list)
  else console.error(`There is no command ${asked}.\n${list}`)
  process.exit(isHelp ? 0 : 2)
}

/** The variables of `--env FILE`, which every command takes, also repeatedly; those of the environment come first. */
async function fromFiles(): Promise<NodeJS.ProcessEnv> {
  const values: NodeJS.ProcessEnv = {}
  for (let at = process.argv.indexOf('--env'); at !== -1; at = process.argv.indexOf('--env')) {
    const [, file] = process.argv.splice(at, 2)
    const read = file === undefined ? {} : await readEnvironmentFile(file)
    if (Object.keys(read).length === 0)
      throw new ConfigError(`--env needs a file with settings, such as mostrador setup writes: ${file ?? ''}`)
    Object.assign(values, read)
  }
  return values
}
