import { withAdmin } from './client.ts'

/**
 * Issues a link for a new password as the owner of the tables: there is no caller whose permission could be checked.
 *
 * @returns until when the link works; undefined: no active account has this address
 */
export async function recoverAccount(
  adminUrl: string,
  email: string,
  tokenHash: Buffer,
): Promise<Date | undefined> {
  return withAdmin(adminUrl, 'accounts', async (client) => {
    await client.query('set role mostrador_owner')
    const { rows } = await client.query<{ until: Date | null }>(
      'select identity.recover_account($1, $2) as until',
      [email, tokenHash],
    )
    return rows[0]?.until ?? undefined
  })
}
