import type pg from 'pg'

/**
 * What authentication relies on without reading the directory (server/src/authorization/standings.sql), where it differs
 * from the directory: copies of accounts and memberships, and sessions that should have ended with their terminal.
 */
const faults = `
  select format('account %s: %s, copied as %s', coalesce(a.id, c.account_id),
                (a.kind, a.email, a.name, a.status), (c.kind, c.email, c.name, c.status)) as fault
    from identity.accounts a full join authz.callers c on c.account_id = a.id
   where (a.id, a.kind, a.email, a.name, a.status) is distinct from (c.account_id, c.kind, c.email, c.name, c.status)
  union all
  select format('membership %s: %s, copied as %s', coalesce(d.id, s.membership_id),
                (d.role, d.status, d.is_owner), (s.role, s.merchant_status, s.is_owner))
    from (select m.*, c.status, c.owner_id = m.account_id as is_owner
            from shop.memberships m join platform.merchants c on c.id = m.merchant_id where m.ended_at is null) d
    full join authz.standings s on s.merchant_id = d.merchant_id and s.membership_id = d.id
   where (d.id, d.account_id, d.store_id, d.role, d.status, d.is_owner)
         is distinct from (s.membership_id, s.account_id, s.store_id, s.role, s.merchant_status, s.is_owner)
  union all
  select format('session %s lives on at terminal %s, which is %s', s.id, s.terminal_id, t.status)
    from identity.sessions s
    left join shop.terminals t on t.merchant_id = s.merchant_id and t.id = s.terminal_id
    left join shop.memberships m on m.merchant_id = s.merchant_id and m.id = s.membership_id
   where s.terminal_id is not null and s.ended_at is null and s.expires_at > now()
     and (t.status = 'ENABLED' and m.store_id = t.store_id) is not true`

const watched = new Set<pg.Pool>()

/** Holds the standings of a database against its directory after every test file, and when its product ends. */
export function watchStandings(admin: pg.Pool): { end(): Promise<void> } {
  watched.add(admin)
  return {
    async end() {
      if (watched.has(admin)) await checkStandings().finally(() => watched.delete(admin))
    },
  }
}

/** One sentence for each difference. */
export async function standingFaults(admin: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await admin.query<{ fault: string }>(faults)
  return rows.map(({ fault }) => fault)
}

/** @throws Error that names each copy which differs from its source */
export async function checkStandings(): Promise<void> {
  const found = (await Promise.all([...watched].map(standingFaults))).flat()
  if (found.length > 0) throw new Error(`Authentication would not go by the directory:\n${found.join('\n')}`)
}
