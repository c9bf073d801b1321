import type { StoreRole } from '../../authorization/matrix.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { MyMerchant } from './schema.ts'

/** The client's address, as far as the connection shows it. */
export interface Client {
  readonly address: string
  readonly userAgent: string | undefined
}

/**
 * An attempt that has been charged, and what judging it needs. Nulls: no such account; the shape is the same.
 */
export interface Attempt {
  readonly waitSeconds: number
  /**
   * Seconds to pause when the address has used up its attempts; given with every wrong answer. 0: it has not.
   */
  readonly spentSeconds: number
  readonly charged: string[]
  readonly accountId: string | null
  readonly email: string | null
  readonly name: string | null
  readonly passwordHash: string | null
  /** Sealed; null: no second factor. */
  readonly totpSecret: Buffer | null
}

export function beginSignIn(tx: Tx<'public'>, email: string, address: string): Promise<Attempt> {
  return tx.one(sql<Attempt>`
    select wait_seconds as "waitSeconds", spent_seconds as "spentSeconds", charged, account_id as "accountId", email, name,
           password_hash as "passwordHash", totp_secret as "totpSecret"
      from identity.begin_sign_in(${email}, ${address}::inet)`)
}

export async function refuseSignIn(
  tx: Tx<'public'>,
  attempt: Attempt,
  reason: string,
  address: string,
): Promise<void> {
  const { accountId, charged } = attempt
  await tx.rows(
    sql`select identity.refuse_sign_in(${accountId}, ${reason}, ${address}::inet, ${charged}::text[])`,
  )
}

export async function returnAttempts(tx: Somebody, charged: readonly string[]): Promise<void> {
  await tx.rows(sql`select identity.return_attempts(${charged}::text[])`)
}

export async function forgetAttempts(tx: Somebody, charged: readonly string[]): Promise<void> {
  await tx.rows(sql`select identity.forget_attempts(${charged}::text[])`)
}

/** The account whose code is used: of a guest who signs in, or the caller's. */
export type Somebody = Tx<'public'> | Tx<'authenticated'>

export interface NewSession {
  readonly accountId: string
  /** The hash that the password was checked against, or that was just set. */
  readonly passwordHash: string | null
  readonly tokenHash: Buffer
  readonly hasSecondFactor: boolean
}

export async function openSession(tx: Tx<'public'>, session: NewSession, client: Client): Promise<void> {
  const { accountId, passwordHash, tokenHash, hasSecondFactor } = session
  await tx.rows(sql`
    select identity.open_session(${accountId}, ${passwordHash}, ${tokenHash}, ${hasSecondFactor},
                                 ${client.address}::inet, ${client.userAgent ?? null})`)
}

export async function signOut(tx: Tx<'authenticated'>, sessionId: string | null): Promise<void> {
  await tx.rows(sql`select identity.sign_out(${sessionId})`)
}

/** False: this step or a later one was used before. */
export async function useTotpStep(tx: Somebody, accountId: string, step: bigint): Promise<boolean> {
  const { isNew } = await tx.one(
    sql<{ isNew: boolean }>`select identity.use_totp_step(${accountId}, ${step}) as "isNew"`,
  )
  return isNew
}

/** False: no such code, or it was used before. */
export async function useRecoveryCode(tx: Somebody, accountId: string, hash: Buffer): Promise<boolean> {
  const { isNew } = await tx.one(
    sql<{ isNew: boolean }>`select identity.use_recovery_code(${accountId}, ${hash}) as "isNew"`,
  )
  return isNew
}

export interface OwnCredentials {
  readonly waitSeconds: number
  readonly charged: string[]
  readonly passwordHash: string | null
  readonly totpSecret: Buffer | null
  readonly hasTotp: boolean | null
}

export function beginConfirmation(tx: Tx<'authenticated'>): Promise<OwnCredentials> {
  return tx.one(sql<OwnCredentials>`
    select wait_seconds as "waitSeconds", charged, password_hash as "passwordHash",
           totp_secret as "totpSecret", has_totp as "hasTotp"
      from identity.begin_confirmation()`)
}

export async function changePassword(
  tx: Tx<'authenticated'>,
  change: { oldHash: string | null; newHash: string; sessionId: string },
): Promise<void> {
  await tx.rows(
    sql`select identity.change_password(${change.oldHash}, ${change.newHash}, ${change.sessionId})`,
  )
}

/**
 * When the confirmation of the session ends. @throws Problem `reauthentication_required` (the password
 * changed meanwhile)
 */
