import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

interface AskedReset {
  readonly email: string
  readonly address: string
  readonly language: 'es' | 'en'
  readonly mailId: string
  readonly tokenHash: Buffer
  readonly tokenSealed: Buffer
}

/** Seconds to wait; 0: queued. */
export async function ask(tx: Tx<'public'>, asked: AskedReset): Promise<number> {
  const { email, address, language, mailId, tokenHash, tokenSealed } = asked
  const { wait } = await tx.one(sql<{ wait: number }>`
    select identity.ask_password_reset(${email}, ${address}::inet, ${language}, ${mailId}, ${tokenHash},
                                       ${tokenSealed}) as wait`)
  return wait
}

export interface ResetOwner {
  readonly email: string
  readonly name: string
  readonly hasSecondFactor: boolean
}

/** Undefined: the link is spent. */
export function resetOf(tx: Tx<'public'>, tokenHash: Buffer): Promise<ResetOwner | undefined> {
  return tx.first(sql<ResetOwner>`
    select email, name, has_second_factor as "hasSecondFactor" from identity.reset_of(${tokenHash})`)
}

export async function redeem(tx: Tx<'public'>, tokenHash: Buffer, passwordHash: string): Promise<void> {
  await tx.rows(sql`select identity.redeem_reset(${tokenHash}, ${passwordHash})`)
}

export async function issueAsOwner(tx: Tx<'owner'>, accountId: string, tokenHash: Buffer): Promise<Date> {
  const { until } = await tx.one(
    sql<{ until: Date }>`select identity.issue_reset_as_owner(${accountId}, ${tokenHash}) as until`,
  )
  return until
}

export async function issueAsAdmin(
  tx: Tx<'platform:admin'>,
  accountId: string,
  tokenHash: Buffer,
): Promise<Date> {
  const { until } = await tx.one(
    sql<{ until: Date }>`select identity.issue_reset_as_admin(${accountId}, ${tokenHash}) as until`,
  )
  return until
}
