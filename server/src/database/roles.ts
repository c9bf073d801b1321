import pg from 'pg'

/**
 * The three roles of the cluster. `mostrador_owner` owns everything and cannot log in;
 * `mostrador_api` and `mostrador_worker` log in, own nothing and are subject to forced row-level security.
 */
export interface LoginPasswords {
  readonly api: string
  readonly worker: string
}

/** Creates or repairs the roles. They belong to the cluster, so two databases may do this concurrently. */
export async function ensureRoles(admin: pg.Client, passwords: LoginPasswords): Promise<void> {
  await ensureRole(admin, 'mostrador_owner', 'nologin')
  await ensureRole(admin, 'mostrador_api', `login password ${pg.escapeLiteral(passwords.api)}`)
  await ensureRole(admin, 'mostrador_worker', `login password ${pg.escapeLiteral(passwords.worker)}`)
  const { rows } = await admin.query('select current_database() as name, current_user as me')
  const { name, me } = rows[0] as { name: string; me: string }
  await admin.query(`grant mostrador_owner to ${pg.escapeIdentifier(me)}`).catch(ignoreRace)
  // Functions of the owner use temporary tables; other roles must not create them.
  await admin.query(`grant create, temporary on database ${pg.escapeIdentifier(name)} to mostrador_owner`)
  // By default every role may create temporary tables, and its own tables would not have row permissions.
  await admin.query(
    `revoke temporary on database ${pg.escapeIdentifier(name)} from public, mostrador_api, mostrador_worker`,
  )
}

async function ensureRole(admin: pg.Client, role: string, attributes: string): Promise<void> {
  const rights = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit'
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await admin.query(`create role ${role} ${rights}`).catch(ignoreRace)
  await retryConcurrentUpdate(() => admin.query(`alter role ${role} ${rights} ${attributes}`))
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
