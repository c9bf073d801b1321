import type { StoreRole } from '../../authorization/matrix.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Cashier, NewCashier } from './schema.ts'

/** A charged attempt at a code. Nulls: the code belongs to nobody who may work here now. */
export interface CodeCheck {
  readonly waitSeconds: number
  /** The terminal at which it was typed; away from terminals, the account of the caller. */
  readonly sourceId: string
  readonly merchantId: string
  readonly storeId: string
  readonly employeeId: string | null
  readonly membershipId: string | null
  readonly accountId: string | null
  readonly name: string | null
  readonly role: StoreRole | null
  readonly pinHash: string | null
  /**
   * Whether its holder has chosen the PIN or another person has generated it, and whether that is still
   * valid.
   */
  readonly pinState: 'CHOSEN' | 'MINTED' | 'EXPIRED' | null
}

const checkColumns = sql`c.wait_seconds as "waitSeconds", c.source_id as "sourceId", c.merchant_id as "merchantId",
  c.store_id as "storeId", c.employee_id as "employeeId", c.membership_id as "membershipId",
  c.account_id as "accountId", c.name, c.role, c.pin_hash as "pinHash", c.pin_state as "pinState"`

export function check(tx: Tx<'store:cashier'>, actor: StoreActor, code: string): Promise<CodeCheck> {
  return tx.one(sql<CodeCheck>`
    select ${checkColumns} from shop.check_employee(${actor.merchantId}, ${actor.storeId}, ${code}) c`)
}

/** @throws Problem `terminal_not_enabled` · `merchant_suspended` */
export function beginTerminalSignIn(tx: Tx<'public'>, deviceHash: Buffer, code: string): Promise<CodeCheck> {
  return tx.one(sql<CodeCheck>`
    select ${checkColumns} from shop.begin_terminal_sign_in(${deviceHash}, ${code}) c`)
}

/** Undefined: the invitation is not open, or names nobody who works there. */
export function beginInviteCheck(
  tx: Tx<'public'>,
  tokenHash: Buffer,
): Promise<(CodeCheck & { readonly code: string }) | undefined> {
  return tx.first(sql<CodeCheck & { readonly code: string }>`
    select ${checkColumns}, c.code from shop.check_invited(${tokenHash}) c`)
}

/** Clears the attempt, or keeps it counted and audits it. */
export async function settle(
  tx: Tx<'public'> | Tx<'store:cashier'>,
  { merchantId, storeId, sourceId, employeeId }: CodeCheck,
  code: string,
  isRight: boolean,
): Promise<void> {
  await tx.rows(sql`
    select shop.settle_code_check(${merchantId}, ${storeId}, ${code}, ${sourceId}, ${employeeId}, ${isRight})`)
}

export interface EmployeeRow {
  readonly id: string
  readonly merchantId: string
  readonly storeId: string
  readonly code: string | null
}

/** @throws Problem `not_found` */
export function employee(tx: Tx<'store:supervisor'>, scope: Scope, id: string): Promise<EmployeeRow> {
  return tx.one(sql<EmployeeRow>`
    select e.id, e.merchant_id as "merchantId", e.store_id as "storeId", e.code from shop.employees e
     where e.merchant_id = any (${scope.merchantIds}::uuid[]) and e.id = ${id}`)
}

/**
 * Returns the code and when the PIN expires. @throws Problem `forbidden` · `invalid_transition` ·
 * `duplicate_value`
 */
export function mintPin(
  tx: Tx<'store:supervisor'>,
  of: EmployeeRow,
  code: string | undefined,
  pinHash: string,
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  return tx.one(sql<{ code: string; expiresAt: Date }>`
    select m.code, m.expires_at as "expiresAt"
      from shop.mint_pin(${of.merchantId}, ${of.id}, ${code ?? null}, ${pinHash}) m`)
}

/** @throws Problem `forbidden` · `duplicate_value` · `too_many_cashiers` */
export function addCashier(
  tx: Tx<'store:supervisor'>,
  { merchantId, storeId }: StoreActor,
  { name, code }: NewCashier,
  pinHash: string,
): Promise<Omit<Cashier, 'storeId' | 'pin'>> {
  return tx.one(sql<Omit<Cashier, 'storeId' | 'pin'>>`
    select c.employee_id as "employeeId", c.membership_id as "membershipId", c.account_id as "accountId", c.name, c.code,
           c.expires_at as "expiresAt"
      from shop.add_cashier(${merchantId}, ${storeId}, ${name}, ${code ?? null}, ${pinHash}) c`)
}

/** @throws Problem `forbidden` · `invalid_transition` */
export function unlock(tx: Tx<'store:supervisor'>, of: EmployeeRow): Promise<unknown> {
  return tx.rows(sql`select shop.unlock_employee(${of.merchantId}, ${of.id})`)
}

/** Before an employee's code or status is changed directly. @throws Problem `forbidden` */
export async function assertOwnEntrance(tx: Tx<'rows'>, merchantId: string, id: string): Promise<void> {
  await tx.rows(sql`select shop.assert_own_entrance(${merchantId}, ${id})`)
}

/** Before an employee is made inactive directly. */
export async function endSessions(tx: Tx<'rows'>, merchantId: string, id: string): Promise<void> {
  await tx.rows(sql`select shop.end_employee_sessions(${merchantId}, ${id})`)
}
