import { databaseAddressForm, isDatabaseAddress, parseConfig } from '../config.ts'
import { type CopySource, copyDatabase } from '../database/copy-database.ts'
import { readArguments } from './arguments.ts'

export const usage = `Usage: mostrador copy [--from <address>]

  Copies all rows of another database of the same version, whose address is in COPY_FROM_URL, into the new one of
  DATABASE_ADMIN_URL: the way from a single PostgreSQL to a cluster (docs/cluster.md). Both addresses are a superuser's. Stop
  the servers first: as soon as the copy starts, the other database admits superusers only.

  --from  the address of the other database, instead of COPY_FROM_URL. Other users of the machine can read it, with its
          password, while the command runs: prefer the variable.`

/** `mostrador copy`: see docs/cluster.md. Exits 1 when nothing was copied. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const from = readArguments(args, usage, { options: { from: { type: 'string' } } }, ({ values }) =>
    values.from === undefined
      ? sourceAt('COPY_FROM_URL', environment['COPY_FROM_URL'])
      : sourceAt('--from', values.from),
  )
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const { tableCount, rowCount } = await copyDatabase(config.adminUrl ?? '', from)
  console.log(
    `Copied ${rowCount} rows of ${tableCount} tables. The other database admits superusers only now.`,
  )
}

function sourceAt(name: string, url: string | undefined): CopySource | undefined {
  if (url === undefined) return undefined
  if (!isDatabaseAddress(url)) throw new Error(`${name} has to be ${databaseAddressForm}`)
  return { name, url }
}
