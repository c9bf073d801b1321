import { newToken } from '../authorization/one-time-token.ts'
import { recoverAccount } from '../database/recover-account.ts'
import { resetPath } from '../identity/mails/service.ts'
import { readArguments } from './arguments.ts'
import { configBeside } from './bundled.ts'

export const usage = `Usage: mostrador accounts recover <e-mail> [--without-second-factor]

  Prints a one-time link for a new password. Needs DATABASE_ADMIN_URL, unless the bundled PostgreSQL runs, and PUBLIC_URL for the
  link.

  --without-second-factor  also removes the account's second factor, at once`

const form = {
  options: { 'without-second-factor': { type: 'boolean', default: false } },
  allowPositionals: true,
} as const

/**
 * `mostrador accounts recover <e-mail>`: prints a one-time link for a new password, for when nobody else can issue one.
 * `--without-second-factor` also removes the account's second factor, without a delay. The login of the tables' owner
 * is the only permission needed, because it can change everything anyway. Both are audited.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { email, removesFactor } = readArguments(args, usage, form, ({ positionals, values }) => {
    const [action, email, ...rest] = positionals
    if (action !== 'recover' || email === undefined || rest.length > 0) return undefined
    return { email, removesFactor: values['without-second-factor'] }
  })
  const config = await configBeside(environment, ['DATABASE_ADMIN_URL'])
  const { token, tokenHash } = newToken()
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
