import pg from 'pg'

/**
 * Issues a link for a new password without a caller, as the owner of the tables, who may do anything.
 *
 * @returns until when the link works; undefined: no active account has this address
 */
export async function recoverAccount(
  adminUrl: string,
  email: string,
  tokenHash: Buffer,
): Promise<Date | undefined> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'mostrador-accounts' })
  await client.connect()
  try {
    await client.query('set role mostrador_owner')
    const { rows } = await client.query<{ until: Date | null }>(
      'select identity.recover_account($1, $2) as until',
      [email, tokenHash],
    )
    return rows[0]?.until ?? undefined
  } finally {
    await client.end()
  }
}
