import type { Grant } from '../../authorization/grant.ts'
import { newToken, tokenHashOf } from '../../authorization/one-time-token.ts'
import { Problem } from '../../problem/problem.ts'
import type { IdentityParts } from './parts.ts'
import { assertStrong } from './password-rules.ts'
import { proving } from './proving.ts'
import * as queries from './queries.ts'
import type { AcceptInvite, FirstAdmin, SessionOpened } from './schema.ts'

/** How people join: the first administrator by a link of the server, everybody else by invitation. */
export function joining(parts: IdentityParts) {
  const { database, passwords, verifyInvited } = parts
  const { prove } = proving(parts)

  /**
   * Creates a one-time link that makes the first administrator, for the operator of the server.
   *
   * @returns its path with the token in the fragment, which browsers do not send; undefined when an
   * administrator exists
   */
  const mintSetupLink = async (): Promise<string | undefined> => {
    const { token, tokenHash } = newToken()
    const isMade = await database.guest('start', (tx) => queries.mintSetupLink(tx, tokenHash))
    return isMade ? `/configurar#token=${token}` : undefined
  }

  /** Whether the installation still needs its first administrator. */
  const setupNeeded = (grant: Grant<'public'>): Promise<boolean> =>
    database.guest(grant.requestId, (tx) => queries.setupNeeded(tx))

  /** @throws Problem `setup_link_spent` · `weak_password` · `email_taken` */
  const makeFirstAdmin = async (
    grant: Grant<'public'>,
    client: queries.Client,
    person: FirstAdmin,
  ): Promise<SessionOpened> => {
    if (!(await setupNeeded(grant))) throw new Problem('setup_link_spent')
    assertStrong(person.password, { ...person, hasSecondFactor: false })
    const passwordHash = await passwords.hashOf(person.password)
    const { token, tokenHash } = newToken()
    const { email, name } = person
    const id = await database.guest(grant.requestId, async (tx) => {
      const admin = { tokenHash: tokenHashOf(person.token), email, name, passwordHash }
      const accountId = await queries.makeFirstAdmin(tx, admin)
      await queries.openSession(tx, { accountId, passwordHash, tokenHash, hasSecondFactor: false }, client)
      return accountId
    })
    return { token, account: { id, email, name } }
  }

  /** What an invitation is for; anyone with its token may ask. @throws Problem `invite_spent` */
  const invite = async (grant: Grant<'public'>, token: string): Promise<queries.InviteRow> => {
    const found = await database.guest(grant.requestId, (tx) => queries.inviteOf(tx, tokenHashOf(token)))
    if (found === undefined) throw new Problem('invite_spent', { detail: 'Ask for a new one.' })
    return found
  }

  /**
   * Accepts an invitation and signs in. A person without an account chooses name and password; a person with
   * one sends its password and second-factor code; a member who adds an e-mail chooses a password and sends their PIN.
   *
   * @throws Problem `invite_spent` · `invalid_request` · `weak_password` · `already_member` ·
   * `platform_staff` · `merchant_suspended` · `invalid_credentials` ·
   * `second_factor_required` · `too_many_attempts` · `email_taken` · `employee_locked` · `invalid_employee_code` ·
   * `pin_not_chosen` · `pin_expired` · `inviter_gave_pin`
   */
  const acceptInvite = async (
    grant: Grant<'public'>,
    client: queries.Client,
    request: AcceptInvite,
  ): Promise<SessionOpened> => {
    const found = await invite(grant, request.token)
    const { email, needsPassword } = found
    const { name, password, pin } = required(request, found)
    const inviteHash = tokenHashOf(request.token)
    const { token, tokenHash } = newToken()
    if (needsPassword) {
      assertStrong(password, { email, name, hasSecondFactor: false })
      const pinHash = pin === undefined ? undefined : await verifyInvited(grant, inviteHash, pin)
      const passwordHash = await passwords.hashOf(password)
      const id = await database.guest(grant.requestId, async (tx) => {
        const accountId = await queries.acceptInvite(tx, {
          tokenHash: inviteHash,
          name,
          passwordHash,
          pinHash,
        })
        await queries.openSession(tx, { accountId, passwordHash, tokenHash, hasSecondFactor: false }, client)
        return accountId
      })
      return { token, account: { id, email, name } }
    }
    const proven = await prove(grant, client, { email, password, totp: request.totp })
    await database.guest(grant.requestId, async (tx) => {
      await queries.acceptInvite(tx, { tokenHash: inviteHash })
      await queries.forgetAttempts(tx, proven.charged)
      await queries.openSession(tx, { ...proven, tokenHash }, client)
    })
    return { token, account: { id: proven.accountId, email: proven.email, name: proven.name } }
  }

  return { mintSetupLink, setupNeeded, makeFirstAdmin, invite, acceptInvite }
}

interface Accepted {
  readonly name: string
  readonly password: string
  /** Sent, and required, by a member who adds an e-mail. */
  readonly pin: string | undefined
}

/** @throws Problem `invalid_request` with the missing fields */
function required(request: AcceptInvite, { needsPassword, personName }: queries.InviteRow): Accepted {
  const { password = '', pin = '' } = request
  const name = personName ?? request.name ?? ''
  const isNamed = personName !== null
  const missing = [
    ...(needsPassword && name.trim() === '' ? ['/name'] : []),
    ...(password === '' ? ['/password'] : []),
    ...(isNamed && pin === '' ? ['/pin'] : []),
  ]
  if (missing.length > 0)
    throw new Problem('invalid_request', {
      errors: missing.map((path) => ({ path, message: 'is required' })),
    })
  return { name, password, pin: isNamed ? pin : undefined }
}
