#!/usr/bin/env node
import { accounts } from './commands/accounts.ts'
import { audit } from './commands/audit.ts'
import { authority } from './commands/authority.ts'
import { demo } from './commands/demo.ts'
import { readEnvironmentFile } from './commands/env-file.ts'
import { keys } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { reconcile } from './commands/reconcile.ts'
import { serve } from './commands/serve.ts'
import { setup } from './commands/setup.ts'
import { simulator } from './commands/simulator.ts'

import { ConfigError } from './config.ts'
import { NotServable } from './database/readiness.ts'
import { NotMigratable } from './database/roles.ts'

/** `mostrador <command>`: one program, several roles. Each resolves when it has started. */
const commands: Record<string, { run: (environment: NodeJS.ProcessEnv) => Promise<void>; purpose: string }> =
  {
    serve: { run: serve, purpose: 'the API, the web client and the worker, against DATABASE_URL' },
    demo: { run: demo, purpose: 'the whole product on an embedded PostgreSQL with demo data' },
    simulator: { run: simulator, purpose: 'the aggregator’s simulator, on its own port' },
    setup: { run: setup, purpose: 'key, logins and database for a new installation, kept in a file' },
    migrate: { run: migrateCommand, purpose: 'migrate the database of DATABASE_ADMIN_URL' },
    reconcile: {
      run: reconcile,
      purpose: '`reconcile [--day YYYY-MM-DD]`: compare a day’s sales, the books and the provider’s list',
    },
    audit: {
      run: audit,
      purpose: '`audit verify`: verify the audit log against its seals',
    },
    accounts: {
      run: accounts,
      purpose: '`accounts recover <e-mail>`: print a one-time link for a new password',
    },
    authority: {
      run: authority,
      purpose:
        '`authority reconcile [--apply]`: bring a restored database up to date with the authority journal',
    },
    keys: { run: keys, purpose: '`keys rotate`: seal everything again with MOSTRADOR_KEY' },
  }

const name = process.argv[2] ?? ''
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) {
  const usage = Object.entries(commands).map(([each, { purpose }]) => `  ${each.padEnd(9)} ${purpose}`)
  console.error(['mostrador <command>', ...usage].join('\n'))
  process.exit(name === '' || name === 'help' || name === '--help' ? 0 : 2)
}
try {
  await command.run({ ...(await fromFile()), ...process.env })
} catch (error) {
  if (error instanceof ConfigError)
    console.error(`Mostrador cannot start with this configuration:\n${error.message}`)
  else if (error instanceof NotServable)
    console.error(`The database is not fit for serving:\n${error.message}`)
  else if (error instanceof NotMigratable) console.error(`The database cannot be migrated:\n${error.message}`)
  else console.error(error)
  process.exit(1)
}

/** The variables of `--env FILE`, which every command takes; those of the environment come first. */
async function fromFile(): Promise<NodeJS.ProcessEnv> {
  const at = process.argv.indexOf('--env')
  if (at === -1) return {}
  const [, file] = process.argv.splice(at, 2)
  const values = file === undefined ? {} : await readEnvironmentFile(file)
  if (Object.keys(values).length > 0) return values
  throw new ConfigError(`--env needs a file with settings, such as mostrador setup writes: ${file ?? ''}`)
}
