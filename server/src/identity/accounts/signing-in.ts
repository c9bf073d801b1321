import type { Grant } from '../../authorization/grant.ts'
import { newToken } from '../../authorization/one-time-token.ts'
import type { Database } from '../../database/database.ts'
import type { IdentityParts } from './parts.ts'
import { proving } from './proving.ts'
import * as queries from './queries.ts'
import type { SessionOpened, SignIn } from './schema.ts'

/** Signing in, and out. */
export function signingIn(parts: IdentityParts) {
  const { database } = parts
  const { prove } = proving(parts)

  /**
   * Opens a session: 12 hours idle, 30 days at most.
   *
   * @returns the token, which is shown only here @throws Problem `too_many_attempts` · `invalid_credentials`
   * · `second_factor_required` · `weak_password` (too short without a second factor) · `overloaded`
   */
  const signIn = async (
    grant: Grant<'public'>,
    client: queries.Client,
    claim: SignIn,
  ): Promise<SessionOpened> => {
    const { charged, email, name, ...session } = await prove(grant, client, claim)
    const { token, tokenHash } = newToken()
    await database.guest(grant.requestId, async (tx) => {
      await queries.forgetAttempts(tx, charged)
      await queries.openSession(tx, { ...session, tokenHash }, client)
    })
    return { token, account: { id: session.accountId, email, name } }
  }

  /** Ends the calling session; nothing it requested commits after this returns. */
  const signOut = (grant: Grant<'authenticated'>): Promise<void> =>
    database.write(grant, (tx) => queries.signOut(tx, tx.principal.sessionId))

  /** Ends every session of the account. */
  const signOutEverywhere = (grant: Grant<'authenticated'>): Promise<void> =>
    database.write(grant, (tx) => queries.signOut(tx, null))

  return { signIn, signOut, signOutEverywhere }
}

/** Deletes till sessions that expired thirty days ago. */
export const forgetTillSessions = (database: Database) => () => database.worker(queries.forgetTillSessions)
