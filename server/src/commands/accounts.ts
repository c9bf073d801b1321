import { newToken } from '../authorization/one-time-token.ts'
import { ConfigError, parseConfig } from '../config.ts'
import { recoverAccount } from '../database/recover-account.ts'
import { resetPath } from '../identity/mails/service.ts'

const withoutFactor = '--without-second-factor'
const usage = `Usage: mostrador accounts recover <e-mail> [${withoutFactor}]`

/**
 * `mostrador accounts recover <e-mail>`: prints a one-time link for a new password, for when nobody else can issue one.
 * `--without-second-factor` also removes the account's second factor, without a delay. The login of the tables' owner
 * is the only permission needed, because it can change everything anyway. Both are audited.
 */
export async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const given = process.argv.slice(3)
  const [action, email, ...rest] = given.filter((word) => word !== withoutFactor)
  if (action !== 'recover' || email === undefined || rest.length > 0) throw new ConfigError(usage)
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const { token, tokenHash } = newToken()
  const removesFactor = given.includes(withoutFactor)
  const { until, isFactorRemoved } = await recoverAccount(config.adminUrl ?? '', {
    email,
    tokenHash,
    removesFactor,
  })
  if (until === null) {
    console.error(`No active account has the address ${email}. Check its spelling, or invite the person.`)
    process.exitCode = 1
    return
  }
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  console.log(`Choose a new password, once, until ${until.toISOString()}, at ${publicUrl}${resetPath(token)}`)
  if (removesFactor)
    console.log(
      isFactorRemoved
        ? 'The second factor is removed. Enrol a new one after signing in.'
        : 'The account had no second factor.',
    )
}
