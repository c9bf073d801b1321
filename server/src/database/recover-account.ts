import { withAdmin } from './client.ts'

interface Recovered {
  /** Until when the link works; null: no active account has this address. */
  readonly until: Date | null
  /** A second factor was removed. */
  readonly isFactorRemoved: boolean
}

/**
 * Issues a link for a new password as the owner of the tables: there is no caller whose permission could be checked.
 *
 * @param removesFactor also removes the second factor, at once
 */
export async function recoverAccount(
  adminUrl: string,
  { email, tokenHash, removesFactor }: { email: string; tokenHash: Buffer; removesFactor: boolean },
): Promise<Recovered> {
  return withAdmin(adminUrl, 'accounts', async (client) => {
    await client.query('set role mostrador_owner')
    const { rows } = await client.query<Recovered>(
      `select identity.recover_account($1, $2) as until,
              case when $3 then identity.reset_factor_on_machine($1) else false end as "isFactorRemoved"`,
      [email, tokenHash, removesFactor],
    )
    return rows[0] as Recovered
  })
}
