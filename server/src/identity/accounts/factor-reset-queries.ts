import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Language } from '../mails/service.ts'

export interface FactorResetRow {
  readonly id: string
  readonly account: { readonly id: string; readonly email: string; readonly name: string }
  readonly requestedBy: string
  readonly reason: string
  readonly createdAt: Date
  readonly takesEffectAt: Date
}

export interface FactorResetOrder {
  readonly email: string
  readonly reason: string
  readonly hours: number
  /** Of the mail; null: none is sent. */
  readonly language: Language | null
  readonly mailId: string
  readonly tokenHash: Buffer
  readonly tokenSealed: Buffer
}

const columns = sql`id, jsonb_build_object('id', account_id, 'email', email, 'name', name) as account,
  requested_by as "requestedBy", reason, created_at as "createdAt", takes_effect_at as "takesEffectAt"`

export async function request(tx: Tx<'platform:admin'>, order: FactorResetOrder): Promise<FactorResetRow> {
  const { email, reason, hours, language, mailId, tokenHash, tokenSealed } = order
  const { id } = await tx.one(sql<{ id: string }>`
    select identity.request_factor_reset(${email}, ${reason}, ${hours}, ${language}, ${mailId}, ${tokenHash},
                                         ${tokenSealed}) as id`)
  return tx.one(sql<FactorResetRow>`select ${columns} from identity.factor_resets(${id})`)
}

export function pending(tx: Tx<'platform:admin'>): Promise<FactorResetRow[]> {
  return tx.rows(sql<FactorResetRow>`select ${columns} from identity.factor_resets()`)
}

export async function cancel(tx: Tx<'platform:admin'>, id: string): Promise<void> {
  await tx.rows(sql`select identity.cancel_factor_reset_as_admin(${id})`)
}

export async function cancelOwn(tx: Tx<'authenticated'>): Promise<void> {
  await tx.rows(sql`select identity.cancel_own_factor_reset()`)
}

export async function cancelByLink(tx: Tx<'public'>, tokenHash: Buffer): Promise<void> {
  await tx.rows(sql`select identity.cancel_factor_reset_by_link(${tokenHash})`)
}

/** When the caller's second factor will be removed; null: no reset is pending. */
export async function ownResetAt(tx: Tx<'authenticated'>): Promise<Date | null> {
  const { at } = await tx.one(sql<{ at: Date | null }>`select identity.own_factor_reset_at() as at`)
  return at
}

/** Finishes one reset whose delay is over; false: there is none. */
export async function finish(tx: Tx<'worker'>): Promise<boolean> {
  const { isDone } = await tx.one(sql<{ isDone: boolean }>`select identity.finish_factor_reset() as "isDone"`)
  return isDone
}
