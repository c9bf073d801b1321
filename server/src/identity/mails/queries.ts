import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Delivery } from './mailer.ts'

/** A mail that is about to be sent. */
export interface Mail {
  readonly id: string
  readonly kind:
    | 'password_reset'
    | 'invite'
    | 'second_factor_reset'
    | 'access_closed'
    | 'receipt'
    | 'shift_report'
  readonly toAddress: string
  readonly language: 'es' | 'en'
  readonly facts: Readonly<Record<string, string | null>>
  /** `null`: it has no link. */
  readonly tokenSealed: Buffer | null
}

/** Undefined: there is nothing to send, or it may have been sent. */
export function begin(tx: Tx<'worker'>, id: string): Promise<Mail | undefined> {
  return tx.first(sql<Mail>`
    select id, kind, to_address as "toAddress", language, facts, token_sealed as "tokenSealed"
      from identity.begin_mail(${id}) where token_sealed is not null or token_hash is null`)
}

export async function end(tx: Tx<'worker'>, id: string, delivery: Delivery): Promise<void> {
  await tx.rows(sql`select identity.end_mail(${id}, ${delivery === 'LATER' ? 'WAITING' : delivery})`)
}

export async function forget(tx: Tx<'worker'>): Promise<number> {
  const { count } = await tx.one(sql<{ count: number }>`select identity.forget_mails() as count`)
  return count
}
