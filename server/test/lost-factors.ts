import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { factorResetJob } from '../src/identity/accounts/factor-resetting.ts'
import type { App } from './app.ts'
import type { Person, World } from './world.ts'

export const password = 'tres tristes tigres tragan trigo'
export const reason = 'Perdió su teléfono en el mercado'
export const resetsPath = '/platform/second-factor-resets'

/** People with second factors, and the requests by which they are reset. */
export function lostFactorsOf(app: App) {
  /** A person with a second factor, enrolled as people do, whose session has shown it. */
  const enrolled = async (options: Parameters<World['person']>[0] = {}) => {
    const person = await app.world.person({ password, ...options })
    const { secret } = (await app.call(person, 'POST', '/auth/totp', { password })).body
    const confirmed = await app.call(person, 'POST', '/auth/totp/confirm', { code: generateSync({ secret }) })
    expect(confirmed.status, confirmed.text).toBe(200)
    return { ...person, recoveryCodes: confirmed.body.recoveryCodes as string[] }
  }

  const ask = (as: Pick<Person, 'token'> | undefined, email: string, headers?: Record<string, string>) =>
    app.call(as, 'POST', resetsPath, { email, reason }, headers)

  /** A reset that is requested; returns its id. */
  const asked = async (as: Pick<Person, 'token'>, person: Pick<Person, 'email'>): Promise<string> => {
    const made = await ask(as, person.email)
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }

  const keep = (as: Pick<Person, 'token'> | undefined, id: string) =>
    app.call(as, 'DELETE', `${resetsPath}/${id}`)

  /** Lets hours pass for a person's reset, by the clock of the database. */
  const passHours = (accountId: string, hours: number) =>
    app.admin.query(
      `update identity.second_factor_resets set created_at = created_at - $2 * interval '1 hour',
              takes_effect_at = takes_effect_at - $2 * interval '1 hour'
        where account_id = $1`,
      [accountId, hours],
    )

  /** Runs the job. Its schedule does too, so what it returns for a due reset is not what a test can rely on. */
  const finish = () => factorResetJob(app.database).run(undefined, { isLast: true })

  const signIn = (email: string, more: object = {}) =>
    app.call(undefined, 'POST', '/auth/sessions', { email, password, ...more })

  /** What the audit log says about a person's resets. */
  const audited = async (accountId: string) =>
    (
      await app.admin.query(
        `select action, before, after, user_id as "userId" from audit.log
          where entity_id = $1 and action like 'second_factor.reset%' order by id`,
        [accountId],
      )
    ).rows
  const cancelledBy = async (accountId: string) =>
    (await audited(accountId))
      .filter(({ action }) => action.endsWith('cancelled'))
      .map(({ after }) => after.by)

  const hasFactor = async (accountId: string) =>
    (
      await app.admin.query(
        `select h.totp_enabled_at is not null as factor,
                (select count(*)::int from identity.recovery_codes c where c.account_id = h.account_id) as codes
           from identity.credentials h where h.account_id = $1`,
        [accountId],
      )
    ).rows[0]

  return { enrolled, ask, asked, keep, passHours, finish, signIn, audited, cancelledBy, hasFactor }
}
