import { parseConfig } from '../config.ts'
import { copyDatabase } from '../database/copy-database.ts'
import { readArguments } from './arguments.ts'

export const usage = `Usage: mostrador copy --from <URL>

  Fills the database of DATABASE_ADMIN_URL with all that another database of the same version has: the way from a single
  PostgreSQL to a cluster (docs/cluster.md). Stop the servers of the other one first; from then on it admits superusers only.

  --from  a superuser's URL of the other database`

/** `mostrador copy`: see docs/cluster.md. Exits 1 when nothing was copied. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const from = readArguments(args, usage, { options: { from: { type: 'string' } } }, ({ values }) =>
    values.from !== undefined && URL.canParse(values.from) ? values.from : undefined,
  )
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const { tableCount, rowCount } = await copyDatabase(config.adminUrl ?? '', from)
  console.log(
    `Copied ${rowCount} rows of ${tableCount} tables. The other database admits superusers only now.`,
  )
}
