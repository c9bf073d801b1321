import type pg from 'pg'
import { NotMigratable } from './roles.ts'

/**
 * Whether something between us and PostgreSQL shares its connections, such as PgBouncer: it has told us
 * another process id, for cancelling, than that of the server's process that answers.
 */
export async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as pg.Client & { readonly processID: number | null }
  return rows[0]?.pid !== processID
}

/**
 * For commands that change the session, which the next client of a pooler would inherit: its role, its locks.
 *
 * @throws NotMigratable
 */
export async function refusePooler(client: pg.Client, command: string): Promise<void> {
  if (!(await isBehindPooler(client))) return
  throw new NotMigratable(
    `DATABASE_ADMIN_URL leads through a connection pooler. mostrador ${command} needs PostgreSQL itself: ` +
      'give it the address and port of the server, and repeat the command.',
  )
}
