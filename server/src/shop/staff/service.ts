/**
 * Members of stores, their roles, invitations, employee codes and PINs. Invariants: nobody grants a role above
 * what their own may grant; a changed or ended membership takes effect on the next request, and nothing that
 * relied on it commits afterwards; the owner is always manager. Tables: shop.memberships, shop.invites,
 * shop.employees, shop.employee_pins, shop.code_attempts.
 */
import type { Grant } from '../../authorization/grant.ts'
import type { StoreRole } from '../../authorization/matrix.ts'
import { newToken } from '../../authorization/one-time-token.ts'
import { byId, type Page, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import {
  invitePath,
  type Language,
  type MailSealer,
  mailedLanguage,
  newMailLink,
} from '../../identity/mails/service.ts'
import { cashiers } from './cashiers.ts'
import { codeChecks } from './code-checks.ts'
import { codes, type PinHasher } from './codes.ts'
import * as queries from './queries.ts'
import type {
  CreateInvite,
  Invite,
  InviteManager,
  Membership,
  NewInvite,
  ResentInvite,
  StaffQuery,
} from './schema.ts'

export type { VerifiedEmployee } from './code-checks.ts'
export type StaffService = ReturnType<typeof staffService>

interface Dependencies extends InviteMailing {
  readonly database: Database
  readonly hasher: PinHasher
}

export function staffService({ database, hasher, ...mailing }: Dependencies) {
  const newLink = inviteLinks(mailing)
  const mailed = mailedLanguage(mailing.mailSealer !== undefined)

  /** Active members that the caller can see. @throws Problem `invalid_cursor` */
  const members = (grant: Grant<'rows'>, query: StaffQuery) =>
    database.read(grant, (tx) => staffPage(tx, 'memberships', query, queries.members))

  /**
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `owner_membership` · `email_required` (more
   * than a cashier, without an e-mail)
   */
  const changeRole = (
    grant: Grant<'store:manager'>,
    id: string,
    role: StoreRole,
    language: Language,
  ): Promise<Membership> =>
    database.write(grant, async (tx) => {
      const member = await queries.member(tx, scopeOf(tx), id)
      tx.storeActorIn(member.storeId)
      await queries.changeRole(tx, member, role, mailed(language))
      // Not read again: a cluster lets the caller read what a function has written only after the transaction, when the
      // caller may have lost access, and a change that is done must not be answered with a refusal.
      return { ...member, role }
    })

  /** @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `owner_membership` */
  const endMembership = (grant: Grant<'store:manager'>, id: string, language: Language): Promise<void> =>
    database.write(grant, async (tx) => {
      const member = await queries.member(tx, scopeOf(tx), id)
      tx.storeActorIn(member.storeId)
      await queries.endMembership(tx, member, mailed(language))
    })

  /** Open invitations into stores. @throws Problem `invalid_cursor` */
  const invites = (grant: Grant<'rows'>, query: StaffQuery) =>
    database.read(grant, (tx) => staffPage(tx, 'invites', query, queries.invites))

  /**
   * Invites an e-mail address into a store for seven days; replaces an open invitation of the same address
   * into it.
   * The token is in the answer and, where the installation sends mail, mailed; its hash is stored.
   *
   * @throws Problem `forbidden` (also: a role that the caller may not grant) · `merchant_suspended` ·
   * `already_member` · `platform_staff`
   */
  const invite = (
    grant: Grant<'store:supervisor'>,
    order: CreateInvite,
    language: Language,
  ): Promise<NewInvite> => {
    const link = newLink()
    const { email, role } = order
    return database.write(grant, async (tx) => {
      const made = await queries.createInvite(tx, tx.storeActor(), { email, role, tokenHash: link.tokenHash })
      await link.mail(tx, language)
      return { ...made, token: link.token, url: link.url() }
    })
  }

  /**
   * Invites a member without an e-mail to add this one, with which they then sign in.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `invalid_transition` (there is one) ·
   * `email_taken` · `inviter_gave_pin`
   */
  const inviteToAddEmail = (
    grant: Grant<'store:supervisor'>,
    id: string,
    email: string,
    language: Language,
  ): Promise<NewInvite> => {
    const link = newLink()
    return database.write(grant, async (tx) => {
      const member = await queries.member(tx, scopeOf(tx), id)
      tx.storeActorIn(member.storeId)
      const made = await queries.inviteToAddEmail(tx, member, email, link.tokenHash)
      await link.mail(tx, language)
      return { ...made, token: link.token, url: link.url() }
    })
  }

  /**
   * The platform invites a manager into a store of a merchant, audited; the store's people can see and
   * withdraw it.
   *
   * @throws Problem `not_found` (merchant or store) · `already_member` · `platform_staff` ·
   * `merchant_suspended` · `merchant_closed`
   */
  const inviteManager = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    order: InviteManager,
    language: Language,
  ): Promise<NewInvite> => {
    const link = newLink()
    return database.write(grant, async (tx) => {
      const made = await queries.inviteManager(tx, merchantId, { ...order, tokenHash: link.tokenHash })
      await link.mail(tx, language)
      return { ...made, token: link.token, url: link.url() }
    })
  }

  /** @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `invite_spent` */
  const revokeInvite = (grant: Grant<'store:supervisor'>, id: string): Promise<void> =>
    database.write(grant, async (tx) => {
      const found = await queries.invite(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      await queries.revokeInvite(tx, found)
    })

  /**
   * The platform renews the link that was sent for another week, audited. @throws Problem `not_found` ·
   * `invite_spent`
   */
  const resendInvite = (
    grant: Grant<'platform:operator'>,
    id: string,
    reason: string,
  ): Promise<ResentInvite> => database.write(grant, (tx) => queries.resendInvite(tx, id, reason))

  return {
    members,
    changeRole,
    endMembership,
    invites,
    invite,
    inviteToAddEmail,
    inviteManager,
    revokeInvite,
    resendInvite,
    ...cashiers({ database, hasher }),
    ...codes({ database, hasher }),
    ...codeChecks({ database, hasher }),
  }
}

function staffPage<T extends Membership | Invite>(
  tx: Tx<'rows'>,
  list: string,
  query: StaffQuery,
  read: (tx: Tx<'rows'>, find: queries.StaffPage) => Promise<T[]>,
): Promise<Page<T>> {
  const { storeId, cursor, limit } = query
  const scope = scopeOf(tx, storeId)
  return pageOf(tx, { list, narrowedBy: [storeId], limit, cursor }, byId, async (range) =>
    scope.places.length === 0 ? [] : read(tx, { ...scope, storeId, ...range }),
  )
}

export interface InviteMailing {
  /** The public URL without a trailing slash; known once the server listens. */
  readonly publicUrl: () => string
  /** Seals the tokens of mails. Absent: nothing is mailed, and the inviter hands the link over. */
  readonly mailSealer?: MailSealer | undefined
}

/** One-time links of invitations: shown once to the inviter, and mailed where the installation sends mail. */
export function inviteLinks({ publicUrl, mailSealer }: InviteMailing) {
  return () => {
    const mailed = mailSealer && newMailLink(mailSealer)
    const { token, tokenHash } = mailed ?? newToken()
    return {
      token,
      tokenHash,
      url: () => publicUrl() + invitePath(token),
      /** Called by the transaction that has created the invitation. */
      mail: async (tx: Tx<'store:supervisor'> | Tx<'platform:admin'>, language: Language): Promise<void> => {
        if (mailed === undefined) return
        await queries.mailInvite(tx, { ...mailed, language })
      },
    }
  }
}
