import type { Implied } from '../../authorization/access.ts'
import type { Grant } from '../../authorization/grant.ts'
import { asSeen } from '../../collections/fields.ts'
import { byId, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { type Language, mailedLanguage } from '../../identity/mails/service.ts'
import { Problem } from '../../problem/problem.ts'
import { type InviteMailing, inviteLinks } from '../../shop/staff/service.ts'
import { diagnose } from './diagnosis.ts'
import * as queries from './queries.ts'
import type {
  Closing,
  CreatedMerchant,
  CreateMerchant,
  Diagnosis,
  DiagnosisQuery,
  Merchant,
  MerchantQuery,
  MerchantStatus,
  OwnerChange,
} from './schema.ts'

interface Dependencies extends InviteMailing {
  readonly database: Database
  /** Whether this installation sells value-added services. */
  readonly sellsServices: boolean
}

export type MerchantsService = ReturnType<typeof merchantsService>

/**
 * Merchants and their life cycle: created with owner and wallet, suspended, reactivated, closed. A merchant
 * has one owner, who is a record and not a label; a suspension takes effect on the next request, and no write
 * of its teams commits after it has returned. Owns platform.merchants.
 */
export function merchantsService({ database, sellsServices, ...mailing }: Dependencies) {
  const newLink = inviteLinks(mailing)
  const mailed = mailedLanguage(mailing.mailSealer !== undefined)

  /** The directory, newest first. @throws Problem `invalid_cursor` */
  const merchants = (grant: Grant<'platform:operator'>, query: MerchantQuery) =>
    database.read(grant, (tx) => {
      const { q, status, verification, limit, cursor } = query
      const asked = { list: 'merchants', narrowedBy: [q, status, verification], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.merchants(tx, { q, status, verification, ...range }))
    })

  /** @throws Problem `not_found` */
  const merchant = (grant: Grant<'platform:operator'>, id: string): Promise<Merchant> =>
    database.read(grant, (tx) => queries.merchant(tx, id))

  /**
   * Creates a merchant with its wallet and its owner.
   *
   * @returns the invitation of an owner who has not joined yet, with its token, which is shown only here: a replay has none
   * @throws Problem `invalid_request` (no such time zone) · `database_unknown` · `database_closed` · `email_unproved` ·
   * `platform_staff` · `last_admin` · `forbidden` (the link would open merchants that the caller does not oversee) · `idempotency_key_reused` ·
   * `not_found` (a replay, by a caller who no longer oversees the merchant)
   */
  const create = (
    grant: Grant<'platform:admin'>,
    order: CreateMerchant,
    key: string | undefined,
    language: Language,
  ): Promise<Once<CreatedMerchant>> => {
    const link = newLink()
    return database.write(grant, async (tx) => {
      const asked = {
        route: 'POST /pos/merchants',
        key,
        actor: 'platform',
        request: order,
        at: 'coordinator',
      } as const
      const { answer, isReplay } = await once(tx, asked, () => made(tx, order, link, language))
      if (isReplay) await queries.merchant(tx, answer.merchant.id)
      const { invite } = answer
      if (invite === null || isReplay) return { answer, isReplay }
      return { answer: { ...answer, invite: { ...invite, token: link.token, url: link.url() } }, isReplay }
    })
  }

  /** A new merchant, and its owner's invitation without the token: this answer is stored. */
  const made = async (
    tx: Tx<Implied<'platform:admin'>>,
    order: CreateMerchant,
    link: ReturnType<typeof newLink>,
    language: Language,
  ): Promise<CreatedMerchant> => {
    const { name, tradeName, timeZone } = order
    if (timeZone !== undefined && !(await queries.isTimeZone(tx, timeZone)))
      throw new Problem('invalid_request', {
        errors: [{ path: '/timeZone', message: 'is not an IANA time zone' }],
      })
    const named = { name: asSeen(name), ...(tradeName !== undefined && { tradeName: asSeen(tradeName) }) }
    const { id, inviteExpiresAt } = await queries.create(tx, { ...order, ...named }, link.tokenHash)
    const invite = await handedOver(tx, link, inviteExpiresAt, language)
    return {
      merchant: await queries.merchant(tx, id),
      invite: invite && { ...invite, token: null, url: null },
    }
  }

  /**
   * Moves a merchant to another owner, whose account is created if there is none. The former owner's
   * memberships in its stores end, and the new owner manages each of them.
   *
   * @returns the invitation of an owner who has not joined yet, with its token, which is shown only here
   * @throws Problem `not_found` · `forbidden` (own merchant, to oneself, or a link as in `create`) · `already_owner` ·
   * `email_unproved` · `platform_staff` · `last_admin` · `merchant_closed` · `merchant_not_settled` ·
   * `invalid_request` (a blocked account)
   */
  const changeOwner = (
    grant: Grant<'platform:admin'>,
    id: string,
    change: OwnerChange,
    language: Language,
  ): Promise<CreatedMerchant> => {
    const link = newLink()
    return database.write(grant, async (tx) => {
      const inviteExpiresAt = await queries.changeOwner(tx, id, change, link.tokenHash, mailed(language))
      const invite = await handedOver(tx, link, inviteExpiresAt, language)
      return { merchant: await queries.merchant(tx, id), invite }
    })
  }

  /**
   * Renews the invitation of an owner who has not joined yet; earlier ones end.
   *
   * @returns the invitation with its token, which is shown only here @throws Problem `not_found` ·
   * `invalid_transition` (the owner has joined) · `merchant_suspended` · `merchant_closed` · `forbidden` (as in `create`)
   */
  const renewOwnerInvite = (
    grant: Grant<'platform:admin'>,
    id: string,
    language: Language,
  ): Promise<CreatedMerchant> => {
    const link = newLink()
    return database.write(grant, async (tx) => {
      const expiresAt = await queries.renewOwnerInvite(tx, id, link.tokenHash)
      const invite = await handedOver(tx, link, expiresAt, language)
      return { merchant: await queries.merchant(tx, id), invite }
    })
  }

  /** The invitation of an owner, mailed and shown once; null when the owner has joined already. */
  const handedOver = async (
    tx: Tx<'platform:admin'>,
    link: ReturnType<typeof newLink>,
    expiresAt: Date | null,
    language: Language,
  ): Promise<CreatedMerchant['invite']> => {
    if (expiresAt === null) return null
    await link.mail(tx, language)
    return { token: link.token, url: link.url(), expiresAt }
  }

  /**
   * Suspends a merchant, or lifts the suspension, which restores everything. @throws Problem `not_found` ·
   * `merchant_closed`
   */
  const setStatus = (grant: Grant<'platform:admin'>, id: string, change: MerchantStatus): Promise<Merchant> =>
    database.write(grant, async (tx) => {
      await queries.setStatus(tx, id, change)
      return queries.merchant(tx, id)
    })

  /**
   * Closes a merchant for good; its memberships end, its history is kept.
   *
   * @throws Problem `not_found` · `invalid_request` (another name) · `merchant_closed` ·
   * `merchant_not_settled` · `money_may_return`
   */
  const close = (grant: Grant<'platform:admin'>, id: string, closing: Closing): Promise<Merchant> =>
    database.write(grant, async (tx) => {
      await queries.close(tx, id, closing)
      return queries.merchant(tx, id)
    })

  /** Why a merchant, its store or its terminal cannot operate. @throws Problem `not_found` (any of the three) */
  const diagnosis = (
    grant: Grant<'platform:operator'>,
    id: string,
    subject: DiagnosisQuery,
  ): Promise<Diagnosis> =>
    database.read(grant, async (tx) => diagnose(await queries.operatingFacts(tx, id, subject), sellsServices))

  return { merchants, merchant, create, changeOwner, renewOwnerInvite, setStatus, close, diagnosis }
}
