import pg from 'pg'
import { ConfigError, parseConfig } from '../config.ts'
import { newToken } from '../identity/accounts/token.ts'
import { resetPath } from '../identity/mails/links.ts'

const usage = 'Usage: mostrador accounts recover <e-mail>'

/**
 * `mostrador accounts recover <e-mail>`: prints a one-time link for a new password, for when nobody else can
 * issue one. Whoever has the login of the tables' owner may do anything, so it asks no further; it is audited.
 */
export async function accounts(environment: NodeJS.ProcessEnv): Promise<void> {
  const [action, email, ...rest] = process.argv.slice(3)
  if (action !== 'recover' || email === undefined || rest.length > 0) throw new ConfigError(usage)
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const { token, tokenHash } = newToken()
  const client = new pg.Client({ connectionString: config.adminUrl, application_name: 'mostrador-accounts' })
  await client.connect()
  try {
    await client.query('set role mostrador_owner')
    const { rows } = await client.query<{ until: Date | null }>(
      'select identity.recover_account($1, $2) as until',
      [email, tokenHash],
    )
    const until = rows[0]?.until ?? null
    if (until === null) {
      console.error(`No active account has the address ${email}. Check its spelling, or invite the person.`)
      process.exitCode = 1
      return
    }
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    console.log(
      `Choose a new password, once, until ${until.toISOString()}, at ${publicUrl}${resetPath(token)}`,
    )
  } finally {
    await client.end()
  }
}
