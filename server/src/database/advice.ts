import pg from 'pg'

/**
 * What somebody who starts the server can do about a database that refuses its connection: one sentence with
 * the next command; undefined for faults of other kinds.
 *
 * @param name the setting with the address, such as `DATABASE_URL`; its password is never repeated
 */
export function connectionAdvice(error: unknown, address: string, name: string): string | undefined {
  const { hostname, port, username, pathname } = new URL(address)
  const database = decodeURIComponent(pathname.slice(1))
  const { code } = error as { code?: unknown }
  const isOurs = addresses.includes(name)
  if (error instanceof AggregateError) return connectionAdvice(error.errors[0], address, name)
  if (error instanceof pg.DatabaseError) {
    if (code === '3D000')
      return `${name}: the database ${database} does not exist.${isOurs ? ' Create it with: mostrador setup' : ''}`
    if (code === '28P01' || code === '28000')
      return isOurs && ['mostrador_api', 'mostrador_worker'].includes(username)
        ? `${name}: PostgreSQL refuses the login ${username} or its password. Create the login, or give it the password of ${name}, with: mostrador migrate`
        : `${name}: PostgreSQL refuses the login ${username} or its password. Set a new one as a superuser: alter role ${username} login password '…';`
    return undefined
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${name}: nothing answers at ${hostname}:${port || '5432'}. Start PostgreSQL, for example with: systemctl start postgresql`
  return undefined
}

const addresses = ['DATABASE_ADMIN_URL', 'DATABASE_URL', 'DATABASE_WORKER_URL', 'DATABASE_DIRECT_URL']

/**
 * The same for the connection of a command, which failed somewhere below it.
 *
 * @param environment in which the variable with the address is found
 */
export function connectionFault(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const cause of causesOf(error)) {
    const name = addresses.find((each) => leadsTo(environment[each], cause))
    const advice = name && connectionAdvice(cause, environment[name] as string, name)
    if (advice) return advice
  }
  return undefined
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap(causesOf)]
}

/** Whether the error is about this address: PostgreSQL names the login or the database, the system the port. */
function leadsTo(address: string | undefined, error: unknown): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const url = new URL(address)
  if (error instanceof pg.DatabaseError)
    return [url.username, url.pathname.slice(1)].some((name) =>
      error.message.includes(`"${decodeURIComponent(name)}"`),
    )
  const { port, hostname } = error as { port?: number; hostname?: string }
  return port === Number(url.port || 5432) || (hostname !== undefined && hostname === url.hostname)
}
