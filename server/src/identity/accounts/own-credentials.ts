import type { Grant } from '../../authorization/grant.ts'
import { asPerson } from '../../authorization/principal.ts'
import { Problem } from '../../problem/problem.ts'
import type { IdentityParts } from './parts.ts'
import { tooManyAttempts } from './proving.ts'
import * as queries from './queries.ts'

/** Checks the credentials of a signed-in person again; each attempt is charged before it is judged. */
export function ownCredentials({ database, passwords }: IdentityParts) {
  /**
   * The caller's credentials, for one more attempt at confirming them. @throws Problem `too_many_attempts`
   */
  const begin = async (grant: Grant<'authenticated'>) => {
    const own = await database.write(grant, async (tx) => ({
      ...(await queries.beginConfirmation(tx)),
      ...asPerson(tx.principal),
    }))
    if (own.waitSeconds > 0) throw tooManyAttempts(own.waitSeconds)
    return own
  }

  /** @throws Problem `too_many_attempts` · `reauthentication_required` */
  const confirmPassword = async (grant: Grant<'authenticated'>, password: string) => {
    const own = await begin(grant)
    if (!(await passwords.matches(password, own.passwordHash)))
      throw new Problem('reauthentication_required', { detail: 'The current password is wrong.' })
    return own
  }

  return { begin, confirmPassword }
}

export function wrongCode(): Problem {
  return new Problem('invalid_code', { detail: 'Wait for the next code in the app, and send that one.' })
}
