import pg from 'pg'

/**
 * What somebody who starts the server can do about a database that refuses its connection: one sentence with
 * the next command; undefined for faults of other kinds.
 *
 * @param name the variable with the address, such as `DATABASE_URL`; its password is never repeated
 */
export function connectionAdvice(error: unknown, address: string, name: string): string | undefined {
  const { hostname, port, username, pathname } = new URL(address)
  const database = decodeURIComponent(pathname.slice(1))
  const { code } = error as { code?: unknown }
  if (error instanceof AggregateError) return connectionAdvice(error.errors[0], address, name)
  if (error instanceof pg.DatabaseError) {
    if (code === '3D000')
      return `${name}: the database ${database} does not exist. Create it with: mostrador setup`
    if (code === '28P01' || code === '28000')
      return ['mostrador_api', 'mostrador_worker'].includes(username)
        ? `${name}: PostgreSQL refuses the login ${username} or its password. Create the login, or give it the password of ${name}, with: mostrador migrate`
        : `${name}: PostgreSQL refuses the login ${username} or its password. Set a new one as a superuser: alter role ${username} login password '…';`
    return undefined
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${name}: nothing answers at ${hostname}:${port || '5432'}. Start PostgreSQL, for example with: systemctl start postgresql`
  return undefined
}