export async function confirmSession(
  tx: Tx<'authenticated'>,
  proof: { sessionId: string; oldHash: string | null; showedFactor: boolean },
): Promise<Date> {
  const { until } = await tx.one(sql<{ until: Date }>`
    select identity.confirm_session(${proof.sessionId}, ${proof.oldHash}, ${proof.showedFactor}) as until`)
  return until
}

export async function beginTotp(tx: Tx<'authenticated'>, sealedSecret: Buffer): Promise<void> {
  await tx.rows(sql`select identity.begin_totp(${sealedSecret})`)
}

export async function confirmTotp(
  tx: Tx<'authenticated'>,
  enrolment: { sealedSecret: Buffer; step: bigint; sessionId: string; codeHashes: readonly Buffer[] },
): Promise<void> {
  const { sealedSecret, step, sessionId, codeHashes } = enrolment
  await tx.rows(
    sql`select identity.confirm_totp(${sealedSecret}, ${step}, ${sessionId}, ${codeHashes}::bytea[])`,
  )
}

/** @throws Problem `second_factor_not_enrolled` */
export async function renewRecoveryCodes(
  tx: Tx<'authenticated'>,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await tx.rows(sql`select identity.renew_recovery_codes(${codeHashes}::bytea[])`)
}

export async function disableTotp(tx: Tx<'authenticated'>): Promise<void> {
  await tx.rows(sql`select identity.disable_totp()`)
}

export async function setupNeeded(tx: Tx<'public'>): Promise<boolean> {
  return (await tx.one(sql<{ needed: boolean }>`select identity.setup_needed() as needed`)).needed
}

/** False when an administrator exists already. */
export async function mintSetupLink(tx: Tx<'public'>, tokenHash: Buffer): Promise<boolean> {
  return (await tx.one(sql<{ made: boolean }>`select identity.mint_setup_link(${tokenHash}) as made`)).made
}

export async function makeFirstAdmin(
  tx: Tx<'public'>,
  admin: { tokenHash: Buffer; email: string; name: string; passwordHash: string },
): Promise<string> {
  const { tokenHash, email, name, passwordHash } = admin
  const { id } = await tx.one(
    sql<{
      id: string
    }>`select identity.make_first_admin(${tokenHash}, ${email}, ${name}, ${passwordHash}) as id`,
  )
  return id
}

export interface InviteRow {
  readonly email: string
  readonly merchantName: string
  readonly storeName: string | null
  readonly role: StoreRole | null
  readonly needsPassword: boolean
  /** The member who adds the e-mail to their account. */
  readonly personName: string | null
  readonly expiresAt: Date
}

export function inviteOf(tx: Tx<'public'>, tokenHash: Buffer): Promise<InviteRow | undefined> {
  return tx.first(sql<InviteRow>`
    select email, merchant_name as "merchantName", store_name as "storeName", role,
           needs_password as "needsPassword", person_name as "personName", expires_at as "expiresAt"
      from shop.invite_of(${tokenHash})`)
}

export async function acceptInvite(
  tx: Tx<'public'>,
  invite: {
    readonly tokenHash: Buffer
    readonly name?: string
    readonly passwordHash?: string
    readonly pinHash?: string | undefined
  },
): Promise<string> {
  const { tokenHash, name = null, passwordHash = null, pinHash = null } = invite
  const { id } = await tx.one(
    sql<{
      id: string
    }>`select shop.accept_invite(${tokenHash}, ${name}, ${passwordHash}, ${pinHash}) as id`,
  )
  return id
}

/** Stores where the caller has an active role; those of a suspended merchant are excluded. */
export function ownStores(tx: Tx<'authenticated'>) {
  const ids = tx.principal.memberships.map(({ storeId }) => storeId)
  return tx.rows(sql<{ storeId: string; merchantId: string; name: string; code: string; timeZone: string }>`
    select id as "storeId", merchant_id as "merchantId", name, code, time_zone as "timeZone"
      from shop.stores where id = any (${ids}::uuid[]) order by name, id`)
}

/**
 * Merchants that the caller owns or works for, owned ones first. Includes suspended ones: their people see
 * why.
 */
export function ownMerchants(tx: Tx<'authenticated'>): Promise<MyMerchant[]> {
  return tx.rows(sql<MyMerchant>`
    select m.id, coalesce(m.trade_name, m.name) as name, m.status,
           m.owner_id = app.account_id() as "isOwner"
      from platform.merchants m
     where (m.owner_id = app.account_id() and app.terminal_id() is null) or m.id = any (app.merchant_ids())
     order by m.owner_id = app.account_id() desc, m.status, m.id`)
}

export async function forgetTillSessions(tx: Tx<'worker'>): Promise<number> {
  const { count } = await tx.one(sql<{ count: number }>`select identity.forget_till_sessions() as count`)
  return count
}
