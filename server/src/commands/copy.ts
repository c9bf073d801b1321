import { parseConfig } from '../config.ts'
import { copyDatabase } from '../database/copy-database.ts'
import { readArguments } from './arguments.ts'

export const usage = `Usage: mostrador copy

  Fills the database of DATABASE_ADMIN_URL with all that another database of the same version has: the way from a single
  PostgreSQL to a cluster (docs/cluster.md). Stop the servers of the other one first; from then on it admits superusers only.

  --from  a superuser's URL of the other database, instead of COPY_FROM_URL. Other users of the machine can read it, with its
          password, while the command runs: prefer the variable.`

/** `mostrador copy`: see docs/cluster.md. Exits 1 when nothing was copied. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const from = readArguments(args, usage, { options: { from: { type: 'string' } } }, ({ values }) => {
    const url = values.from ?? environment['COPY_FROM_URL']
    return url !== undefined && URL.canParse(url) ? url : undefined
  })
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const { tableCount, rowCount } = await copyDatabase(config.adminUrl ?? '', from)
  console.log(
    `Copied ${rowCount} rows of ${tableCount} tables. The other database admits superusers only now.`,
  )
}
