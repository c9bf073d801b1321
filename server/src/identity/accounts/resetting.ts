import type { Grant } from '../../authorization/grant.ts'
import { newToken, tokenHashOf } from '../../authorization/one-time-token.ts'
import { Problem } from '../../problem/problem.ts'
import { newMailLink, resetPath } from '../mails/service.ts'
import type { IdentityParts } from './parts.ts'
import { assertStrong } from './password-rules.ts'
import { tooManyAttempts } from './proving.ts'
import type { Client } from './queries.ts'
import * as queries from './reset-queries.ts'
import type { RedeemReset, ResetLink } from './schema.ts'

/** How people who forgot their password get a new one: a one-time link, by mail or from somebody who may. */
export function resetting(parts: IdentityParts) {
  const { database, passwords, sealer, sendsMail, publicUrl } = parts

  /**
   * Mails a link, if there is an account with this address; the answer and its time do not depend on that.
   *
   * @returns whether this installation sends mail @throws Problem `too_many_attempts`
   */
  const askReset = async (
    grant: Grant<'public'>,
    client: Client,
    { email, language }: { readonly email: string; readonly language: 'es' | 'en' },
  ): Promise<{ isMailed: boolean }> => {
    if (!sendsMail) return { isMailed: false }
    const asked = { ...newMailLink(sealer), email: email.trim(), language, address: client.address }
    const waitSeconds = await database.guest(grant.requestId, (tx) => queries.ask(tx, asked))
    if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
    return { isMailed: true }
  }

  /**
   * Sets a new password with a link, once; every session of the account ends. Signing in still asks for the
   * second factor.
   *
   * @throws Problem `reset_link_spent` · `weak_password` · `overloaded`
   */
  const redeemReset = async (grant: Grant<'public'>, { token, password }: RedeemReset): Promise<void> => {
    const tokenHash = tokenHashOf(token)
    const owner = await database.guest(grant.requestId, (tx) => queries.resetOf(tx, tokenHash))
    if (owner === undefined) throw new Problem('reset_link_spent', { detail: 'Ask for a new one.' })
    assertStrong(password, owner)
    const passwordHash = await passwords.hashOf(password)
    await database.guest(grant.requestId, (tx) => queries.redeem(tx, tokenHash, passwordHash))
  }

  const newLink = () => {
    const { token, tokenHash } = newToken()
    const shown = (expiresAt: Date) => ({ url: publicUrl() + resetPath(token), expiresAt })
    return { tokenHash, shown }
  }

  /**
   * A link for a person of the caller's stores, to hand over. @throws Problem `not_found` · `forbidden` (the
   * person also works elsewhere) · `merchant_suspended`
   */
  const issueResetAsOwner = (grant: Grant<'owner'>, accountId: string): Promise<Issued> => {
    const { tokenHash, shown } = newLink()
    return database.write(grant, async (tx) => shown(await queries.issueAsOwner(tx, accountId, tokenHash)))
  }

  /**
   * A link for any person in the administrator's reach. @throws Problem `not_found` · `forbidden` (an
   * administrator)
   */
  const issueResetAsAdmin = (grant: Grant<'platform:admin'>, accountId: string): Promise<Issued> => {
    const { tokenHash, shown } = newLink()
    return database.write(grant, async (tx) => shown(await queries.issueAsAdmin(tx, accountId, tokenHash)))
  }

  return { askReset, redeemReset, issueResetAsOwner, issueResetAsAdmin }
}

/** As the database returns it: times are formatted with the answer. */
type Issued = Omit<ResetLink, 'expiresAt'> & { readonly expiresAt: Date }
