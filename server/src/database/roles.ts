import pg from 'pg'
import { spreadRoles } from './citus.ts'

/**
 * The three roles of the cluster. `mostrador_owner` owns everything and cannot log in, except on Citus;
 * `mostrador_api` and `mostrador_worker` log in, own nothing and are subject to forced row-level security.
 */
export interface LoginPasswords {
  readonly api: string
  readonly worker: string
}

/** What the login of `DATABASE_ADMIN_URL` may not do, and the statement that permits it. */
export class NotMigratable extends Error {
  override readonly name = 'NotMigratable'
}

/**
 * Creates or repairs the roles. They belong to the cluster, so two databases may do this concurrently. A
 * login with CREATEROLE that owns the database is enough: no attribute is named that only a superuser may
 * name.
 *
 * @param isCluster nodes connect to each other as the role whose statement they run, so the owner logs in; without a
 * password, so that only the nodes' own rules of admission let it in
 * @throws NotMigratable with what a superuser has to run first
 */
export async function ensureRoles(
  admin: pg.Client,
  passwords: LoginPasswords,
  isCluster: boolean,
): Promise<void> {
  const { rows } = await admin.query(
    `select current_database() as name, current_user as me, rolcreaterole or rolsuper as "createsRoles"
       from pg_roles where rolname = current_user`,
  )
  const { name, me, createsRoles } = rows[0] as { name: string; me: string; createsRoles: boolean }
  const by = { admin, me: pg.escapeIdentifier(me) }
  if (!createsRoles && (await missingRoles(admin)).length > 0) {
    throw new NotMigratable(
      `${me} may not create roles. Run this as a superuser, then repeat the command:\n  alter role ${by.me} createrole;`,
    )
  }
  await ensureRole(by, 'mostrador_owner', isCluster ? 'login password null' : 'nologin')
  await ensureRole(by, 'mostrador_api', `login password ${pg.escapeLiteral(passwords.api)}`)
  await ensureRole(by, 'mostrador_worker', `login password ${pg.escapeLiteral(passwords.worker)}`)
  if (isCluster) await spreadRoles(admin, roles)
  await admin
    .query(`grant mostrador_owner to ${by.me}`)
    .catch(ignoreRace)
    .catch((error: unknown) => explainRole(error, by, 'mostrador_owner'))
  await ensureDatabaseRights(by, name)
}

interface By {
  readonly admin: pg.Client
  /** The login, quoted. */
  readonly me: string
}

const roles = ['mostrador_owner', 'mostrador_api', 'mostrador_worker']

async function missingRoles(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query('select rolname from pg_roles where rolname = any ($1)', [roles])
  return roles.filter((role) => !rows.some(({ rolname }) => rolname === role))
}

/** Attributes that none of the roles has, as `pg_roles` and SQL name them. */
const excess: Readonly<Record<string, string>> = {
  rolsuper: 'nosuperuser',
  rolcreatedb: 'nocreatedb',
  rolcreaterole: 'nocreaterole',
  rolreplication: 'noreplication',
  rolbypassrls: 'nobypassrls',
  rolinherit: 'noinherit',
}

async function ensureRole(by: By, role: string, attributes: string): Promise<void> {
  const { admin } = by
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0)
    await admin.query(`create role ${role} ${Object.values(excess).join(' ')}`).catch(ignoreRace)
  const { rows } = await admin.query('select * from pg_roles where rolname = $1', [role])
  // PostgreSQL lets only a superuser name some of them, even to take away what is not there.
  const taken = Object.keys(excess).flatMap((each) => (rows[0]?.[each] === true ? [excess[each]] : []))
  const statement = `alter role ${role} ${[...taken, attributes].join(' ')}`
  await retryConcurrentUpdate(() => admin.query(statement)).catch((error: unknown) =>
    explainRole(error, by, role, taken.join(' ')),
  )
}

function explainRole(error: unknown, { me }: By, role: string, taken = ''): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
  const statements = [
    ...(taken === '' ? [] : [`alter role ${role} ${taken};`]),
    `grant ${roles.join(', ')} to ${me} with admin option;`,
  ]
  throw new NotMigratable(
    `${me} may not change the role ${role} (${error.message}). Run this as a superuser, then repeat the command:\n` +
      statements.map((each) => `  ${each}`).join('\n'),
    { cause: error },
  )
}

/** Without the right to grant, PostgreSQL only warns, so the result is checked. */
async function ensureDatabaseRights({ admin, me }: By, name: string): Promise<void> {
  const database = pg.escapeIdentifier(name)
  // Functions of the owner use temporary tables; other roles must not create them.
  await admin.query(`grant create, temporary on database ${database} to mostrador_owner`).catch(ignoreDenial)
  // By default every role may create temporary tables, and its own tables would not have row permissions.
  await admin
    .query(`revoke temporary on database ${database} from public, mostrador_api, mostrador_worker`)
    .catch(ignoreDenial)
  const { rows } = await admin.query(
    `select has_database_privilege('mostrador_owner', $1, 'CREATE')
        and has_database_privilege('mostrador_owner', $1, 'TEMPORARY')
        and has_database_privilege(current_user, $1, 'CREATE')
        and not has_database_privilege('mostrador_api', $1, 'TEMPORARY')
        and not has_database_privilege('mostrador_worker', $1, 'TEMPORARY') as fits,
            pg_get_userbyid(datdba) as owner from pg_database where datname = $1`,
    [name],
  )
  const { fits, owner } = rows[0] as { fits: boolean; owner: string }
  if (fits) return
  throw new NotMigratable(
    `The database ${name} belongs to ${owner}, and only its owner may prepare it. ` +
      `Run this as a superuser, then repeat the command:\n  alter database ${database} owner to ${me};`,
  )
}

function ignoreDenial(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
}

function ignoreRace(error: unknown): void {
  const raced = error instanceof pg.DatabaseError && ['42710', '23505', 'XX000'].includes(error.code ?? '')
  if (!raced) throw error
}

async function retryConcurrentUpdate(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run()
      return
    } catch (error) {
      // XX000 "tuple concurrently updated": another database of the cluster is repairing the same role.
      if (attempt === 10 || !(error instanceof pg.DatabaseError) || error.code !== 'XX000') throw error
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt))
    }
  }
}
