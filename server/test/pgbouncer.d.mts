/** A PgBouncer in front of a PostgreSQL of ours. */
export interface PgBouncer {
  /** The same database and login, through the pooler. */
  via(url: string): string
  close(): Promise<void>
}

/** Where Debian's package installs it (`apt-get install pgbouncer`); undefined without it. */
export const pgbouncerHere: string | undefined

/**
 * Debian's PgBouncer in transaction mode, with its own defaults for everything that is not named here.
 *
 * @param adminUrl superuser's URL of the server
 * @param poolSize connections to PostgreSQL for each database and login
 */
export function startPgBouncer(adminUrl: string, poolSize: number): Promise<PgBouncer>
